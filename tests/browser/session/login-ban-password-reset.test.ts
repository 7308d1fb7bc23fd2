import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '#db/schema/index';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { refusal, stubCalls, TOKEN_EXPIRED } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading, link, logIn } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { addressOf, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle, untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris' });
});

const asVisitor = () => visit(site, PHONE);
const asJoris = () => visit(site, { ...PHONE, cookie: joris.cookie });
const updateJoris = (change: Partial<typeof members.$inferInsert>) => site.db.update(members).set(change).where(eq(members.id, joris.id));
const TOKEN = 'a-token-out-of-a-letter';
const NEW_PASSWORD = 'a lamp under the stairs';

async function tryToLogIn(password = PASSWORD): Promise<Page> {
  const page = await asVisitor();
  await page.goto('/login');
  await logIn(page, { email: joris.email, password });
  return page;
}

const hasFocus = (page: Page, label: string) => field(page, label).evaluate((element) => element === document.activeElement);
const expectAccessible = async (page: Page) => {
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
};

/** Expects that address, history and storage do not contain the token. */
async function expectTokenIsGone(page: Page): Promise<void> {
  await until(() => new URL(page.url()).search).toBe('');
  const traces = await page.evaluate(() => JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]));
  expect(traces).not.toContain(TOKEN);
}

describe('the login', () => {
  test('keeps the e-mail address and moves the focus to a wrong password', async () => {
    const page = await tryToLogIn('not the password');
    await page.getByText(t('session:wrong_credentials')).waitFor();
    await until(() => hasFocus(page, t('session:password'))).toBe(true);
    expect(await field(page, t('session:email')).inputValue()).toBe(joris.email);
  });

  test('accepts an unconfirmed member', async () => {
    await updateJoris({ status: 'not_confirmed' });
    const page = await tryToLogIn();
    await untilAddress(page, '/home');
  });

  test('offers to send the mail that restores a deleted account', async () => {
    await updateJoris({ status: 'deleted', statusBefore: 'active', deletedAt: Date.now() });
    const page = await asVisitor();
    const sent = await stubCalls(page, 'undelete.php', 'POST');
    await page.goto('/login');
    await logIn(page, { email: joris.email, password: PASSWORD });
    await page.getByText(t('session:deleted_title')).waitFor();
    await expectAccessible(page);
    await button(page, t('session:deleted_send')).click();
    await page.getByText(t('session:deleted_sent', { email: joris.email })).waitFor();
    expect(sent).toEqual([{ email: joris.email, password: PASSWORD }]);
  });

  test('says how long to wait after too many tries', async () => {
    const page = await asVisitor();
    await stubCalls(page, 'login.php', 'POST', { ...refusal(429, 'too_many'), headers: { 'Retry-After': '1900' } });
    await page.goto('/login');
    await logIn(page, { email: joris.email, password: PASSWORD });
    const wait = t('core:time.minutes_other', { count: 32 });
    await page.getByText(t('errors:too_many_wait', { wait })).waitFor();
  });
});

describe('a ban', () => {
  const REASON = 'Three members were asked for money.';

  test('is shown with its reason at the login', async () => {
    await updateJoris({ status: 'banned', statusBefore: 'active', banReason: REASON });
    const page = await tryToLogIn();
    await untilAddress(page, '/pages/ban');
    await heading(page, t('pages:ban_title_own')).waitFor();
    await page.getByText(REASON, { exact: true }).waitFor();
    await expectAccessible(page);
    await link(page, t('pages:ban_other')).click();
    await untilAddress(page, '/login');
  });

  test('leads an open session from all but a few pages to the ban page until it logs out', async () => {
    const page = await asJoris();
    await page.goto('/members');
    await heading(page, t('members:title')).waitFor();
    await updateJoris({ status: 'banned', statusBefore: 'active', banReason: REASON });
    await page.goto('/likes');
    await untilAddress(page, '/pages/ban');
    await page.goto('/login?next=/chats');
    await untilAddress(page, '/pages/ban');
    await openUntilIdle(page, '/pages/terms');
    expect(addressOf(page)).toBe('/pages/terms');
    await page.goto('/pages/ban');
    await link(page, t('pages:ban_complain')).click();
    await heading(page, t('complaints:title')).waitFor();
    await openUntilIdle(page, '/complaints');
    expect(addressOf(page)).toBe('/complaints');
    await page.goto('/pages/ban');
    await button(page, t('pages:ban_log_out')).click();
    await untilAddress(page, '/login');
    await page.goto('/members');
    await untilAddress(page, '/login?next=%2Fmembers');
  });
});

