import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { holdAnswers } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { blockFonts, layoutShiftOf } from '../support/layout-shift.ts';
import { button, link } from '../support/locators.ts';
import { disableScrollLoading } from '../support/signup-and-search-actions.ts';
import { t, translationsIn } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const MEMBERS = 16;
const SEARCH = '/members?country=NL';

const site = browserSite();
let reader: TestMember;

beforeAll(async () => {
  await Promise.all(Array.from({ length: MEMBERS }, () => aMember(site.db)));
  reader = await aMember(site.db, { country: 'BE', countryregion: 'BE-VLG' });
  await saveSetting(site.db, 'member_resell', ['cams']);
});

const entries = (page: Page) => page.getByRole('list', { name: t('members:results') }).locator('> li');
const tiles = (page: Page) => entries(page).filter({ hasText: t('partners:label') });
/** The entries of the grid in order: m for a member, A for an advertisement. */
const gridPattern = async (page: Page) =>
  (await entries(page).evaluateAll((all) => all.map((one) => (one.querySelector('article') ? 'm' : 'A')))).join('');

/** Opens the search and holds back its results until the tiles have loaded, since the page waits for them 400 ms only. */
async function openWithTiles(page: Page): Promise<void> {
  const results = await holdAnswers(page, 'search.php', 'GET');
  const tileAddresses = [/\/api\/xcams\/search\.php/, /\/assets\/advertisements-[^/]+\.js/, /\/_i18n\/en\/partners\.json/];
  const loaded = tileAddresses.map(async (address) => (await page.waitForResponse((answer) => address.test(answer.url()))).finished());
  await page.goto(SEARCH);
  await Promise.all(loaded);
  results.release();
}

const BLOCK = `AmmmA${'m'.repeat(9)}`;
const SECOND_BLOCK = 'AmmmAm';

test('tiles are the first and fifth entry of each block, are labelled, and open the partner without referrer and opener', async () => {
  const page = await visit(site, { ...DESKTOP, cookie: reader.cookie });
  await disableScrollLoading(page);
  await blockFonts(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await openWithTiles(page);
  await until(() => gridPattern(page)).toBe(BLOCK);
  const tile = tiles(page).first().getByRole('link');
  await until(() => tile.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await tile.textContent()).toMatch(new RegExp(`^${t('partners:label')}`));
  expect(await tiles(page).getByRole('button').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);

  await button(page, t('members:show_more')).click();
  await until(() => gridPattern(page)).toBe(`${BLOCK}${SECOND_BLOCK}`);
  const line = page.getByRole('link', { name: t('partners:search_link') });
  for (const place of [tile, line]) expect(await place.getAttribute('rel')).toBe('noopener noreferrer nofollow sponsored');
  for (const place of [tile, line]) {
    const [opened] = await Promise.all([page.waitForEvent('popup'), place.click()]);
    await opened.waitForURL(/\/_dev\/cams\//);
    expect(await opened.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
    await opened.close();
  }
  expect([...hosts].filter((host) => host !== new URL(site.url).host && host !== site.product.partyHost)).toEqual([]);
});

test('a partner that is down leaves no gap, also in the other template and language', async () => {
  await saveSetting(site.db, 'cams_feed', 'http://127.0.0.1:9/feed.json');
  await saveSetting(site.db, 'template', 'classic');
  const page = await visit(site, { ...PHONE, locale: 'nl-NL', cookie: reader.cookie });
  await page.goto(SEARCH);
  const line = page.getByRole('link', { name: translationsIn('nl')('partners:search_link') });
  await line.waitFor();
  const found = page.getByRole('list', { name: translationsIn('nl')('members:results') }).locator('> li');
  await until(async () => [await found.count(), await found.getByRole('article').count()]).toEqual([12, 12]);
  expect(await violationsOn(page)).toEqual([]);
  await clearSetting(site.db, 'cams_feed');
  await clearSetting(site.db, 'template');
});

test('results do not wait for a slow partner, and no tile is inserted between them later', async () => {
  const page = await visit(site, { ...PHONE, cookie: reader.cookie });
  await disableScrollLoading(page);
  await blockFonts(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/xcams/search.php*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(SEARCH);
  await until(() => gridPattern(page)).toBe('m'.repeat(12));
  release();
  await page.getByRole('link', { name: t('partners:search_link') }).waitFor();
  expect(await gridPattern(page)).toBe('m'.repeat(12));
  expect(await layoutShiftOf(page)).toBeLessThan(0.02);
  await button(page, t('members:show_more')).click();
  await until(() => gridPattern(page)).toBe(`${'m'.repeat(12)}${SECOND_BLOCK}`);
});

test('a new member is shown no advertisement, and the page requests none', async () => {
  const { cookie } = await aMember(site.db, { createdAt: Date.now(), country: 'BE', countryregion: 'BE-VLG' });
  const page = await visit(site, { ...PHONE, cookie });
  await disableScrollLoading(page);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(SEARCH);
  await until(() => gridPattern(page)).toBe('m'.repeat(12));
  await untilNoRequestPending(page);
  expect(paths.filter((path) => /xcams|partners|advertisements|\/cams\//.test(path))).toEqual([]);
  expect(await link(page, t('partners:search_link')).count()).toBe(0);
});
