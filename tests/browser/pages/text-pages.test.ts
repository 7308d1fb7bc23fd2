import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, heading, link } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const TERMS = { name: 'Terms of use' };
const TRACKING = JSON.stringify({ network: 'radio' });

const site = browserSite();

async function open(path: string, options = {}): Promise<Page> {
  const page = await visit(site, options);
  await openUntilIdle(page, path);
  return page;
}

/** The names of cookies and local storage entries that contain `tracking`. */
const trackingEntries = async (page: Page) => {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(() => Object.keys(localStorage));
  return [...cookies.map(({ name }) => `cookie ${name}`), ...stored].filter((name) => name.includes('tracking')).sort();
};

test('a link in a text opens another text at its section without reloading the page', async () => {
  const page = await open('/pages/service');
  await page.evaluate(() => {
    document.body.dataset.isSame = 'yes';
  });
  await page.getByRole('main').locator('a[href="/pages/terms#fictional"]').click();
  await untilAddress(page, '/pages/terms#fictional');
  const section = page.getByRole('heading', { name: 'Fictional profiles' });
  await until(async () => Math.abs((await section.boundingBox())?.y ?? 999)).toBeLessThan(150);
  expect(await page.locator('body').getAttribute('data-is-same')).toBe('yes');
});

test('an address with a hash opens at its section, and the table of contents leads to others', async () => {
  const page = await open('/pages/terms#credits', DESKTOP);
  const top = async (name: string) => (await heading(page, name).boundingBox())?.y ?? 9999;
  await until(() => top('What is free and what costs credits')).toBeLessThan(150);
  await page
    .getByRole('navigation', { name: t('pages:contents') })
    .getByRole('link', { name: 'When it ends' })
    .click();
  await untilAddress(page, '/pages/terms#ending');
  await until(() => top('When it ends')).toBeLessThan(150);
  await page.goBack();
  await until(() => top('What is free and what costs credits')).toBeLessThan(150);
  await openUntilIdle(page, '/pages/privacy');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a question is unfolded by its address, by a press and by keyboard, and all of them on paper', async () => {
  const page = await open('/pages/faq#letter', DESKTOP);
  const question = (id: string) => page.locator(`#${id} > details`);
  const isOpen = (id: string) => question(id).evaluate((fold: HTMLDetailsElement) => fold.open);
  await until(() => isOpen('letter')).toBe(true);
  await until(async () => Math.abs((await question('letter').boundingBox())?.y ?? 999)).toBeLessThan(150);
  expect(await isOpen('who')).toBe(false);
  await page.getByText('Who may join?').click();
  await until(() => isOpen('who')).toBe(true);
  await question('who').locator('summary').press('Enter');
  await until(() => isOpen('who')).toBe(false);
  await page.getByRole('link', { name: 'Who may join?' }).click();
  await untilAddress(page, '/pages/faq#who');
  await until(() => isOpen('who')).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  const folded = () => page.locator('.fold > details:not([open])').count();
  const before = await folded();
  expect(before).toBeGreaterThan(20);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await folded()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await folded()).toBe(before);
});

test('without scripts a question is unfolded by a press', async () => {
  const page = await visit(site, { javaScriptEnabled: false });
  await page.goto('/pages/faq');
  const answer = page.locator('#who p').first();
  await page.getByText('Who may join?').click();
  await answer.waitFor({ state: 'visible' });
});

test('refusing tracking deletes its data at once and lasts until tracking is allowed again', async () => {
  const page = await open('/pages/cookies');
  await page.context().addCookies([{ name: 'tracking', value: 'x', url: site.url }]);
  await page.evaluate((value) => localStorage.setItem('tracking', value), TRACKING);
  const choice = (key: 'tracking_allowed' | 'tracking_refused') => page.getByRole('radio', { name: t(`pages:${key}`), exact: true });
  expect(await choice('tracking_allowed').isChecked()).toBe(true);
  await choice('tracking_refused').check();
  await page.getByRole('status').getByText(t('pages:tracking_refused_text')).waitFor();
  expect(await trackingEntries(page)).toEqual(['cookie tracking-refused', 'tracking-refused']);
  await openUntilIdle(page, '/pages/cookies');
  expect(await choice('tracking_refused').isChecked()).toBe(true);
  await choice('tracking_allowed').check();
  await until(() => trackingEntries(page)).toEqual([]);
});

test('a text that cannot be loaded says so, and a retry loads it', async () => {
  const page = await visit(site);
  await page.route('**/_i18n/en/pages-terms.json*', (route) => route.fulfill({ status: 404 }));
  await page.goto('/pages/terms');
  await page.getByRole('alert').waitFor();
  await page.unroute('**/_i18n/en/pages-terms.json*');
  await button(page, t('core:action.retry')).click();
  await page.getByRole('heading', { ...TERMS, level: 1 }).waitFor();
});

test('the name of the company is shown as plain text', async () => {
  const company = {
    name: 'Lantaarn <BV>',
    address: 'Kade 1',
    kvk: '12345678',
    city: 'Utrecht',
    country: 'Nederland',
    tradenames: [],
    vat_numbers: {},
  };
  const page = await visit(site);
  await page.route('**/api/companyinfo.php', (route) => route.fulfill({ json: company }));
  await openUntilIdle(page, '/pages/service');
  await page.getByText('Vonk is run by Lantaarn <BV>.').waitFor();
  await page.getByText('Address: Kade 1, Utrecht, Nederland').waitFor();
  expect(await page.getByText(/VAT number|Telephone/).count()).toBe(0);
});

test('another language is loaded without leaving the page', async () => {
  const page = await open('/pages/terms');
  await page.getByRole('combobox', { name: t('core:language.choose') }).selectOption('nl');
  await page.getByRole('heading', { name: 'Voorwaarden', level: 1 }).waitFor();
  await untilAddress(page, '/pages/terms');
});

test('without scripts the start page and the texts can be read, and their links work', async () => {
  const page = await visit(site, { javaScriptEnabled: false });
  await page.goto('/');
  await link(page, t('landing:log_in')).click();
  await heading(page, t('session:title')).waitFor();
  await page.goto('/pages/terms');
  await page.getByRole('heading', { ...TERMS, level: 1 }).waitFor();
  await until(() => page.getByRole('main').innerText()).toContain('You may join if you are 18 or older');
  await link(page, 'Service').first().click();
  await page.getByRole('heading', { name: 'Service', level: 1 }).waitFor();
});

test('the start page links to every text', async () => {
  const page = await open('/');
  for (const name of ['terms', 'privacy', 'cookies', 'faq', 'service'] as const) {
    await link(page, t(`core:titles.pages-${name}`))
      .last()
      .click();
    await untilAddress(page, `/pages/${name}`);
    await page.goBack();
    await untilAddress(page, '/');
    await link(page, t('landing:join')).first().waitFor();
  }
});
