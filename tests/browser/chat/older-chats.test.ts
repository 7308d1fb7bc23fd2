import { eq } from 'drizzle-orm';
import type { Page, Route, WebSocketRoute } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { members, participants } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { dropInitialAnswers, interceptCalls, refusal } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { chatActions } from '../support/chat-actions.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { button, field } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until } from '../support/visit.ts';
import { openUntilIdle, untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const { as, open, sendMessage, withMessage } = chatActions(site);
const exact = true;
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 3 });
});

const rows = (page: Page) => page.locator('.chat-entry');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const names = (page: Page) => rows(page).locator('.list-item-name bdi').allTextContents();
const olderButton = (page: Page) => button(page, t('chat:older_chats'));

/** A member who has written to Joris. */
async function aWriter(name: string) {
  const member = await aMember(site.db, { name, credits: 2 });
  return { ...member, chat: await withMessage(joris, member, `I am ${name}`) };
}

/** Limits every page of the conversation list to two. */
async function limitListToTwo(page: Page): Promise<void> {
  await dropInitialAnswers(page);
  await interceptCalls(page, 'chats.php', 'GET', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    return route.fallback({ url: url.href });
  });
}

test('older chats are loaded by a button and stay; a failed deletion restores a chat, a successful one removes it on all devices', async () => {
  for (const name of ['Ada', 'Bea', 'Cem']) await withMessage(joris, await aMember(site.db, { name, credits: 1 }), `I am ${name}`);
  const [page, phone] = await Promise.all([open(joris, DESKTOP), open(joris)]);
  await limitListToTwo(page);
  await Promise.all([openUntilIdle(page, '/chats'), openUntilIdle(phone, '/chats')]);
  await until(() => rows(page).count()).toBe(2);
  await pressOn(page, button(page, t('chat:older_chats')));
  await until(() => hasFocus(rowOf(page, 'Ada').getByRole('link'))).toBe(true);
  await until(() => button(page, t('chat:older_chats')).count()).toBe(0);

  await untilNoRequestPending(page);
  let listCalls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/chats.php')) listCalls += 1;
  });
  let isDown = true;
  await interceptCalls(page, 'chat.php', 'DELETE', (route) => (isDown ? route.fulfill(refusal(429, 'too_many')) : route.fallback()));
  const remove = async () => {
    await pressOn(page, button(page, t('chat:menu', { name: 'Ada' })));
    await page.getByRole('menuitem', { name: t('chat:menu_delete') }).press('Enter');
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor();
    await button(page, t('chat:delete_confirm')).press('Enter');
  };
  await remove();
  const alert = page.locator('.toast').filter({ hasText: t('chat:delete_failed') });
  await alert.getByText(t('errors:too_many'), { exact }).waitFor();
  await until(() => listCalls).toBe(1);
  await rowOf(page, 'Ada').waitFor();
  // The deletion is sent twice, so that the page receives a 404 for the second call.
  await page.route('**/api/chat.php', async (route) => {
    if (route.request().method() === 'DELETE') await route.fetch();
    return route.fallback();
  });
  isDown = false;
  await remove();
  await until(() => rowOf(page, 'Ada').count()).toBe(0);
  await until(() => rowOf(phone, 'Ada').count()).toBe(0);
  await until(() => hasFocus(rowOf(page, 'Bea').getByRole('link'))).toBe(true);
  expect((await site.db.select().from(participants)).filter(({ memberId, isListed }) => memberId === joris.id && isListed)).toHaveLength(2);
  expect(listCalls).toBe(1);
  for (const name of ['Dot', 'Eva']) await withMessage(joris, await aMember(site.db, { name, credits: 1 }), `I am ${name}`);
  for (const name of ['Eva', 'Dot', 'Cem', 'Bea']) await rowOf(page, name).waitFor();
  expect(await rows(page).count()).toBe(4);

  await button(page, t('chat:search')).click();
  const search = field(page, t('chat:search'));
  for (const [words, found] of [
    ['béa', 'Bea'],
    ['am cem', 'Cem'],
  ] as const) {
    await search.fill(words);
    await until(() =>
      rows(page)
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.includes(found))),
    ).toEqual([true]);
  }
  await search.fill('Zoë');
  await page.getByText(t('chat:search_none', { query: 'Zoë' })).waitFor();
  await search.press('Escape');
  await until(() => rows(page).count()).toBe(4);
  await button(page, t('chat:search')).click();
  await search.fill('Zoë');
  await page
    .locator('.empty-state')
    .getByRole('button', { name: t('chat:search_close') })
    .click();
  await until(() => rows(page).count()).toBe(4);
  expect(await checkInvariants(site.db)).toEqual([]);
});

