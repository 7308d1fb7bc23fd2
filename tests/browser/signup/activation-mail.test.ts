import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { members } from '#db/schema/index';
import { TICK_MS } from '../../../web/features/signup/activation-mail/poll-delivery.ts';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browsedSite } from '../support/browser-site.ts';
import { hasFocus } from '../support/keyboard.ts';
import { shiftOf, withoutType } from '../support/layout-shift.ts';
import { button, field, link } from '../support/locators.ts';
import { mailPage } from '../support/signup-steps.ts';
import { say } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openAtRest } from '../support/waits.ts';

const site = browsedSite();

/** A member who has finished all steps before the activation mail. */
const nearTheEnd = (traits: object = {}) =>
  aMember(site.db, { status: 'not_confirmed', name: 'Joris', locale: 'en', personal: 'I sail.', lastSignupStep: 5, ...traits });

describe('the activation mail', () => {
  const delivered = (page: Page, isDelivered: () => boolean) =>
    page.route('**/api/activate.php', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { delivered: isDelivered() } }) : route.continue(),
    );

  test('while it is not sent the text changes three times, and the page stops waiting at the twentieth poll', async () => {
    const { cookie } = await nearTheEnd();
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
    const untilSaid = (words: string) => untilShown(page.getByText(say(`signup:${words}`)));
    await page.goto('/complete-signup');
    await untilSaid('sending_first');
    await untilSaid('sending_second');
    page.once('domcontentloaded', () => {
      polls = 0;
    });
    await page.reload();
    for (const words of ['sending_first', 'sending_second', 'sending_third', 'sending_last']) await untilSaid(words);
    await untilShown(mailPage(page, 'Joris'));
    expect(polls).toBeGreaterThanOrEqual(20);
    await page.getByText(say('signup:leaving_text')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('can be sent to another address, with errors shown at their fields', async () => {
    const { cookie, email } = await nearTheEnd({ lastSignupStep: 6 });
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
    await mailPage(page, 'Joris').waitFor();
    await page.getByText(email).waitFor();
    await button(page, say('signup:change_address')).click();
    const sheet = page.getByRole('dialog', { name: say('signup:change_title') });
    await button(page, say('signup:change_submit')).click();
    await until(() => hasFocus(field(page, say('signup:change_email')))).toBe(true);
    await sheet.getByText(say('signup:email_required')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await field(page, say('signup:change_email')).fill(other);
    await field(page, say('signup:password')).fill('not this one');
    await button(page, say('signup:change_submit')).click();
    await until(() => field(page, say('signup:password')).getAttribute('aria-invalid')).toBe('true');
    await field(page, say('signup:password')).fill(PASSWORD);
    await button(page, say('signup:change_submit')).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText(say('signup:changed_text')).waitFor();
    await page.getByText(other).waitFor();
  });
});

async function open(path: string, traits: Partial<typeof members.$inferInsert>, view = PHONE): Promise<{ page: Page; email: string }> {
  const { cookie, email } = await aMember(site.db, traits);
  const page = await visit(site, { ...view, cookie });
  await withoutType(page);
  await openAtRest(page, path);
  return { page, email };
}

const bar = (page: Page) => page.getByRole('complementary', { name: say('reminder:label') });

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('the reminder on %s', (_, view) => {
  test('of the activation mail causes no layout shift, sends it again and leads to a change of the address', async () => {
    const { page, email } = await open('/notifications', { status: 'not_confirmed' }, view);
    await bar(page).getByText(say('reminder:mail_text', { email })).waitFor();
    expect(await shiftOf(page)).toBeLessThan(0.02);
    expect(await violationsOn(page)).toEqual([]);
    await button(page, say('reminder:mail_send')).click();
    await bar(page).getByText(say('reminder:mail_sent', { email })).waitFor();
    await link(page, say('reminder:mail_change')).click();
    await untilAddress(page, '/profile#email');
    await page.getByLabel(say('account:email_other')).waitFor();
  });
});

describe('the reminder', () => {
  test('of an unfinished sign-up leads to its next step', async () => {
    const { page } = await open('/likes', { status: 'not_confirmed', lastSignupStep: 2 });
    await bar(page).getByText(say('reminder:sign_up_title')).waitFor();
    expect(await link(page, say('reminder:sign_up_do')).getAttribute('href')).toBe('/complete-signup');
  });

  test('stays away after it was closed', async () => {
    const { page } = await open('/likes', { status: 'not_confirmed' });
    await button(page, say('reminder:close')).click();
    await bar(page).waitFor({ state: 'detached' });
    await openAtRest(page, '/members');
    expect(await bar(page).count()).toBe(0);
  });

  test.each([
    ['in chats', '/chats', { status: 'not_confirmed' }],
    ['with a confirmed address', '/members', {}],
  ] as const)('is not shown %s', async (_, path, traits) => {
    const { page } = await open(path, traits);
    expect(await bar(page).count()).toBe(0);
  });
});