describe('a forgotten password', () => {
  test('is requested with the e-mail address from the login, which is not in the URL', async () => {
    const page = await asVisitor();
    const sent = await stubCalls(page, 'resetpassword.php', 'POST');
    await page.goto('/login');
    await field(page, t('session:email')).fill(joris.email);
    await link(page, t('session:forgot')).click();
    await untilAddress(page, '/reset-password');
    expect(await field(page, t('account:email')).inputValue()).toBe(joris.email);
    await button(page, t('account:reset_send')).click();
    await page.getByText(t('account:reset_sent_text', { email: joris.email })).waitFor();
    await expectAccessible(page);
    expect(sent).toEqual([{ email: joris.email }]);
    expect(addressOf(page)).toBe('/reset-password');
  });

  test('is not requested without an e-mail address', async () => {
    const page = await asVisitor();
    const sent = await stubCalls(page, 'resetpassword.php', 'POST');
    await page.goto('/reset-password');
    await button(page, t('account:reset_send')).click();
    await page.getByText(t('account:email_required')).waitFor();
    await until(() => hasFocus(page, t('account:email'))).toBe(true);
    expect(sent).toEqual([]);
  });

  test('is replaced by the link in the mail, whose token is removed from the URL', async () => {
    const page = await asVisitor();
    const sent = await stubCalls(page, 'resetpassword.php', 'PUT');
    await stubCalls(page, 'resetpassword.php', 'GET');
    await page.goto(`/reset-password/do?token=${TOKEN}`);
    await heading(page, t('account:reset_do_title')).waitFor();
    await expectTokenIsGone(page);
    await field(page, t('account:password_chosen')).fill('short');
    await button(page, t('account:reset_do')).click();
    await page.getByText(t('account:password_too_short', { min: 8 })).waitFor();
    expect(sent).toEqual([]);
    await button(page, t('core:action.show_password')).click();
    await field(page, t('account:password_chosen')).fill(NEW_PASSWORD);
    await button(page, t('account:reset_do')).click();
    await untilAddress(page, '/login');
    await page.getByText(t('account:reset_notice')).waitFor();
    expect(sent).toEqual([{ token: TOKEN, password: NEW_PASSWORD }]);
  });

  test('says that a link has expired as soon as it is opened', async () => {
    const page = await asVisitor();
    await page.goto(`/reset-password/do?token=${TOKEN}`);
    await heading(page, t('account:error_title')).waitFor();
    expect(await field(page, t('account:password_chosen')).count()).toBe(0);
    await expectTokenIsGone(page);
    await expectAccessible(page);
  });

  test('offers another link if this one has expired meanwhile, also for members', async () => {
    const page = await asJoris();
    await stubCalls(page, 'resetpassword.php', 'GET');
    await stubCalls(page, 'resetpassword.php', 'PUT', TOKEN_EXPIRED);
    await page.goto(`/reset-password/do?token=${TOKEN}`);
    await field(page, t('account:password_chosen')).fill(NEW_PASSWORD);
    await button(page, t('account:reset_do')).click();
    await heading(page, t('account:error_title')).waitFor();
    await link(page, t('account:reset_ask')).click();
    await untilAddress(page, '/reset-password');
    expect(await field(page, t('account:email')).inputValue()).toBe(joris.email);
  });
});
