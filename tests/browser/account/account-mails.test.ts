import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aMember, newEmail, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading, logIn, logOut } from '../support/locators.ts';
import { latestLink } from '../support/mailbox.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, untilAddress, visit } from '../support/visit.ts';

const site = browserSite({ keepsPages: true });
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
  await field(page, t('account:email')).fill(joris.email);
  await button(page, t('account:reset_send')).click();
  await heading(page, t('account:reset_sent_title')).waitFor();
  const resetLink = await latestLink(page, joris.email, 'reset-password/do');
  await page.goto(resetLink);
  await field(page, t('account:password_chosen')).fill(CHOSEN);
  await button(page, t('account:reset_do')).click();
  await page.getByText(t('account:reset_notice')).waitFor();
  await arriveHome(joris.email, CHOSEN);
  await page.goto(resetLink);
  await page.getByText(t('account:reset_expired')).waitFor();
});

test('a new e-mail address is confirmed by its mail, and the mail to the old address undoes the change', async () => {
  await page.goto('/profile/settings#email');
  await button(page, t('account:email_change_long')).click();
  await field(page, t('account:email_other')).fill(newAddress);
  await field(page, t('account:password_now')).fill(CHOSEN);
  await button(page, t('account:email_ask')).click();
  await page.getByText(t('account:email_asked', { email: newAddress, old: joris.email })).waitFor();
  await page.goto(await latestLink(page, newAddress, 'mail-change/do'));
  await button(page, t('account:change_do')).click();
  await heading(page, t('account:change_changed_title')).waitFor();
  await page.goto(await latestLink(page, joris.email, 'mail-change/do'));
  await button(page, t('account:undo_do')).click();
  await heading(page, t('account:change_undone_title')).waitFor();
  await page.goto('/login');
  await arriveHome(joris.email, CHOSEN);
});

test('the link in the mail restores a deleted account with all its data', async () => {
  await page.goto('/profile/settings#delete');
  await button(page, t('account:delete_open')).click();
  await field(page, t('account:password_now')).fill(CHOSEN);
  await button(page, t('account:delete_do')).click();
  await heading(page, t('account:gone_title')).waitFor();
  expect((await fetch(`${site.url}/api/profile.php?id=${joris.id}`)).status).toBe(404);
  await page.goto(await latestLink(page, joris.email, 'account-deleted'));
  await button(page, t('account:back_do')).click();
  await page.getByText(t('account:back_notice')).waitFor();
  await arriveHome(joris.email, CHOSEN);
  expect((await fetch(`${site.url}/api/profile.php?id=${joris.id}`)).status).toBe(200);
  await logOut(page);
  await untilAddress(page, '/login');
  expect(await checkInvariants(site.db)).toEqual([]);
});
