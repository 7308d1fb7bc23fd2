import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { likes, messages } from '#db/schema/index';
import { aConversation, aMember, newEmail, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { meddle } from '../support/api-stubs.ts';
import { browsedSiteOf } from '../support/browser-site.ts';
import { button, composer, field, heading, link, tab, thread, write } from '../support/locators.ts';
import { say } from '../support/translations.ts';
import { PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { startRestartableProduct } from './restartable-product.ts';

const site = browsedSiteOf(startRestartableProduct);
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
const sent = (page: Page) => thread(page).getByText(say('chat:sent'), { exact: true });
const sending = (page: Page) => thread(page).getByText(say('chat:sending'), { exact: true });
const unreached = (page: Page) => page.getByText(say('core:offline.unreached'), { exact: true });
const away = say('errors:unavailable');
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '1' },
  json: { error: { code: 'unavailable', message: 'the database is away' } },
};
/** An answer after which another try makes no sense. */
const BROKEN = { status: 500, json: { error: { code: 'internal', message: 'a fault of ours' } } };

const TOAST_CODE = /\/assets\/toasts-[\w-]+\.js$/;
/** Of all that runs beside the screens, the socket first of all. */
const LIFE_CODE = /\/assets\/session-effects-[\w-]+\.js$/;
const TEXT = 'Is the boat still in Utrecht?';

/** What was written is there once, in the database and on the page, and the invariants hold. */
async function isSentOnce(page: Page): Promise<void> {
  await sent(page).waitFor();
  expect(await thread(page).getByText(TEXT, { exact: true }).count()).toBe(1);
  const rows = await site.db.select().from(messages);
  expect(rows.filter(({ conversationId }) => conversationId === chat).map(({ text }) => text)).toEqual([TEXT]);
  expect(await checkInvariants(site.db)).toEqual([]);
}

describe('a database that goes away', () => {
  test('a message waits for it and is sent once, and the page says so; what is typed meanwhile stays', async () => {
    const page = await asJoris();
    await page.goto(`/chats/${chat}`);
    await composer(page).waitFor();
    await site.product.stopDatabase();
    const refused = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 503);
    await write(page, TEXT, 1);
    expect((await refused).headers()['retry-after']).toMatch(/^\d+$/);
    await sending(page).waitFor();
    await composer(page).pressSequentially('And another thing');
    await unreached(page).waitFor();
    await site.product.startDatabase();
    await isSentOnce(page);
    expect(await composer(page).inputValue()).toBe('And another thing');
    await unreached(page).waitFor({ state: 'detached' });
  });

  test('pages say so calmly, and show what they have when it is back', async () => {
    const page = await asJoris();
    await site.product.stopDatabase();
    const response = await page.goto(`/chats/${chat}`);
    expect(response?.status()).toBe(200);
    await page.getByText(away).waitFor();
    await site.product.startDatabase();
    await button(page, say('core:action.retry')).click();
    await composer(page).waitFor();
  });

  test('the sign-up keeps what was typed and works when it is back', async () => {
    const email = newEmail();
    const page = await visit(site, PHONE);
    await page.goto('/signup');
    await field(page, say('signup:email')).pressSequentially(email);
    await page.getByText(say('signup:email_new')).waitFor();
    await field(page, say('signup:name')).fill('Ewa');
    await field(page, say('signup:password')).fill('a boat called Which Version');
    await site.product.stopDatabase();
    await button(page, say('signup:submit')).click();
    await page.getByRole('alert').getByText(away).waitFor();
    await page.getByText(say('signup:failed')).waitFor();
    const typed = ['email', 'name', 'password'].map((name) => field(page, say(`signup:${name}`)).inputValue());
    expect(await Promise.all(typed)).toEqual([email, 'Ewa', 'a boat called Which Version']);
    await site.product.startDatabase();
    await button(page, say('signup:submit')).click();
    await heading(page, say('signup:photo_title')).waitFor();
  });
});

