import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { likes, messages } from '#db/schema/index';
import { aConversation, aMember, newEmail, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { interceptCalls } from '../support/api-stubs.ts';
import { browserSiteOf } from '../support/browser-site.ts';
import { button, composer, field, heading, link, navigationLink, thread, writeMessage } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { startRestartableProduct } from './restartable-product.ts';

const site = browserSiteOf(startRestartableProduct);
let joris: TestMember;
let marit: TestMember;
let chat: string;

beforeEach(async () => {
  await site.product.startDatabase();
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 6 });
  marit = await aMember(site.db, { name: 'Marit' });
  chat = await aConversation(site.db, joris.id, marit.id);
});

const asJoris = () => visit(site, { ...PHONE, cookie: joris.cookie });
const sent = (page: Page) => thread(page).getByText(t('chat:sent'), { exact: true });
const sending = (page: Page) => thread(page).getByText(t('chat:sending'), { exact: true });
const offlineNote = (page: Page) => page.getByText(t('core:offline.unreached'), { exact: true });
const unavailableText = t('errors:unavailable');
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '1' },
  json: { error: { code: 'unavailable', message: 'the database is away' } },
};
/** An error that the page does not retry. */
const BROKEN = { status: 500, json: { error: { code: 'internal', message: 'a fault of ours' } } };

const TOAST_CODE = /\/assets\/toasts-[\w-]+\.js$/;
/** The module with socket and polling. */
const SESSION_EFFECTS_CODE = /\/assets\/session-effects-[\w-]+\.js$/;
const TEXT = 'Is the boat still in Utrecht?';

/** Expects that the message is stored and shown once, and that the invariants hold. */
async function expectSentOnce(page: Page): Promise<void> {
  await sent(page).waitFor();
  expect(await thread(page).getByText(TEXT, { exact: true }).count()).toBe(1);
  const rows = await site.db.select().from(messages);
  expect(rows.filter(({ conversationId }) => conversationId === chat).map(({ text }) => text)).toEqual([TEXT]);
  expect(await checkInvariants(site.db)).toEqual([]);
}

describe('without a database', () => {
  test('a message waits and is sent once when it is back; the page says so, and a draft stays', async () => {
    const page = await asJoris();
    await page.goto(`/chats/${chat}`);
    await composer(page).waitFor();
    await site.product.stopDatabase();
    const refused = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 503);
    await writeMessage(page, TEXT, 1);
    expect((await refused).headers()['retry-after']).toMatch(/^\d+$/);
    await sending(page).waitFor();
    await composer(page).pressSequentially('And another thing');
    await offlineNote(page).waitFor();
    await site.product.startDatabase();
    await expectSentOnce(page);
    expect(await composer(page).inputValue()).toBe('And another thing');
    await offlineNote(page).waitFor({ state: 'detached' });
  });

  test('pages show an error, and a retry loads them when it is back', async () => {
    const page = await asJoris();
    await site.product.stopDatabase();
    const response = await page.goto(`/chats/${chat}`);
    expect(response?.status()).toBe(200);
    await page.getByText(unavailableText).waitFor();
    await site.product.startDatabase();
    await button(page, t('core:action.retry')).click();
    await composer(page).waitFor();
  });

  test('the sign-up keeps what was typed, and works when it is back', async () => {
    const email = newEmail();
    const page = await visit(site, PHONE);
    await page.goto('/signup');
    await field(page, t('signup:email')).pressSequentially(email);
    await page.getByText(t('signup:email_new')).waitFor();
    await field(page, t('signup:name')).fill('Ewa');
    await field(page, t('signup:password')).fill('a boat called Which Version');
    await site.product.stopDatabase();
    await button(page, t('signup:submit')).click();
    await page.getByRole('alert').getByText(unavailableText).waitFor();
    await page.getByText(t('signup:failed')).waitFor();
    const typed = ['email', 'name', 'password'].map((name) => field(page, t(`signup:${name}`)).inputValue());
    expect(await Promise.all(typed)).toEqual([email, 'Ewa', 'a boat called Which Version']);
    await site.product.startDatabase();
    await button(page, t('signup:submit')).click();
    await heading(page, t('signup:photo_title')).waitFor();
  });
});

