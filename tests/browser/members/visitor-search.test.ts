import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { interceptCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { scrollToEnd } from '../support/signup-and-search-actions.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite({ hasOwnWorker: true });
const born = (years: number) => `${new Date().getFullYear() - years - 1}-07-01`;
const ONE_FICTIONAL = t('cards:fictional_profiles_one', { shown: 1 });
const resultText = (key: string, values: Record<string, string | number> = {}) => t(`visitor-results:${key}`, values);
let marit: TestMember;

/** Thirteen women of 30 in one region, one of them with a nude photo, and a fictional one of 50. */
beforeAll(async () => {
  const woman = { gender: 'female', country: 'NL', countryregion: 'NL-UT', dateOfBirth: born(30) } as const;
  marit = await aMember(site.db, { ...woman, name: 'Marit' });
  for (let i = 0; i < 12; i += 1) await aMember(site.db, { ...woman, name: `Noor ${i}` });
  await aMember(site.db, { ...woman, name: 'Fenna', dateOfBirth: born(50), isFictional: true });
  const image = await anImage(site.db, marit.id);
  await site.db.$client.execute({ sql: 'update images set is_nude = 1 where id = ?', args: [image] });
});

const KEYS = ['logged_out_search', 'logged_out_search_trafficsource', 'signups'];
beforeEach(async () => {
  for (const key of KEYS) await clearSetting(site.db, key);
});

/** Forbids visitors to search; with `isOpenToTraffic` those with a traffic source still may. */
async function closeSearch({ isOpenToTraffic = false } = {}): Promise<void> {
  await saveSetting(site.db, 'logged_out_search', false);
  await saveSetting(site.db, 'logged_out_search_trafficsource', isOpenToTraffic);
}

/** Records the parameters of the searches that a page requests. */
function searchesOf(page: Page): URLSearchParams[] {
  const searches: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search.php') searches.push(searchParams);
  });
  return searches;
}

/** Scrolls to the place of the results, which on the start page are followed by other sections. */
async function scrollToResults(page: Page): Promise<void> {
  const below = heading(page, t('landing:plain_title'));
  await ((await below.count()) > 0 ? below.scrollIntoViewIfNeeded() : scrollToEnd(page));
}

const results = (page: Page) => page.getByRole('region', { name: resultText('title') });
const found = (page: Page) => results(page).getByRole('article');

/** The pages that show results to visitors, with the `source` of their search. */
const PLACES: readonly [what: string, path: (member: TestMember) => string, source: string][] = [
  ['the start page', () => '/', 'index'],
  ['the end of the match finder', () => '/match-finder?looking=female&age=26-35&country=NL&step=result', 'match-finder'],
  ['the end of the sign-up', () => '/signup-matches', 'signup-matches'],
  ['a member’s page', ({ id }) => `/members/${id}`, 'similar'],
];

