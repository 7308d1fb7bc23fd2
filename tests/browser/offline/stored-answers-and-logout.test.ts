import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { likes, messages, sessions } from '#db/schema/index';
import { aConversation, aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { browserSite } from '../support/browser-site.ts';
import { storedDataOf, untilServiceWorkerActive, untilStored } from '../support/browser-storage.ts';
import { anotherTab, chatActions, gateSends } from '../support/chat-actions.ts';
import { button, composer, logIn, logOut, thread, writeMessage } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, untilAddress } from '../support/visit.ts';

const site = browserSite();
const { open, withMessage } = chatActions(site);
const exact = true;
const WITH_SERVICE_WORKER = { ...DESKTOP, serviceWorkers: 'allow' } as const;
let joris: TestMember;
let marit: TestMember;
let chat: string;

beforeEach(async () => {
  await site.db.delete(likes);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', gender: 'female', credits: 9, personal: 'I row on the Amstel.' });
  chat = await withMessage(joris, marit, 'Do you sail?');
});

const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact });
/** After a navigation an emulated loss of the connection leaves `navigator.onLine` true, so that the note is that of a server out of reach. */
const offlineBar = (page: Page) =>
  page.getByText(t('core:offline.member'), { exact }).or(page.getByText(t('core:offline.unreached'), { exact }));
const heart = (page: Page) => button(page, t('cards:like', { name: 'Marit' })).first();
const texts = async () => (await site.db.select().from(messages).orderBy(messages.seq)).map(({ text }) => text);

/** All data of Joris that a page of his could leave behind. */
const wordsOfJoris = () => [joris.id, 'Joris', joris.email, 'Do you sail?', 'Amstel', 'not sent', 'half a word', chat];

/** A page of Joris that has stored a profile and a thread. */
async function aPageOfJoris(options: Parameters<typeof open>[1] = WITH_SERVICE_WORKER): Promise<Page> {
  const page = await open(joris, options);
  await page.goto(`/members/${marit.id}`);
  await untilStored(page, 'I row on the Amstel.');
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'Do you sail?').waitFor();
  return page;
}

test('offline all opened pages are shown, and messages and likes are sent once when the connection is back', async () => {
  const page = await aPageOfJoris();
  await untilServiceWorkerActive(page);
  await untilStored(page, 'thread/');
  /** Like calls that the server answered; offline the page may try at any time. */
  const answeredLikes: string[] = [];
  page.context().on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'GET' && request.url().includes('/api/likes')) answeredLikes.push(request.method());
  });
  await page.context().setOffline(true);
  await page.reload();
  await offlineBar(page).waitFor();
  await bubble(page, 'Do you sail?').waitFor();
  await writeMessage(page, 'On Sundays');
  await writeMessage(page, 'And you?');

  await page.goto(`/members/${marit.id}`);
  await page.getByText('I row on the Amstel.').waitFor();
  for (const isLiked of ['true', 'false', 'true']) {
    await heart(page).click();
    await until(() => heart(page).getAttribute('aria-pressed')).toBe(isLiked);
  }
  await untilStored(page, 'isWanted');
  const next = await anotherTab(page.context());
  await page.close();
  await next.goto(`/members/${marit.id}`);
  await until(() => heart(next).getAttribute('aria-pressed')).toBe('true');
  expect(await texts()).toEqual(['Do you sail?']);

  await next.context().setOffline(false);
  await until(texts).toEqual(['Do you sail?', 'On Sundays', 'And you?']);
  await until(async () => (await site.db.select().from(likes)).length).toBe(1);
  await offlineBar(next).waitFor({ state: 'detached' });
  await until(() => answeredLikes).toEqual(['POST']);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test('a logout warns of unsent messages and deletes all data in every tab', async () => {
  const page = await aPageOfJoris();
  await untilServiceWorkerActive(page);
  await gateSends(page.context(), { isOpen: false });
  await writeMessage(page, 'not sent');
  await untilStored(page, 'I row on the Amstel.', 'Do you sail?', 'not sent');
  const second = await anotherTab(page.context());
  await second.goto('/chats');
  await second.getByText('Do you sail?').first().waitFor();
  await logOut(page);
  await page.getByRole('alertdialog', { name: t('profile:unsent_title_one', { count: 1 }) }).waitFor();
  await button(page, t('profile:unsent_log_out')).click();
  await Promise.all([untilAddress(page, '/login'), untilAddress(second, /^\/login/)]);
  for (const word of wordsOfJoris()) await until(async () => (await storedDataOf(page)).includes(word)).toBe(false);
});

