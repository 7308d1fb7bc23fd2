import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import type { members } from '#db/schema/index';
import { TICK_MS } from '../../../web/features/signup/activation-mail/poll-delivery.ts';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { blockFonts, layoutShiftOf } from '../support/layout-shift.ts';
import { button, field, link } from '../support/locators.ts';
import { mailSentHeading } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite();

/** A member who has finished all steps before the activation mail. */
const aMemberBeforeMail = (traits: object = {}) =>
  aMember(site.db, { status: 'not_confirmed', name: 'Joris', locale: 'en', personal: 'I sail.', lastSignupStep: 5, ...traits });

describe('the activation mail', () => {
  const delivered = (page: Page, isDelivered: () => boolean) =>
    page.route('**/api/activate.php', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { delivered: isDelivered() } }) : route.continue(),
    );

  test('while it is not sent the text changes three times, and the page stops waiting at the twentieth poll', async () => {
    const { cookie } = await aMemberBeforeMail();
    const page = await visit(site, { ...PHONE, cookie });
    await page.clock.install();
    let polls = 0;
    await delivered(page, () => {
      polls += 1;
      return false;
    });
    /** Advances the clock tick by tick until these words are visible. */
    const untilShown = (words: Locator) =>
      until(async () => {
        await page.clock.fastForward(TICK_MS);
        return words.isVisible();
      }).toBe(true);
    const untilSaid = (words: string) => untilShown(page.getByText(t(`signup:${words}`)));
    await page.goto('/complete-signup');
    await untilSaid('sending_first');
    await untilSaid('sending_second');
    page.once('domcontentloaded', () => {
      polls = 0;
    });
    await page.reload();
    for (const words of ['sending_first', 'sending_second', 'sending_third', 'sending_last']) await untilSaid(words);
    await untilShown(mailSentHeading(page, 'Joris'));
    expect(polls).toBeGreaterThanOrEqual(20);
    await page.getByText(t('signup:leaving_text')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('can be sent to another address, with errors shown at their fields', async () => {
    const { cookie, email } = await aMemberBeforeMail({ lastSignupStep: 6 });
    const page = await visit(site, { ...PHONE, cookie });
    await delivered(page, () => true);
    const other = newEmail();
    await page.route('**/api/mailchange.php', async (route) => {
      const { password } = route.request().postDataJSON();
      if (password !== PASSWORD) {
        await route.fulfill({ status: 422, json: { error: { code: 'invalid', message: '', fields: { password: 'wrong_password' } } } });
        return;
      }
      const { user } = await (await page.request.get('/api/user.php')).json();
      await route.fulfill({ json: { user: { ...user, email: other } } });
    });
    await page.goto('/signup');
    await mailSentHeading(page, 'Joris').waitFor();
    await page.getByText(email).waitFor();
    await button(page, t('signup:change_address')).click();
    const sheet = page.getByRole('dialog', { name: t('signup:change_title') });
    await button(page, t('signup:change_submit')).click();
    await until(() => hasFocus(field(page, t('signup:change_email')))).toBe(true);
    await sheet.getByText(t('signup:email_required')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await field(page, t('signup:change_email')).fill(other);
    await field(page, t('signup:password')).fill('not this one');
    await button(page, t('signup:change_submit')).click();
    await until(() => field(page, t('signup:password')).getAttribute('aria-invalid')).toBe('true');
    await field(page, t('signup:password')).fill(PASSWORD);
    await button(page, t('signup:change_submit')).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText(t('signup:changed_text')).waitFor();
    await page.getByText(other).waitFor();
  });
});

/** Opens a page in the template `classic`, whose search page has the reminder. */
async function open(path: string, traits: Partial<typeof members.$inferInsert>, view = PHONE): Promise<{ page: Page; email: string }> {
  await saveSetting(site.db, 'template', 'classic');
  onTestFinished(() => clearSetting(site.db, 'template').then(() => undefined));
  const { cookie, email } = await aMember(site.db, traits);
  const page = await visit(site, { ...view, cookie });
  await blockFonts(page);
  await openUntilIdle(page, path);
  return { page, email };
}

const bar = (page: Page) => page.getByRole('complementary', { name: t('reminder:label') });

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('the reminder on %s', (_, view) => {
  test('of the activation mail causes no layout shift, sends it again and leads to a change of the address', async () => {
    const { page, email } = await open('/members', { status: 'not_confirmed' }, view);
    await bar(page).getByText(t('reminder:mail_text', { email })).waitFor();
    expect(await layoutShiftOf(page)).toBeLessThan(0.02);
    expect(await violationsOn(page)).toEqual([]);
    await button(page, t('reminder:mail_send')).click();
    await bar(page).getByText(t('reminder:mail_sent', { email })).waitFor();
    await link(page, t('reminder:mail_change')).click();
    await untilAddress(page, '/profile/settings#email');
    await page.getByLabel(t('account:email_other')).waitFor();
  });
});

describe('the reminder', () => {
  test('of an unfinished sign-up leads to its next step', async () => {
    const { page } = await open('/members', { status: 'not_confirmed', lastSignupStep: 2 });
    await bar(page).getByText(t('reminder:sign_up_title')).waitFor();
    expect(await link(page, t('reminder:sign_up_do')).getAttribute('href')).toBe('/complete-signup');
  });

  test('stays away after it was closed', async () => {
    const { page } = await open('/members', { status: 'not_confirmed' });
    await button(page, t('reminder:close')).click();
    await bar(page).waitFor({ state: 'detached' });
    await openUntilIdle(page, '/members');
    expect(await bar(page).count()).toBe(0);
  });

  test.each([
    ['on another page', '/likes', { status: 'not_confirmed' }],
    ['with a confirmed address', '/members', {}],
  ] as const)('is not shown %s', async (_, path, traits) => {
    const { page } = await open(path, traits);
    expect(await bar(page).count()).toBe(0);
  });
});
