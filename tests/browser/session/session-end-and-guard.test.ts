import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '#db/schema/index';
import { aConversation, aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { interceptCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { anotherTab } from '../support/chat-actions.ts';
import { hasFocus } from '../support/keyboard.ts';
import { composer, field, heading, logIn, logOut, navigationLink, sendButton, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;
let marit: TestMember;
let chat: string;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 6 });
  marit = await aMember(site.db, { name: 'Marit' });
  chat = `/chats/${await aConversation(site.db, joris.id, marit.id)}`;
});

const asJoris = (options = PHONE) => visit(site, { ...options, cookie: joris.cookie });
const asVisitor = () => visit(site, PHONE);
const logInAsJoris = (page: Page) => logIn(page, { email: joris.email, password: PASSWORD });
const loginTo = (next: string) => `/login?${new URLSearchParams({ next })}`;
const expireSession = () => site.db.delete(sessions).where(eq(sessions.memberId, joris.id));

const DRAFT = 'Something I have thought about for long';

describe('a session that ends during use', () => {
  test('leads to the login, and then back to the page and the draft', async () => {
    const page = await asJoris(DESKTOP);
    await page.goto(chat);
    await composer(page).pressSequentially(DRAFT);
    await untilNoRequestPending(page);
    await expireSession();
    await navigationLink(page, 'discover').click();
    await untilAddress(page, loginTo('/members'));
    await page.getByText(t('session:ended_expired')).waitFor();
    await logInAsJoris(page);
    await untilAddress(page, '/members');
    await heading(page, t('members:title')).waitFor();
    await page.goto(chat);
    await composer(page).waitFor();
    await until(() => composer(page).inputValue()).toBe(DRAFT);
  });

  test('is also noticed by a page that the browser restores from its cache', async () => {
    const page = await asJoris();
    await page.goto(chat);
    await composer(page).waitFor();
    await untilNoRequestPending(page);
    await expireSession();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await untilAddress(page, loginTo(chat));
  });

  test('keeps the message whose sending was refused', async () => {
    const page = await asJoris();
    await page.goto(chat);
    await composer(page).pressSequentially(DRAFT);
    await untilNoRequestPending(page);
    await expireSession();
    await sendButton(page, 1).click();
    await untilAddress(page, loginTo(chat));
    await logInAsJoris(page);
    await untilAddress(page, chat);
    await thread(page).getByText(DRAFT, { exact: true }).waitFor();
    await thread(page).getByText(t('chat:sent'), { exact: true }).waitFor();
  });

  test('is ended on the server when the network is back after an offline logout', async () => {
    const page = await asJoris();
    let isDown = true;
    await interceptCalls(page, 'logout.php', 'GET', (route) => (isDown ? route.abort() : route.fallback()));
    await logOut(page);
    await untilAddress(page, '/login');
    const openSessions = async () => (await site.db.select().from(sessions)).filter(({ memberId }) => memberId === joris.id).length;
    await page.goto('/login');
    await field(page, t('session:email')).waitFor();
    expect([addressOf(page), await openSessions()]).toEqual(['/login', 1]);
    isDown = false;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await until(openSessions).toBe(0);
    await logInAsJoris(page);
    await untilAddress(page, '/home');
    await page.reload();
    await page.locator('#new-title').waitFor();
  });

  test('ends in all tabs when one of them logs out', async () => {
    const page = await asJoris();
    const other = await anotherTab(page.context());
    await other.goto('/likes');
    await heading(other, t('likes:title')).waitFor();
    await apiClient(site.url, marit.cookie).post('/api/likes.php', { profile: joris.id });
    await navigationLink(other, 'likes', 1).waitFor();
    await logOut(page);
    await untilAddress(page, '/login');
    await untilAddress(other, loginTo('/likes'));
  });
});

test('text typed before the app has loaded stays, and so does the focus', async () => {
  const page = await asVisitor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/react-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const opened = page.goto('/login');
  await field(page, t('session:email')).fill(joris.email);
  await field(page, t('session:password')).pressSequentially('half');
  await page.keyboard.press('Enter');
  release();
  await opened;
  await until(() => field(page, t('session:email')).inputValue()).toBe(joris.email);
  await until(() => hasFocus(field(page, t('session:password')))).toBe(true);
  await page.keyboard.type(' more');
  await until(() => field(page, t('session:password')).inputValue()).toBe('half more');
  expect(addressOf(page)).toBe('/login');
});

describe('the route guard', () => {
  test.each(['/', '/login', '/signup'])('redirects a member from %s to home', async (path) => {
    const page = await asJoris();
    await page.goto(path);
    await untilAddress(page, '/home');
    await page.locator('#new-title').waitFor();
  });

  test('keeps path, query and hash until after the login', async () => {
    const page = await asVisitor();
    const wanted = '/likes/matches?from=a%20letter&x=1#second';
    await page.goto(wanted);
    await untilAddress(page, loginTo(wanted));
    await logInAsJoris(page);
    await untilAddress(page, wanted);
  });

  test('redirects a visitor who starts a chat to the sign-up, and a member to the chat', async () => {
    const page = await asVisitor();
    const start = `/members/${marit.id}/chat`;
    await page.goto(start);
    const signUp = `/signup?member=${marit.id}&next=${encodeURIComponent(start)}`;
    await untilAddress(page, signUp);
    const [name = '', value = ''] = joris.cookie.split('=');
    await page.context().addCookies([{ name, value, url: site.url }]);
    await page.goto(signUp);
    await untilAddress(page, chat);
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])('does not follow %s', async (next) => {
    const page = await asVisitor();
    await page.goto(loginTo(next));
    await logInAsJoris(page);
    await untilAddress(page, '/home');
    expect(new URL(page.url()).origin).toBe(site.url);
    await page.goto(loginTo(next));
    await untilAddress(page, '/home');
    expect(new URL(page.url()).origin).toBe(site.url);
  });
});

describe('an unknown address', () => {
  test('shows an error page with status, title and path', async () => {
    const page = await asVisitor();
    const path = '/members/nobody/at-all';
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await heading(page, t('core:error_page.not_found')).waitFor();
    await page.getByText(`${t('core:error_page.title')} 404`, { exact: true }).waitFor();
    await page.getByText(path, { exact: true }).waitFor();
    expect(addressOf(page)).toBe(path);
  });
});
