import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { memberByEmail } from '#db/queries/account/members';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { button, heading, link } from '../support/locators.ts';
import { submitAccountStep } from '../support/signup-and-search-actions.ts';
import { stepHeading } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const FROM_THE_NETHERLANDS = { extraHTTPHeaders: { 'CF-IPCountry': 'NL' } };
const CAMPAIGN = '/?network=ads&sub2=b';

const banner = (page: Page) => page.getByRole('region', { name: t('consent:tracking_title') });
const trackingNames = async (page: Page) => {
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  const stored = await page.evaluate(() => Object.keys(localStorage));
  return [...cookies, ...stored].filter((name) => name.includes('tracking')).toSorted();
};
async function open(path: string, options: Parameters<typeof visit>[1] = {}) {
  const page = await visit(site, { ...PHONE, ...FROM_THE_NETHERLANDS, ...options });
  await page.goto(path);
  return page;
}
/** Whether nobody is asked, once the page has done all it does by itself. */
async function expectNoBanner(page: Page): Promise<void> {
  await untilNoRequestPending(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await banner(page).count()).toBe(0);
}

test('a campaign is stored only after a yes, and the question covers no page and moves nothing', async () => {
  const page = await visit(site, { ...PHONE, ...FROM_THE_NETHERLANDS });
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: '' };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as unknown as { element: Element | null };
      seen.largest = element?.closest('.tracking-banner') ? 'the banner' : 'the page';
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(CAMPAIGN);
  await banner(page).waitFor();
  expect(await trackingNames(page)).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  const seen = await page.evaluate(() => (window as unknown as { seen: { shift: number; largest: string } }).seen);
  expect(seen.shift).toBeLessThanOrEqual(0.02);
  expect(seen.largest).toBe('the page');
  const classes = (key: string) => button(page, t(key)).getAttribute('class');
  expect(await classes('consent:tracking_no')).toBe(await classes('consent:tracking_yes'));

  await button(page, t('consent:tracking_yes')).click();
  await banner(page).waitFor({ state: 'detached' });
  expect(await trackingNames(page)).toEqual(['cookie tracking', 'cookie tracking-allowed', 'tracking', 'tracking-allowed']);
  await page.goto('/?network=other');
  await expectNoBanner(page);
});

test('a no by keyboard stores only itself, lasts, and can be changed from the footer', async () => {
  const page = await open(CAMPAIGN, DESKTOP);
  await banner(page).waitFor();
  await tabTo(page, button(page, t('consent:tracking_no')));
  await page.keyboard.press('Enter');
  await banner(page).waitFor({ state: 'detached' });
  await until(() => hasFocus(page.locator('#content'))).toBe(true);
  expect(await trackingNames(page)).toEqual(['cookie tracking-refused', 'tracking-refused']);
  await page.goto(CAMPAIGN);
  await expectNoBanner(page);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('core:titles.pages-cookies') })
    .click();
  await untilAddress(page, '/pages/cookies');
  await page.getByRole('radio', { name: t('pages:tracking_allowed'), exact: true }).check();
  await until(() => trackingNames(page)).toContain('cookie tracking-allowed');
});

test('without an answer the campaign of this page goes along with the sign-up and is stored nowhere', async () => {
  const email = newEmail();
  const page = await open('/signup?network=ads&sub2=b');
  await banner(page).waitFor();
  // The end of the form can be scrolled above the question.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await submitAccountStep(page, { email, name: 'Joris', password: 'a boat called Which Version' });
  await stepHeading(page, 'photo').waitFor();
  expect((await memberByEmail(site.db, email))[0]?.signupOrigin).toMatchObject({ trafficsource: { network: 'ads', sub2: 'b' } });
  expect(await trackingNames(page)).toEqual([]);
});

test.each([
  ['a visit without a campaign', '/', {}],
  ['a visit from elsewhere', CAMPAIGN, { extraHTTPHeaders: { 'CF-IPCountry': 'US' } }],
  ['the page about cookies, which has the question itself', '/pages/cookies?network=ads', {}],
])('nobody is asked in %s', async (_, path, options) => {
  const page = await open(path, options);
  await expectNoBanner(page);
});

test('nobody is asked whose browser asks not to be tracked, and nothing is stored', async () => {
  const page = await visit(site, { ...PHONE, extraHTTPHeaders: { 'CF-IPCountry': 'US' } });
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto(CAMPAIGN);
  await expectNoBanner(page);
  expect(await trackingNames(page)).toEqual([]);
});

test('a member is not asked', async () => {
  const joris = await aMember(site.db, { locale: 'en' });
  const page = await open('/members?network=ads', { cookie: joris.cookie });
  await heading(page, t('members:title')).waitFor();
  await expectNoBanner(page);
  expect(await trackingNames(page)).toEqual([]);
});

test('the page about cookies says that nothing is stored as long as there is no answer', async () => {
  const page = await open('/pages/cookies');
  await page.getByText(t('pages:tracking_unanswered_text')).waitFor();
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
});

test('a landing page asks, too, and a press beside the question answers nothing', async () => {
  const page = await open('/landers/gallery/makers?network=ads');
  await banner(page).waitFor();
  await link(page, t('consent:tracking_text').replace(/^.*<cookies>|<\/cookies>$/g, '')).waitFor();
  await page.keyboard.press('Escape');
  await banner(page).waitFor();
  expect(await trackingNames(page)).toEqual([]);
});
