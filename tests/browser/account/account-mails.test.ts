import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aMember, newEmail, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { browsedSite } from '../support/browser-site.ts';
import { button, field, heading, logIn, logOut } from '../support/locators.ts';
import { latestLink } from '../support/mailbox.ts';
import { say } from '../support/translations.ts';
import { DESKTOP, untilAddress, visit } from '../support/visit.ts';

const site = browsedSite({ keepsVisits: true });
let joris: TestMember;
let page: Page;

const CHOSEN = 'a lamp under the stairs';
const newAddress = newEmail();

beforeAll(async () => {
  joris = await aMember(site.db, { name: 'Joris', locale: 'en', credits: 3 });
});

async function arriveHome(email: string, password: string): Promise<void> {
  await logIn(page, { email, password });
  await untilAddress(page, '/home');
}

/** All mails are those that the site sends, and their links are opened as the reader would. */
test('the link in a mail replaces a forgotten password and works once', async () => {
  page = await visit(site, DESKTOP);
  await page.goto('/reset-password');
  await field(page, say('account:email')).fill(joris.email);
  await button(page, say('account:reset_send')).click();
  await heading(page, say('account:reset_sent_title')).waitFor();
  const resetLink = await latestLink(page, joris.email, 'reset-password/do');
  await page.goto(resetLink);
  await field(page, say('account:password_chosen')).fill(CHOSEN);
  await button(page, say('account:reset_do')).click();
  await page.getByText(say('account:reset_notice')).waitFor();
  await arriveHome(joris.email, CHOSEN);
  await page.goto(resetLink);
  await page.getByText(say('account:reset_expired')).waitFor();
});

test('a new e-mail address is confirmed by its mail, and the mail to the old address undoes the change', async () => {
  await page.goto('/profile#email');
  await button(page, say('account:email_change_long')).click();
  await field(page, say('account:email_other')).fill(newAddress);
  await field(page, say('account:password_now')).fill(CHOSEN);
  await button(page, say('account:email_ask')).click();
  await page.getByText(say('account:email_asked', { email: newAddress, old: joris.email })).waitFor();
  await page.goto(await latestLink(page, newAddress, 'mail-change/do'));
  await button(page, say('account:change_do')).click();
  await heading(page, say('account:change_changed_title')).waitFor();
  await page.goto(await latestLink(page, joris.email, 'mail-change/do'));
  await button(page, say('account:undo_do')).click();
  await heading(page, say('account:change_undone_title')).waitFor();
  await page.goto('/login');
  await arriveHome(joris.email, CHOSEN);
});

test('the link in the mail restores a deleted account with all its data', async () => {
  await page.goto('/profile#delete');
  await button(page, say('account:delete_open')).click();
  await field(page, say('account:password_now')).fill(CHOSEN);
  await button(page, say('account:delete_do')).click();
  await heading(page, say('account:gone_title')).waitFor();
  expect((await fetch(`${site.url}/api/profile.php?id=${joris.id}`)).status).toBe(404);
  await page.goto(await latestLink(page, joris.email, 'account-deleted'));
  await button(page, say('account:back_do')).click();
  await page.getByText(say('account:back_notice')).waitFor();
  await arriveHome(joris.email, CHOSEN);
  expect((await fetch(`${site.url}/api/profile.php?id=${joris.id}`)).status).toBe(200);
  await logOut(page);
  await untilAddress(page, '/login');
  expect(await checkInvariants(site.db)).toEqual([]);
});
