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
/** The heading of what a press has come to has the focus. */
const untilSaid = async (page: Page, title: string) => {
  await heading(page, title).waitFor();
  await until(() => heading(page, title).evaluate((element) => element === document.activeElement)).toBe(true);
};

describe('the letter to a new address', () => {
  test('changes nothing by being opened, and the address by its button', async () => {
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
    ['has run out', EXPIRED, 'change_expired_title'],
    ['comes too late for its address', refusal(409, 'email_taken'), 'change_taken_title'],
  ] as const)('says so when it %s', async (_, answered, title) => {
    const page = await asVisitor();
    await answer(page, 'mailchange.php', 'PUT', answered);
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await button(page, say('account:change_do')).click();
    await untilSaid(page, say(`account:${title}`));
  });

  test('keeps its button when the network fails', async () => {
    const page = await asVisitor();
    await answer(page, 'mailchange.php', 'PUT', refusal(503, 'unavailable'));
    await page.goto(`/mail-change/do?token=${TOKEN}`);
    await button(page, say('account:change_do')).click();
    await page.getByText(say('errors:unavailable')).waitFor();
    await button(page, say('account:change_do')).waitFor();
  });

  test('is missed where there is no token', async () => {
    const page = await asVisitor();
    await page.goto('/mail-change/do');
    await heading(page, say('account:change_expired_title')).waitFor();
  });
});

describe('the letter to the old address', () => {
  test('takes the change back by its button and leads to a new password', async () => {
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
  test('comes back by the button behind its letter, and says so on the login', async () => {
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

  test('shows the way on when the letter is too old', async () => {
    const page = await asVisitor();
    await answer(page, 'undelete.php', 'POST', EXPIRED);
    await page.goto(`/account-deleted?token=${TOKEN}`);
    await button(page, say('account:back_do')).click();
    await page.getByText(say('account:back_expired')).waitFor();
    await link(page, say('account:log_in')).click();
    await untilAddress(page, '/login');
  });
});

test('nobody whose address was not changed reads that somebody may know their password', async () => {
  const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db)).cookie });
  await page.goto('/notifications#email-change-incorrect');
  await page.getByText(say('notifications:empty_title')).waitFor();
  expect(await heading(page, say('notifications:incorrect_title')).count()).toBe(0);
});

describe('the letter of a sign-up', () => {
  test('says of a member whose address is not confirmed that it is not', async () => {
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

  test('goes on saying so while the page asks for news', async () => {
    const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db, { status: 'not_confirmed' })).cookie });
    const news = await holdAnswer(page, 'user.php', 'GET');
    await page.goto('/activate/done');
    await news.answered;
    await heading(page, say('account:done_not_yet_title')).waitFor();
    expect(await page.getByText(say('core:status.loading')).count()).toBe(0);
    news.release();
  });

  test('leads who has not finished on to the rest of it', async () => {
    const page = await visit(site, { ...PHONE, cookie: (await aMember(site.db, { lastSignupStep: 3 })).cookie });
    await page.goto('/activate/done');
    const finish = link(page, say('account:done_finish'));
    await finish.waitFor();
    expect(await finish.getAttribute('href')).toBe('/complete-signup');
  });

  test('is sent again to a member, and asks a visitor to log in, when it has run out', async () => {
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
