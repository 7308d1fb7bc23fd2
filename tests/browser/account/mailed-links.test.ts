import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountNotices } from '#db/schema/index';
import { accountNotice } from '../../../worker/domain/account-notifications.ts';
import { aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { answer, EXPIRED, holdAnswer, refusal } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browsedSite } from '../support/browser-site.ts';
import { button, field, heading, link, logIn } from '../support/locators.ts';
import { say } from '../support/translations.ts';
import { PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilStill } from '../support/waits.ts';

const site = browsedSite();
let joris: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { name: 'Joris' });
});

const asVisitor = () => visit(site, PHONE);
const TOKEN = 'a-token-out-of-a-letter';
const isForEveryone = async (page: Page) => {
  await untilStill(page);
  expect(await violationsOn(page)).toEqual([]);
};
/** Waits until a heading is shown and has the focus. */
const untilSaid = async (page: Page, title: string) => {
  await heading(page, title).waitFor();
  await until(() => heading(page, title).evaluate((element) => element === document.activeElement)).toBe(true);
};

describe('the mail to a new e-mail address', () => {
  test('changes nothing when its link is opened, and the address when the button is pressed', async () => {
    const page = await asVisitor();
    const sent = await answer(page, 'mailchange.php', 'PUT');
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await heading(page, say('account:change_title')).waitFor();
    await untilAddress(page, '/mail-change/do');
    expect(sent).toEqual([]);
    await isForEveryone(page);
    await button(page, say('account:change_do')).click();
    await untilSaid(page, say('account:change_changed_title'));
    expect(sent).toEqual([{ token: TOKEN }]);
    await page.reload();
    await heading(page, say('account:change_changed_title')).waitFor();
  });

  test.each([
    ['its link has expired', EXPIRED, 'change_expired_title'],
    ['the address was taken meanwhile', refusal(409, 'email_taken'), 'change_taken_title'],
  ] as const)('leads to a page that says so if %s', async (_, answered, title) => {
    const page = await asVisitor();
    await answer(page, 'mailchange.php', 'PUT', answered);
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await button(page, say('account:change_do')).click();
    await untilSaid(page, say(`account:${title}`));
  });

  test('keeps the button if the call fails', async () => {
    const page = await asVisitor();
    await answer(page, 'mailchange.php', 'PUT', refusal(503, 'unavailable'));
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await button(page, say('account:change_do')).click();
    await page.getByText(say('errors:unavailable')).waitFor();
    await button(page, say('account:change_do')).waitFor();
  });

  test('has expired if the address has no token', async () => {
    const page = await asVisitor();
    await page.goto('/mail-change/do');
    await heading(page, say('account:change_expired_title')).waitFor();
  });
});

describe('the mail to the old e-mail address', () => {
  test('undoes the change by its button and leads to a change of the password', async () => {
    const page = await asVisitor();
    const sent = await answer(page, 'mailchange.php', 'DELETE');
    await site.db.insert(accountNotices).values(accountNotice(joris.id, 'mail_change_undone', Date.now()));
    await page.goto(`/mail-change/do?undo=${TOKEN}`);
    await heading(page, say('account:undo_title')).waitFor();
    await untilAddress(page, '/mail-change/do');
    expect(sent).toEqual([]);
    await button(page, say('account:undo_do')).click();
    await untilSaid(page, say('account:change_undone_title'));
    expect(sent).toEqual([{ token: TOKEN }]);
    await link(page, say('account:log_in')).click();
    await untilAddress(page, '/login?next=%2Fnotifications%23email-change-incorrect');
    await logIn(page, { email: joris.email, password: PASSWORD });
    await untilAddress(page, '/notifications#email-change-incorrect');
    await heading(page, say('notifications:incorrect_title')).waitFor();
    await isForEveryone(page);
    await link(page, say('notifications:incorrect_password')).click();
    await untilAddress(page, '/profile#password');
    await field(page, say('account:password_old')).waitFor();
  });
});

describe('a deleted account', () => {
  test('is restored by the button behind the link of its mail, and the login says so', async () => {
    const page = await asVisitor();
    const sent = await answer(page, 'undelete.php', 'POST');
    await page.goto(`/account-deleted?token=${TOKEN}`);
    await heading(page, say('account:back_title')).waitFor();
    await untilAddress(page, '/account-deleted');
    expect(sent).toEqual([]);
    await button(page, say('account:back_do')).click();
    await untilAddress(page, '/login');
    await page.getByText(say('account:back_notice')).waitFor();
    expect(sent).toEqual([{ token: TOKEN }]);
  });

  test('leads to the login if the link has expired', async () => {
    const page = await asVisitor();
    await answer(page, 'undelete.php', 'POST', EXPIRED);
    await page.goto(`/account-deleted?token=${TOKEN}`);
    await button(page, say('account:back_do')).click();
    await page.getByText(say('account:back_expired')).waitFor();
    await link(page, say('account:log_in')).click();
    await untilAddress(page, '/login');
  });
});

test('the warning that somebody may know the password is shown only after an undone change of the address', async () => {
  const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db)).cookie });
  await page.goto('/notifications#email-change-incorrect');
  await page.getByText(say('notifications:empty_title')).waitFor();
  expect(await heading(page, say('notifications:incorrect_title')).count()).toBe(0);
});

describe('the activation mail', () => {
  test('leads an unconfirmed member to a page that says the address is not confirmed', async () => {
    const { cookie, email } = await aMember(site.db, { status: 'not_confirmed' });
    const page = await visit(site, { ...PHONE, cookie });
    await page.goto('/activate/done');
    await heading(page, say('account:done_not_yet_title')).waitFor();
    await page.getByText(say('account:done_not_yet_text', { email })).waitFor();
    expect(await heading(page, say('account:done_title')).count()).toBe(0);
    await isForEveryone(page);
    await button(page, say('account:resend')).click();
    await page.getByText(say('account:resent', { email })).waitFor();
  });

  test('keeps saying so while the page refreshes the account', async () => {
    const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db, { status: 'not_confirmed' })).cookie });
    const refresh = await holdAnswer(page, 'user.php', 'GET');
    await page.goto('/activate/done');
    await refresh.answered;
    await heading(page, say('account:done_not_yet_title')).waitFor();
    expect(await page.getByText(say('core:status.loading')).count()).toBe(0);
    refresh.release();
  });

  test('leads a member with an unfinished sign-up to its next step', async () => {
    const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db, { lastSignupStep: 3 })).cookie });
    await page.goto('/activate/done');
    const finish = link(page, say('account:done_finish'));
    await finish.waitFor();
    expect(await finish.getAttribute('href')).toBe('/complete-signup');
  });

  test('if its link has expired, it is sent again to a member, and a visitor is asked to log in', async () => {
    const { cookie, email } = await aMember(site.db, { status: 'not_confirmed' });
    const page = await visit(site, { ...PHONE, cookie });
    await page.goto('/activate/error');
    await button(page, say('account:resend')).click();
    await page.getByText(say('account:resent', { email })).waitFor();
    const visitor = await asVisitor();
    await visitor.goto('/activate/error');
    await link(visitor, say('account:log_in')).click();
    await untilAddress(visitor, '/login?next=/activate/error');
  });
});