describe('a network that fails', () => {
  test('a message whose answer was lost is sent again under its name, and is one', async () => {
    const page = await asJoris();
    const names: unknown[] = [];
    await meddle(page, 'chat.php', 'POST', async (route) => {
      names.push(route.request().postDataJSON().message.client_id);
      if (names.length > 1) return route.fallback();
      const answer = await route.fetch();
      expect(answer.status()).toBe(201);
      return route.abort();
    });
    await page.goto(`/chats/${chat}`);
    await write(page, TEXT, 1);
    await isSentOnce(page);
    expect(new Set(names).size).toBe(1);
    await until(() => link(page, say('chat:credits_other', { count: 5 })).count()).toBe(1);
  });

  test('a message that waits is sent once after a reload', async () => {
    const page = await asJoris();
    let isDown = true;
    await meddle(page, 'chat.php', 'POST', (route) => (isDown ? route.abort() : route.fallback()));
    await page.goto(`/chats/${chat}`);
    await write(page, TEXT, 1);
    await sending(page).waitFor();
    await page.reload();
    await thread(page).getByText(TEXT, { exact: true }).waitFor();
    isDown = false;
    await page.reload();
    await isSentOnce(page);
  });

  test('a chat that cannot be started says so in a toast', async () => {
    const page = await asJoris();
    await meddle(page, 'chat.php', 'GET', (route) => route.fulfill(UNAVAILABLE));
    await page.goto(`/members/${marit.id}`);
    await link(page, say('cards:chat_with', { name: 'Marit' }))
      .first()
      .click();
    await page.getByText('Error', { exact: true }).waitFor();
    await page.getByText('Cannot start chat, try again later or contact customer support', { exact: true }).waitFor();
    await untilAddress(page, `/members/${marit.id}`);
  });

  test('a like that fails goes back to what it was', async () => {
    const page = await asJoris();
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await meddle(page, 'likes.php', 'POST', async (route) => {
      await release;
      await route.fulfill(BROKEN);
    });
    await page.goto(`/members/${marit.id}`);
    const heart = button(page, say('cards:like', { name: 'Marit' })).first();
    await heart.click();
    await until(() => heart.getAttribute('aria-pressed')).toBe('true');
    resolve();
    await page.getByText(say('cards:like_failed', { name: 'Marit' }), { exact: true }).waitFor();
    await until(() => heart.getAttribute('aria-pressed')).toBe('false');
    expect(await site.db.select().from(likes)).toEqual([]);
  });

  test('a toast comes up even without a network', async () => {
    const page = await asJoris();
    const isThere = page.waitForResponse(TOAST_CODE);
    await page.goto(`/members/${marit.id}`);
    await (await isThere).finished();
    await page.context().setOffline(true);
    await link(page, say('cards:chat_with', { name: 'Marit' }))
      .first()
      .click();
    await page.getByText('Error', { exact: true }).waitFor();
  });

  test('a screen whose code cannot be had loads the page once and says so, without asking on and on', async () => {
    const page = await asJoris();
    const asked: string[] = [];
    await page.route(/\/assets\/likes-[\w-]+\.js$/, (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await page.goto('/notifications');
    await tab(page, 'likes').click();
    await heading(page, say('core:error_page.broken')).waitFor();
    await untilAddress(page, '/likes');
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test('a page that had no network when it asked for its socket’s code has a socket all the same, and what was typed', async () => {
    const page = await asJoris();
    await page.route(LIFE_CODE, (route) => route.abort());
    const told = page.waitForEvent('console', (message) => message.text().includes('dynamically imported module'));
    await page.goto(`/chats/${chat}`);
    await composer(page).fill(TEXT);
    await told;
    await page.unroute(LIFE_CODE);
    await page.waitForEvent('websocket');
    await until(() => composer(page).inputValue()).toBe(TEXT);
  });

  test('a toast whose code is gone leaves the page as it is', async () => {
    const page = await asJoris();
    await page.route(TOAST_CODE, (route) => route.abort());
    await meddle(page, 'likes.php', 'POST', (route) => route.fulfill(BROKEN));
    await page.goto(`/members/${marit.id}`);
    const heart = button(page, say('cards:like', { name: 'Marit' })).first();
    const gone = page.waitForEvent('requestfailed', (request) => TOAST_CODE.test(request.url()));
    const refused = page.waitForResponse((response) => response.status() === 500);
    await heart.click();
    await Promise.all([refused, gone]);
    await until(() => heart.getAttribute('aria-pressed')).toBe('false');
  });
});
