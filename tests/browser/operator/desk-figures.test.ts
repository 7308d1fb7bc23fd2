import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { type FigureRow, saveFigures } from '#db/queries/operator/figures';
import { addVitalCounts } from '#db/queries/vitals/vitals';
import { dailyFigures, vitals } from '#db/schema/index';
import { dayOf } from '../../../worker/domain/operating/daily-figures.ts';
import { planNewCode } from '../../../worker/domain/operating/operators.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { tabTo } from '../support/keyboard.ts';
import { PHONE, until } from '../support/visit.ts';
import { aNewOperator, type DeskBrowser, enrol, openDesk } from './desk-fixture.ts';

const site = browserSite();
const open: DeskBrowser[] = [];
beforeEach(async () => {
  for (const table of [dailyFigures, vitals]) await site.db.delete(table);
});
afterEach(async () => {
  for (const browser of open.splice(0)) await browser.close();
});

/** The page of figures with an operator signed in. */
async function figuresPage(role: 'moderator' | 'admin' = 'admin', options: Parameters<typeof openDesk>[2] = {}) {
  const member = await aNewOperator(site, role);
  const { code } = await (await planNewCode(site.db, Date.now(), { kind: 'command_line' }, member.id)).apply();
  const browser = await openDesk(site, '/figures', options);
  open.push(browser);
  await enrol(browser.page, member, code);
  await browser.page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
  await until(() => browser.page.locator('.desk-loading').count()).toBe(0);
  return browser.page;
}

const REFUSAL = JSON.stringify({ error: { code: 'invalid', message: 'no' } });
const daysAgo = (days: number) => dayOf(Date.now() - days * DAY);
const row = (days: number, figure: string, slice: string, count: number): FigureRow => ({ day: daysAgo(days), figure, slice, count });

/** Figures of the last `days` days. */
async function someFigures(days: number) {
  for (let ago = 1; ago <= days; ago += 1)
    await saveFigures(site.db, [
      ...[row(ago, 'added_up', '', 1), row(ago, 'activity_counted', '', 1), row(ago, 'active_day', 'NL', 1000 + ago)],
      ...[
        row(ago, 'signups', 'NL', 20 + ago),
        row(ago, 'signups', 'DE', 2),
        row(ago, 'reports', 'scam', 3),
        row(ago, 'cases', 'report', 2),
      ],
      ...[row(ago, 'decisions', 'ban:scam', 1), row(ago, 'decisions', 'ban:fraud', 1), row(ago, 'decision_times', '24', 2)],
      ...[row(ago, 'orders', 'EUR', 2), row(ago, 'revenue', 'EUR', 199_900), row(ago, 'mails_failed', 'absence', 1)],
    ]);
  await addVitalCounts(site.db, [
    { day: daysAgo(1), page: 'index', vital: 'lcp', device: 'phone', source: 'network', upTo: 1200, count: 40 },
    { day: daysAgo(1), page: 'index', vital: 'cls', device: 'phone', source: 'network', upTo: 0.02, count: 40 },
  ]);
}

const signUps = (page: Page) => page.getByRole('figure', { name: 'Sign-ups and deletions' });
/** Waits until the figures of so many days or months are on the page; the address changes before. */
const untilPeriods = (page: Page, count: number) => until(() => signUps(page).locator('tbody tr').count()).toBe(count);

