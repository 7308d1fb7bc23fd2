import { expect, test } from 'vitest';
import { messages } from '#db/schema/index';
import { t } from '../browser/support/translations.ts';
import { aConversation, aMember } from '../support/database/factories.ts';
import { logOut, SENT, send, threadText, untilControlled } from './support/chat-actions.ts';
import { inEachEngine } from './support/engine-site.ts';
import { until } from './support/page.ts';

const WAITING = 'Written where nobody could hear it';
const SECRET = 'Only for you, Joris';

inEachEngine((site) => {
  /** Opens a new conversation of Joris with Marit and waits until the service worker controls the page. */
  async function openChat() {
    const joris = await aMember(site.db, { name: 'Joris', locale: 'en', credits: 5 });
    const marit = await aMember(site.db, { name: 'Marit', locale: 'en' });
    const conversation = await aConversation(site.db, joris.id, marit.id);
    const page = await site.visit({ cookie: joris.cookie });
    await page.open(`/chats/${conversation}`);
    await untilControlled(page);
    return page;
  }

  test('a message written without a network is sent once when it is back, and the page can be reloaded meanwhile', async () => {
    const page = await openChat();
    await send(page, 'Before');
    await until(() => site.db.select().from(messages), 'the message is stored').toHaveLength(1);
    const [before] = await site.db.select().from(messages);
    const isStored = (text: string) => text.includes('Before') && text.includes(before?.id ?? 'nothing is stored');
    // The stored thread contains the id of the server, which a message in the send queue does not have.
    await until(async () => (await page.evaluate(storedTexts)).some(isStored), 'the thread is stored in the browser').toBe(true);

    await site.proxy.disconnect();
    await send(page, WAITING);
    await page.reload();
    await page.untilShown(threadText('Before'));
    await page.untilShown(threadText(WAITING));
    await site.proxy.reconnect();
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    await until(async () => (await site.db.select().from(messages)).map(({ text }) => text), 'both are stored').toEqual([
      'Before',
      WAITING,
    ]);
    await page.reload();
    await page.untilShown(threadText(WAITING));
    expect((await page.find(threadText(WAITING))).count).toBe(1);
    expect(await site.db.select().from(messages)).toHaveLength(2);
  });

  test('after a logout no data of the member are in the browser, nor come back by its back button', async () => {
    const page = await openChat();
    await send(page, SECRET);
    await page.untilShown(SENT);
    await logOut(page);
    const stored = () => page.evaluate(storedTexts);
    await until(
      async () => (await stored()).filter((text) => text.includes('Only for you') || text.includes('Marit')),
      'the data stored in the browser',
    ).toEqual([]);
    await page.back();
    await page.untilAddress(/^\/login/);
    await page.untilShown({ role: 'heading', name: t('session:title') });
    expect((await page.find({ text: /Only for you/ })).count).toBe(0);
  });
});

/** Runs in the page: returns the content of databases, caches and storage as texts. */
async function storedTexts(): Promise<string[]> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const stored = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = await resultOf(database.transaction(store).objectStore(store).getAll());
      stored.push(JSON.stringify(rows));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) stored.push(url);
  }
  return stored;
}