/** Passes the requests for pages behind the first one to `act`. */
const interceptOlder = (page: Page, act: (route: Route) => Promise<void>) =>
  interceptCalls(page, 'chats.php', 'GET', (route) => (route.request().url().includes('before=') ? act(route) : route.fallback()));

test('older chats are asked for by the button only; a failure leaves the list, and a chat that moves to the top stands there alone', async () => {
  const ada = await aWriter('Ada');
  for (const name of ['Bea', 'Cem', 'Dot', 'Eva']) await aWriter(name);
  const page = await open(joris, DESKTOP);
  await limitListToTwo(page);
  let [olderCalls, isDown] = [0, false];
  let held = Promise.resolve();
  await interceptOlder(page, async (route) => {
    olderCalls += 1;
    await held;
    return isDown ? route.fulfill(refusal(429, 'too_many')) : route.fallback();
  });
  await openUntilIdle(page, '/chats');
  await untilNoRequestPending(page);
  expect([await names(page), olderCalls]).toEqual([['Eva', 'Dot'], 0]);
  await pressOn(page, olderButton(page));
  await until(() => hasFocus(rowOf(page, 'Cem').getByRole('link'))).toBe(true);
  isDown = true;
  await pressOn(page, olderButton(page));
  await page.locator('.toast').getByText(t('errors:too_many'), { exact }).waitFor();
  expect(await names(page)).toEqual(['Eva', 'Dot', 'Cem', 'Bea']);
  isDown = false;
  await pressOn(page, olderButton(page));
  await until(() => hasFocus(rowOf(page, 'Ada').getByRole('link'))).toBe(true);
  expect([await names(page), await olderButton(page).count(), olderCalls]).toEqual([['Eva', 'Dot', 'Cem', 'Bea', 'Ada'], 0, 3]);

  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  await sendMessage(ada, ada.chat, 'Still there?');
  // Until the known pages are loaded again, Dot is on none of them.
  await until(() => names(page)).toEqual(['Ada', 'Eva', 'Cem', 'Bea']);
  release();
  await until(() => names(page)).toEqual(['Ada', 'Eva', 'Dot', 'Cem', 'Bea']);
  expect(olderCalls).toBe(5);
});

test('the known older chats are loaded again when a member changes and after missed events', async () => {
  const ada = await aWriter('Ada');
  for (const name of ['Bea', 'Cem', 'Dot', 'Eva']) await aWriter(name);
  const page = await open(joris, DESKTOP);
  const sockets: WebSocketRoute[] = [];
  await page.context().routeWebSocket(
    () => true,
    (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    },
  );
  await limitListToTwo(page);
  await openUntilIdle(page, '/chats');
  for (const name of ['Cem', 'Ada']) {
    await pressOn(page, olderButton(page));
    await until(() => hasFocus(rowOf(page, name).getByRole('link'))).toBe(true);
  }
  expect((await as(ada).post('/api/block.php', { profile: joris.id })).status).toBe(204);
  await until(() => names(page)).toEqual(['Eva', 'Dot', 'Cem', 'Bea', t('chat:deleted_member')]);
  await untilNoRequestPending(page);
  await site.db.update(members).set({ name: 'Bella' }).where(eq(members.name, 'Bea'));
  for (const socket of sockets) socket.send(JSON.stringify({ type: 'resync' }));
  await until(() => names(page)).toEqual(['Eva', 'Dot', 'Cem', 'Bella', t('chat:deleted_member')]);
});

test('a page of older chats that is being loaded neither brings a deleted chat back nor is lost when the list is loaded again', async () => {
  await aWriter('Ada');
  const bea = await aWriter('Bea');
  for (const name of ['Cem', 'Dot', 'Eva']) await aWriter(name);
  const page = await open(joris, DESKTOP);
  let held = Promise.resolve();
  const asked: string[] = [];
  await interceptOlder(page, async (route) => {
    const response = await route.fetch();
    asked.push(route.request().url());
    await held;
    return route.fulfill({ response });
  });
  await limitListToTwo(page);
  await openUntilIdle(page, '/chats');
  await pressOn(page, olderButton(page));
  await until(() => hasFocus(rowOf(page, 'Cem').getByRole('link'))).toBe(true);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  await pressOn(page, olderButton(page));
  await until(() => asked.length).toBe(2);
  expect((await as(joris).delete('/api/chat.php', { conversation: { id: bea.chat } })).status).toBe(204);
  await until(() => names(page)).toEqual(['Eva', 'Dot', 'Cem']);
  await aWriter('Fay');
  await until(() => names(page)).toEqual(['Fay', 'Eva', 'Cem']);
  release();
  await until(() => names(page)).toEqual(['Fay', 'Eva', 'Dot', 'Cem', 'Ada']);
  await until(() => hasFocus(rowOf(page, 'Ada').getByRole('link'))).toBe(true);
});
