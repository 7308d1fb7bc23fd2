import { expect, test } from 'vitest';
import { messages } from '#db/schema/index';
import { say } from '../browser/support/translations.ts';
import { aConversation, aMember } from '../support/database/factories.ts';
import { line, logOut, SENT, send, untilControlled } from './support/chat-actions.ts';
import { inEachEngine } from './support/engine-site.ts';
import { until } from './support/page.ts';

const WAITING = 'Written where nobody could hear it';
const SECRET = 'Only for you, Joris';

inEachEngine((site) => {
  /** Joris on a page of his own, in his conversation with Marit, once the service worker serves it. */
  async function openChat() {
    const joris = await aMember(site.db, { name: 'Joris', locale: 'en', credits: 5 });
    const marit = await aMember(site.db, { name: 'Marit', locale: 'en' });
    const conversation = await aConversation(site.db, joris.id, marit.id);
    const page = await site.visit({ cookie: joris.cookie });
    await page.open(`/chats/${conversation}`);
    await untilControlled(page);
    return page;
  }

  test('what is written while the network is away goes out once when it is back, and the page starts meanwhile', async () => {
    const page = await openChat();
    await send(page, 'Before');
    await until(() => site.db.select().from(messages), 'the message is stored').toHaveLength(1);
    const [before] = await site.db.select().from(messages);
    const isKept = (text: string) => text.includes('Before') && text.includes(before?.id ?? 'nothing is stored');
    // The kept thread has the server's id; a message that waits to be sent has none.
    await until(async () => (await page.evaluate(everythingKept)).some(isKept), 'the thread is kept').toBe(true);

    await site.proxy.goAway();
    await send(page, WAITING);
    await page.reload();
    await page.sees(line('Before'));
    await page.sees(line(WAITING));
    await site.proxy.comeBack();
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    await until(async () => (await site.db.select().from(messages)).map(({ text }) => text), 'both are stored').toEqual([
      'Before',
      WAITING,
    ]);
    await page.reload();
    await page.sees(line(WAITING));
    expect((await page.find(line(WAITING))).count).toBe(1);
    expect(await site.db.select().from(messages)).toHaveLength(2);
  });

  test('after logging out nothing of a member is left in the browser, nor comes back by its button', async () => {
    const page = await openChat();
    await send(page, SECRET);
    await page.sees(SENT);
    await logOut(page);
    const kept = () => page.evaluate(everythingKept);
    await until(
      async () => (await kept()).filter((text) => text.includes('Only for you') || text.includes('Marit')),
      'what is kept',
    ).toEqual([]);
    await page.back();
    await page.untilAddress(/^\/login/);
    await page.sees({ role: 'heading', name: say('session:title') });
    expect((await page.find({ text: /Only for you/ })).count).toBe(0);
  });
});

/** Runs in the page: all that databases, caches and storage hold, as text. */
async function everythingKept(): Promise<string[]> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const kept = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = await settled(database.transaction(store).objectStore(store).getAll());
      kept.push(JSON.stringify(rows));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) kept.push(url);
  }
  return kept;
}