test('a young site has none yet', async () => {
  const page = await figuresPage();
  await page.getByRole('heading', { name: 'No figures yet' }).waitFor();
  expect(await page.locator('.chart').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
});

test('figures are charts with all numbers in a table behind each, and what was not counted is no 0', async () => {
  await someFigures(5);
  const page = await figuresPage();
  await page.getByText('Counted: 5 of 28 days.').waitFor();
  const joined = signUps(page);
  await joined.getByText('As a table').click();
  const cells = await joined.getByRole('table').getByRole('row').last().getByRole('cell').allInnerTexts();
  expect(cells).toEqual(['23', '0']);
  expect(await joined.getByRole('table').getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual([
    expect.stringMatching(/^–\s*not counted$/),
    expect.stringMatching(/^–\s*not counted$/),
  ]);
  // 2 decisions a day, all within 24 hours.
  await page.getByText('within 24 hours').first().waitFor();
  const actions = page.getByRole('figure', { name: 'Decisions by action' });
  await actions.getByText('Account closed').first().waitFor();
  await actions.getByText('10', { exact: true }).first().waitFor();
  await page.getByRole('figure', { name: 'Sign-ups by country' }).getByText('Netherlands').first().waitFor();
  await page.getByRole('cell', { name: '≤ 1.2 s' }).waitFor();
  await page.getByText('Appeals by outcome').waitFor();
});

test('the span is chosen with the keys and stays in the address; a chart says the values of each day', async () => {
  await someFigures(9);
  const page = await figuresPage();
  await tabTo(page, page.getByRole('radio', { name: '28 days' }));
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/span=7d/);
  await untilPeriods(page, 7);
  const slider = page.getByRole('slider', { name: 'Sign-ups and deletions' });
  await tabTo(page, slider);
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/Sign-ups 23, Deletions 0$/);
  await page.keyboard.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/Sign-ups 29, Deletions 0$/);
  await page.reload();
  await page.getByRole('radio', { name: '7 days', checked: true }).waitFor();
  await page.getByText('12 months', { exact: true }).click();
  await page.waitForURL(/span=12m/);
  await untilPeriods(page, 12);
  const months = signUps(page);
  await months.getByText('As a table').click();
  expect(await months.getByRole('table').getByRole('row').count()).toBe(13);
});

test('money is for admins alone, in its currency', async () => {
  await someFigures(3);
  const admin = await figuresPage('admin');
  const revenue = admin.getByRole('figure', { name: 'Revenue in EUR' });
  await revenue.getByText('€1,999.00').first().waitFor();
  const moderator = await figuresPage('moderator');
  await moderator.getByRole('figure', { name: 'Active members' }).waitFor();
  expect(await moderator.getByText(/Revenue|€/).count()).toBe(0);
});

test('figures that cannot be loaded say so, and are asked for again', async () => {
  await someFigures(2);
  const page = await figuresPage();
  await page.route('**/api/operator/figures.php*', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: REFUSAL }),
  );
  await page.getByText('90 days', { exact: true }).click();
  await page.getByRole('alert').getByRole('button').waitFor();
  await page.unroute('**/api/operator/figures.php*');
  await page.getByRole('alert').getByRole('button').click();
  await page.getByRole('figure', { name: 'Active members' }).waitFor();
});

test.each([
  ['on a desktop by day', { colorScheme: 'light' as const }],
  ['on a desktop by night', { colorScheme: 'dark' as const }],
  ['on a narrow phone by night', { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }],
])('the page fits %s, with every table open, and axe finds nothing', async (_, options) => {
  await someFigures(28);
  const page = await figuresPage('admin', options);
  await page.getByRole('figure', { name: 'Active members' }).waitFor();
  for (const summary of await page.getByText('As a table').all()) await summary.click();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([overflow, await violationsOn(page)]).toEqual([0, []]);
  // Numbers of the axis are as large on a phone as elsewhere.
  const sizes = await page.locator('.chart-axis text').evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
  expect(Math.min(...sizes)).toBeGreaterThan(10);
});

test('in Dutch, dates and numbers follow the language', async () => {
  await someFigures(2);
  const page = await figuresPage('admin', { locale: 'en-US' });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('nl');
  await page.getByRole('heading', { level: 1, name: 'Cijfers' }).waitFor();
  await page.getByRole('figure', { name: 'Omzet in EUR' }).getByText('€ 1.999,00').first().waitFor();
  await page.getByRole('figure', { name: 'Aanmeldingen per land' }).getByText('Nederland').first().waitFor();
});
