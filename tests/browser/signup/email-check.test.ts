import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressesOf } from '#contract/pages/landers';
import { newEmail } from '../../support/database/factories.ts';
import { holdRequests, stubCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { button, field } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, visit } from '../support/visit.ts';

const site = browserSite();

/** The pages with a form that checks e-mail addresses, and how to fill in a free address. */
const CHECKED_FORMS: readonly [string, (page: Page, email: string) => Promise<void>][] = [
  ['/signup', (page, email) => field(page, t('signup:email')).fill(email)],
  [
    addressesOf('landers-gallery-slug')[0] ?? '',
    async (page, email) => {
      await field(page, t('signup:email')).fill(email);
      await page.locator('.lander-email-form button[type=submit]').click();
    },
  ],
];

test.each(CHECKED_FORMS)('at %s submitting is blocked while the e-mail address is empty or unchecked', async (path, begin) => {
  const page = await visit(site, PHONE);
  const sent = await stubCalls(page, 'user.php', 'POST');
  await page.goto(path);
  await begin(page, newEmail());
  const address = field(page, t('signup:email'));
  const free = page.getByText(t('signup:email_new'), { exact: true });
  await free.waitFor();
  await field(page, t('signup:name')).fill('Joris');
  await field(page, t('signup:password')).fill('a boat called Which Version');

  await address.fill('');
  await free.waitFor({ state: 'detached' });
  await button(page, t('signup:submit')).click();
  await page.getByText(t('signup:email_required'), { exact: true }).waitFor();
  await until(() => hasFocus(address)).toBe(true);

  const release = await holdRequests(page, 'validate_email.php', 'GET');
  await address.fill(newEmail());
  await button(page, t('signup:submit')).click();
  await page.getByText(t('signup:still_checking'), { exact: true }).waitFor();
  release();
  await free.waitFor();
  expect(sent).toEqual([]);
});