describe.each(PLACES)('%s', (_, path, source) => {
  /** The results, apart from other cards of the page. */
  const shown = (page: Page) => (source === 'similar' ? page.locator('.member-strip').getByRole('article') : found(page));
  const open = async (page: Page, query = '') => {
    const address = path(marit);
    await openUntilIdle(page, `${address}${query && (address.includes('?') ? '&' : '?')}${query}`);
    await scrollToResults(page);
  };

  test('shows a visitor the first page of members and a link to the sign-up', async () => {
    const page = await visit(site, PHONE);
    const searches = searchesOf(page);
    await open(page);
    await until(() => shown(page).count()).toBe(source === 'similar' ? 10 : 12);
    const join = link(page, resultText('join_more'));
    await join.waitFor();
    await expect(join.getAttribute('href')).resolves.toMatch(/^\/signup/);
    expect(searches.map((query) => [query.get('source'), query.get('auto_load'), query.get('hideNudity')])).toEqual([[source, '1', '1']]);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('shows and requests no results if visitors may not search', async () => {
    await closeSearch();
    const page = await visit(site, PHONE);
    const searches = searchesOf(page);
    await open(page, 'network=ads');
    expect([searches.length, await shown(page).count(), await results(page).count()]).toEqual([0, 0, 0]);
    expect(await link(page, resultText('join_more')).count()).toBe(0);
  });

  test('shows results to visitors with a traffic source if only those may search', async () => {
    await closeSearch({ isOpenToTraffic: true });
    const stranger = await visit(site, PHONE);
    await open(stranger);
    expect(await shown(stranger).count()).toBe(0);
    const page = await visit(site, PHONE);
    const searches = searchesOf(page);
    await open(page, 'network=ads');
    await until(() => shown(page).count()).toBeGreaterThan(9);
    expect(searches.map((query) => query.get('trafficsource'))).toEqual(['ads']);
  });
});

test('the start page requests results only after scrolling near them, and filters them by gender, age band and country', async () => {
  const page = await visit(site, DESKTOP);
  const searches = searchesOf(page);
  await openUntilIdle(page, '/');
  expect(searches).toEqual([]);
  await scrollToResults(page);
  await results(page)
    .getByText(t('cards:people_and_fictional', { people: t('cards:people_other', { shown: 13 }), fictional: ONE_FICTIONAL }))
    .waitFor();
  await field(page, resultText('age')).selectOption('46-55');
  await results(page).getByText(ONE_FICTIONAL, { exact: true }).waitFor();
  expect([searches.at(-1)?.get('min_age'), searches.at(-1)?.get('max_age'), searches.at(-1)?.get('auto_load')]).toEqual(['46', '55', '0']);
  await found(page).getByText(t('cards:fictional'), { exact: true }).waitFor();
  await link(page, resultText('join_write')).waitFor();
  await field(page, resultText('looking')).selectOption('male');
  await heading(page, resultText('nobody')).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await button(page, resultText('wider')).click();
  await until(() => found(page).count()).toBe(12);
});

test('a nude photo is requested only by a member who chose to show nudity', async () => {
  const { rows } = await site.db.$client.execute({ sql: 'select thumb, medium, large from images where member_id = ?', args: [marit.id] });
  const files = Object.values(rows[0] ?? {}).map(String);
  const visitor = await visit(site, PHONE);
  const [visitorRequests, memberRequests]: [string[], string[]] = [[], []];
  visitor.on('request', (request) => visitorRequests.push(request.url()));
  await visitor.addInitScript(() => localStorage.setItem('show-nudity', '1'));
  await openUntilIdle(visitor, '/');
  await scrollToResults(visitor);
  await until(() => found(visitor).count()).toBe(12);
  await found(visitor)
    .getByRole('img', { name: t('cards:portrait_of', { name: 'Marit' }) })
    .scrollIntoViewIfNeeded();
  await found(visitor).getByText(t('cards:nude')).waitFor();

  const { cookie } = await aMember(site.db, { name: 'Bas', gender: 'male' });
  const member = await visit(site, { ...DESKTOP, cookie });
  member.on('request', (request) => memberRequests.push(request.url()));
  await openUntilIdle(member, '/members?gender=female&country=NL');
  const hasRequested = (urls: readonly string[]) => urls.some((url) => files.some((file) => url.includes(file)));
  expect([hasRequested(visitorRequests), hasRequested(memberRequests)]).toEqual([false, false]);
  await member.goto('/profile/settings#browsing');
  await member.getByRole('switch', { name: t('profile:nudity') }).check();
  await member.goto('/members?gender=female&country=NL');
  await until(() => hasRequested(memberRequests)).toBe(true);
});

test('results end with a link to the login if sign-ups are closed, and a failed search can be tried again', async () => {
  await saveSetting(site.db, 'signups', 'none');
  const page = await visit(site, PHONE);
  let isDown = true;
  await interceptCalls(page, 'search.php', 'GET', (route) => (isDown ? route.abort() : route.continue()));
  await openUntilIdle(page, '/');
  await scrollToResults(page);
  await results(page).getByRole('alert').waitFor();
  isDown = false;
  await button(page, t('core:action.retry')).click();
  await until(() => found(page).count()).toBe(12);
  expect(await link(page, resultText('join_more')).count()).toBe(0);
  await link(page, resultText('log_in_more')).click();
  await untilAddress(page, '/login');
});

test('further pages of similar members are for members: a visitor is led to the sign-up', async () => {
  const page = await visit(site, PHONE);
  const refused = page.waitForResponse((response) => response.url().includes('/api/search.php') && response.status() === 403);
  await page.goto(`/members/${marit.id}?similarpage=2`);
  expect((await (await refused).json()).error.code).toBe('members_only');
  await heading(page, t('members:similar', { name: 'Marit' })).waitFor();
  await expect(link(page, resultText('join_more')).getAttribute('href')).resolves.toBe(`/signup?member=${marit.id}`);
  expect(await page.locator('.member-strip').count()).toBe(0);
});