test('a second member in the same browser finds no data of the first', async () => {
  const page = await aPageOfJoris();
  await untilServiceWorkerActive(page);
  await page.context().setOffline(true);
  await writeMessage(page, 'not sent');
  await composer(page).pressSequentially('half a word');
  await untilStored(page, 'I row on the Amstel.', 'Do you sail?', 'not sent', 'half a word');
  const [name = '', value = ''] = marit.cookie.split('=');
  const next = await anotherTab(page.context());
  await page.close();
  await next.context().setOffline(false);
  await next.context().addCookies([{ name, value, url: site.url }]);
  await next.goto('/home');
  await untilStored(next, marit.id);
  const own = wordsOfJoris().filter((word) => !['Joris', joris.id, 'Do you sail?', 'Amstel', chat].includes(word));
  for (const word of own) await until(async () => (await storedDataOf(next)).includes(word)).toBe(false);
  expect(await texts()).toEqual(['Do you sail?']);
});

test('a logout takes effect even if the page is closed before the server answers', async () => {
  const page = await aPageOfJoris();
  await untilServiceWorkerActive(page);
  await untilStored(page, 'I row on the Amstel.', 'Do you sail?');
  const later = await anotherTab(page.context());
  await later.goto('/icons/app-192.png');
  await page.route('**/api/logout.php*', () => undefined);
  await logOut(page);
  await until(async () => (await storedDataOf(page)).includes('leaving')).toBe(true);
  await page.close();
  await later.context().setOffline(true);
  await later.goto('/chats');
  for (const word of wordsOfJoris()) await until(async () => (await storedDataOf(later)).includes(word)).toBe(false);
  expect(await later.content()).not.toContain('Do you sail?');
});

/** Runs in the page: delays the first read from IndexedDB by 1.5 s. */
const delayFirstRead = () => {
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (this: IDBObjectStore, ...query: Parameters<typeof getAll>) {
    IDBObjectStore.prototype.getAll = getAll;
    const request = getAll.apply(this, query);
    Object.defineProperty(request, 'onsuccess', {
      set: (handler: () => void) => request.addEventListener('success', () => setTimeout(handler, 1500)),
    });
    return request;
  };
};

test('data of a session that was ended elsewhere are not loaded into the next session', async () => {
  const vera = await aMember(site.db, { name: 'Vera' });
  const page = await aPageOfJoris();
  await untilServiceWorkerActive(page);
  await untilStored(page, 'I row on the Amstel.', 'Do you sail?');
  await site.db.delete(sessions);
  await page.addInitScript(delayFirstRead);
  await page.goto('/chats');
  await untilAddress(page, /^\/login/);
  await logIn(page, { email: vera.email, password: PASSWORD });
  await untilStored(page, vera.id, '"boot"');
  await until(async () => {
    const stored = await storedDataOf(page);
    return wordsOfJoris().filter((word) => stored.includes(word));
  }).toEqual([]);
});

test('a visitor’s page deletes photos and push endpoint of an expired session', async () => {
  const page = await open(joris, DESKTOP);
  await page.goto('/home');
  await untilStored(page, joris.id);
  await page.goto('/icons/app-192.png');
  await page.evaluate(async () => {
    localStorage.setItem('push-endpoint', 'https://push.example/of-joris');
    await (await caches.open('photos')).put('/photos/seen.webp', new Response('seen'));
  });
  await site.db.delete(sessions);
  expect(await storedDataOf(page)).toContain(joris.id);
  await page.goto('/');
  for (const word of ['seen.webp', 'of-joris', joris.id]) await until(async () => (await storedDataOf(page)).includes(word)).toBe(false);
});

/** Run in the page: storage that refuses all access, or every write because it is full. */
const BROKEN_STORAGE = {
  blocked: () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const storage of ['indexedDB', 'localStorage', 'sessionStorage', 'caches']) {
      Object.defineProperty(globalThis, storage, { configurable: true, get: refuse });
    }
  },
  full: () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...record: Parameters<typeof put>) {
      const request = put.apply(this, record);
      this.transaction.abort();
      return request;
    };
    Storage.prototype.setItem = refuse;
    Cache.prototype.put = refuse;
  },
};

for (const [what, breakStorage] of Object.entries(BROKEN_STORAGE)) {
  test(`with storage that is ${what} nothing is stored, and everything else works`, async () => {
    const other = await aConversation(site.db, joris.id, (await aMember(site.db, { name: 'Vera' })).id);
    const page = await open(joris, DESKTOP);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? ''));
    await page.addInitScript(breakStorage);
    await page.goto(`/chats/${chat}`);
    await bubble(page, 'Do you sail?').waitFor();
    await writeMessage(page, 'On Sundays');
    await until(texts).toEqual(['Do you sail?', 'On Sundays']);
    await page.goto(`/members/${marit.id}`);
    await heart(page).click();
    await until(async () => (await site.db.select().from(likes)).length).toBe(1);
    await page.goto(`/chats/${other}`);
    await composer(page).waitFor();
    await logOut(page);
    await untilAddress(page, '/login');
    expect(errors).toEqual([]);
  });
}
