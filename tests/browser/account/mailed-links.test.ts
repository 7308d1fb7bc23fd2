import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountNotifications } from '#db/schema/index';
import { accountNotification } from '../../../worker/domain/account-notifications.ts';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { holdAnswers, refusal, stubCalls, TOKEN_EXPIRED } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading, link, logIn } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { name: 'Joris' });
});

const asVisitor = () => visit(site, PHONE);
const TOKEN = 'a-token-out-of-a-letter';
const expectAccessible = async (page: Page) => {
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
};
/** Waits until a heading is shown and has the focus. */
const untilHeadingFocused = async (page: Page, title: string) => {
  await heading(page, title).waitFor();
  await until(() => heading(page, title).evaluate((element) => element === document.activeElement)).toBe(true);
};

describe('the mail to a new e-mail address', () => {
  test('changes nothing when its link is opened, and the address when the button is pressed', async () => {
    const page = await asVisitor();
    const sent = await stubCalls(page, 'mailchange.php', 'PUT');
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await heading(page, t('account:change_title')).waitFor();
    await untilAddress(page, '/mail-change/do');
    expect(sent).toEqual([]);
    await expectAccessible(page);
    await button(page, t('account:change_do')).click();
    await untilHeadingFocused(page, t('account:change_changed_title'));
    expect(sent).toEqual([{ token: TOKEN }]);
    await page.reload();
    await heading(page, t('account:change_changed_title')).waitFor();
  });

  test.each([
    ['its link has expired', TOKEN_EXPIRED, 'change_expired_title'],
    ['the address was taken meanwhile', refusal(409, 'email_taken'), 'change_taken_title'],
  ] as const)('leads to a page that says so if %s', async (_, answered, title) => {
    const page = await asVisitor();
    await stubCalls(page, 'mailchange.php', 'PUT', answered);
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await button(page, t('account:change_do')).click();
    await untilHeadingFocused(page, t(`account:${title}`));
  });

  test('keeps the button if the call fails', async () => {
    const page = await asVisitor();
    await stubCalls(page, 'mailchange.php', 'PUT', refusal(503, 'unavailable'));
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await button(page, t('account:change_do')).click();
    await page.getByText(t('errors:unavailable')).waitFor();
    await button(page, t('account:change_do')).waitFor();
  });

  test('has expired if the address has no token', async () => {
    const page = await asVisitor();
    await page.goto('/mail-change/do');
    await heading(page, t('account:change_expired_title')).waitFor();
  });
});

describe('the mail to the old e-mail address', () => {
  test('undoes the change by its button and leads to a change of the password', async () => {
    const page = await asVisitor();
    const sent = await stubCalls(page, 'mailchange.php', 'DELETE');
    await site.db.insert(accountNotifications).values(accountNotification(joris.id, 'mail_change_undone', Date.now()));
    await page.goto(`/mail-change/do?undo=${TOKEN}`);
    await heading(page, t('account:undo_title')).waitFor();
    await untilAddress(page, '/mail-change/do');
    expect(sent).toEqual([]);
    await button(page, t('account:undo_do')).click();
    await untilHeadingFocused(page, t('account:change_undone_title'));
    expect(sent).toEqual([{ token: TOKEN }]);
    await link(page, t('account:log_in')).click();
    await untilAddress(page, '/login?next=%2Fnotifications%23email-change-incorrect');
    await logIn(page, { email: joris.email, password: PASSWORD });
    await untilAddress(page, '/notifications#email-change-incorrect');
    await heading(page, t('notifications:incorrect_title')).waitFor();
    await expectAccessible(page);
    await link(page, t('notifications:incorrect_password')).click();
    await untilAddress(page, '/profile/settings#password');
    await field(page, t('account:password_old')).waitFor();
  });
});

describe('a deleted account', () => {
  test('is restored by the button behind the link of its mail, and the login says so', async () => {
    const page = await asVisitor();
    const sent = await stubCalls(page, 'undelete.php', 'POST');
    await page.goto(`/account-deleted?token=${TOKEN}`);
    await heading(page, t('account:back_title')).waitFor();
    await untilAddress(page, '/account-deleted');
    expect(sent).toEqual([]);
    await button(page, t('account:back_do')).click();
    await untilAddress(page, '/login');
    await page.getByText(t('account:back_notice')).waitFor();
    expect(sent).toEqual([{ token: TOKEN }]);
  });

  test('leads to the login if the link has expired', async () => {
    const page = await asVisitor();
    await stubCalls(page, 'undelete.php', 'POST', TOKEN_EXPIRED);
    await page.goto(`/account-deleted?token=${TOKEN}`);
    await button(page, t('account:back_do')).click();
    await page.getByText(t('account:back_expired')).waitFor();
    await link(page, t('account:log_in')).click();
    await untilAddress(page, '/login');
  });
});

test('the warning that somebody may know the password is shown only after an undone change of the address', async () => {
  const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db)).cookie });
  await page.goto('/notifications#email-change-incorrect');
  await page.getByText(t('notifications:empty_title')).waitFor();
  expect(await heading(page, t('notifications:incorrect_title')).count()).toBe(0);
});

describe('the activation mail', () => {
  test('leads an unconfirmed member to a page that says the address is not confirmed', async () => {
    const { cookie, email } = await aMember(site.db, { status: 'not_confirmed' });
    const page = await visit(site, { ...PHONE, cookie });
    await page.goto('/activate/done');
    await heading(page, t('account:done_not_yet_title')).waitFor();
    await page.getByText(t('account:done_not_yet_text', { email })).waitFor();
    expect(await heading(page, t('account:done_title')).count()).toBe(0);
    await expectAccessible(page);
    await button(page, t('account:resend')).click();
    await page.getByText(t('account:resent', { email })).waitFor();
  });

  test('keeps saying so while the page refreshes the account', async () => {
    const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db, { status: 'not_confirmed' })).cookie });
    const refresh = await holdAnswers(page, 'user.php', 'GET');
    await page.goto('/activate/done');
    await refresh.answered;
    await heading(page, t('account:done_not_yet_title')).waitFor();
    expect(await page.getByText(t('core:status.loading')).count()).toBe(0);
    refresh.release();
  });

  test('leads a member with an unfinished sign-up to its next step', async () => {
    const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db, { lastSignupStep: 3 })).cookie });
    await page.goto('/activate/done');
    const finish = link(page, t('account:done_finish'));
    await finish.waitFor();
    expect(await finish.getAttribute('href')).toBe('/complete-signup');
  });

  test('if its link has expired, it is sent again to a member, and a visitor is asked to log in', async () => {
    const { cookie, email } = await aMember(site.db, { status: 'not_confirmed' });
    const page = await visit(site, { ...PHONE, cookie });
    await page.goto('/activate/error');
    await button(page, t('account:resend')).click();
    await page.getByText(t('account:resent', { email })).waitFor();
    const visitor = await asVisitor();
    await visitor.goto('/activate/error');
    await link(visitor, t('account:log_in')).click();
    await untilAddress(visitor, '/login?next=/activate/error');
  });
});