describe('without a network', () => {
  test('a message whose answer was lost is sent again with the same client id, and is stored once', async () => {
    const page = await asJoris();
    const clientIds: unknown[] = [];
    await interceptCalls(page, 'chat.php', 'POST', async (route) => {
      clientIds.push(route.request().postDataJSON().message.client_id);
      if (clientIds.length > 1) return route.fallback();
      const answer = await route.fetch();
      expect(answer.status()).toBe(201);
      return route.abort();
    });
    await page.goto(`/chats/${chat}`);
    await writeMessage(page, TEXT, 1);
    await expectSentOnce(page);
    expect(new Set(clientIds).size).toBe(1);
    await until(() => link(page, t('chat:credits_other', { count: 5 })).count()).toBe(1);
  });

  test('a queued message is sent once after a reload', async () => {
    const page = await asJoris();
    let isDown = true;
    await interceptCalls(page, 'chat.php', 'POST', (route) => (isDown ? route.abort() : route.fallback()));
    await page.goto(`/chats/${chat}`);
    await writeMessage(page, TEXT, 1);
    await sending(page).waitFor();
    await page.reload();
    await thread(page).getByText(TEXT, { exact: true }).waitFor();
    isDown = false;
    await page.reload();
    await expectSentOnce(page);
  });

  test('a chat that cannot be opened shows a toast', async () => {
    const page = await asJoris();
    await interceptCalls(page, 'chat.php', 'GET', (route) => route.fulfill(UNAVAILABLE));
    await page.goto(`/members/${marit.id}`);
    await link(page, t('cards:chat_with', { name: 'Marit' }))
      .first()
      .click();
    await page.getByText('Error', { exact: true }).waitFor();
    await page.getByText('Cannot start chat, try again later or contact customer support', { exact: true }).waitFor();
    await untilAddress(page, `/members/${marit.id}`);
  });

  test('a failed like is taken back', async () => {
    const page = await asJoris();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await interceptCalls(page, 'likes.php', 'POST', async (route) => {
      await released;
      await route.fulfill(BROKEN);
    });
    await page.goto(`/members/${marit.id}`);
    const heart = button(page, t('cards:like', { name: 'Marit' })).first();
    await heart.click();
    await until(() => heart.getAttribute('aria-pressed')).toBe('true');
    release();
    await page.getByText(t('cards:like_failed', { name: 'Marit' }), { exact: true }).waitFor();
    await until(() => heart.getAttribute('aria-pressed')).toBe('false');
    expect(await site.db.select().from(likes)).toEqual([]);
  });

  test('a toast is shown', async () => {
    const page = await asJoris();
    const toastCode = page.waitForResponse(TOAST_CODE);
    await page.goto(`/members/${marit.id}`);
    await (await toastCode).finished();
    await page.context().setOffline(true);
    await link(page, t('cards:chat_with', { name: 'Marit' }))
      .first()
      .click();
    await page.getByText('Error', { exact: true }).waitFor();
  });

  test('a screen whose code cannot be loaded reloads the page once and then says so', async () => {
    const page = await asJoris();
    const codeRequests: string[] = [];
    await page.route(/\/assets\/likes-[\w-]{7}\.js$/, (route) => {
      codeRequests.push(route.request().url());
      return route.abort();
    });
    await page.goto('/notifications');
    await navigationLink(page, 'likes').click();
    await heading(page, t('core:error_page.broken')).waitFor();
    await untilAddress(page, '/likes');
    expect(codeRequests.length).toBeLessThanOrEqual(4);
  });

  test('a page that could not load the code of its socket opens a socket later and keeps the draft', async () => {
    const page = await asJoris();
    await page.route(SESSION_EFFECTS_CODE, (route) => route.abort());
    const loggedError = page.waitForEvent('console', (message) => message.text().includes('dynamically imported module'));
    await page.goto(`/chats/${chat}`);
    await composer(page).fill(TEXT);
    await loggedError;
    const socket = page.waitForEvent('websocket');
    await page.unroute(SESSION_EFFECTS_CODE);
    await socket;
    await until(() => composer(page).inputValue()).toBe(TEXT);
  });

  test('a toast whose code cannot be loaded does not break the page', async () => {
    const page = await asJoris();
    await page.route(TOAST_CODE, (route) => route.abort());
    await interceptCalls(page, 'likes.php', 'POST', (route) => route.fulfill(BROKEN));
    await page.goto(`/members/${marit.id}`);
    const heart = button(page, t('cards:like', { name: 'Marit' })).first();
    const failedLoad = page.waitForEvent('requestfailed', (request) => TOAST_CODE.test(request.url()));
    const refused = page.waitForResponse((response) => response.status() === 500);
    await heart.click();
    await Promise.all([refused, failedLoad]);
    await until(() => heart.getAttribute('aria-pressed')).toBe('false');
  });
});
