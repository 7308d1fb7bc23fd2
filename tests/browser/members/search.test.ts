import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { meddle, refusal } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browsedSite } from '../support/browser-site.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { byPages, cards, toTheEnd, withoutScrolling } from '../support/signup-and-search-actions.ts';
import { say } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openAtRest, untilStill, untilUnasked } from '../support/waits.ts';

/** Three pages of Dutch women, besides two in the neighbouring country and one outside the age filter. */
const DUTCH = 30;
const site = browsedSite();
const born = (years: number) => `${new Date().getFullYear() - years - 1}-07-01`;
let joris: TestMember;

beforeAll(async () => {
  const woman = { gender: 'female', country: 'NL', countryregion: 'NL-UT', dateOfBirth: born(30) };
  for (let i = 0; i < DUTCH; i += 1) await aMember(site.db, { ...woman, name: `Marit ${i}`, lastActiveAt: Date.now() });
  for (const name of ['Elke', 'Lore']) await aMember(site.db, { ...woman, name, country: 'BE', countryregion: 'BE-VLG' });
  await aMember(site.db, { ...woman, name: 'Hilde', dateOfBirth: born(38) });
});
beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', country: 'NL' });
});

const WOMEN = '/members?gender=female&country=NL';
const BELGIANS = '/members?gender=female&country=BE';
const asJoris = (options = PHONE) => visit(site, { ...options, cookie: joris.cookie });
const filter = (page: Page, name: 'gender' | 'country') => page.getByRole('combobox', { name: new RegExp(`^${say(`members:${name}`)}`) });
/** The status line of a search, which screen readers announce. */
const status = (page: Page) => page.locator('.head').getByRole('status');
const section = (page: Page, title: string) => page.locator('section').filter({ has: heading(page, title) });

test('on a phone the sheet filters by keyboard alone and shows the number of results beforehand', async () => {
  const page = await asJoris();
  await page.goto(WOMEN);
  await until(() => cards(page).count()).toBeGreaterThanOrEqual(12);
  await pressOn(page, button(page, say('members:filters')));
  const sheet = page.getByRole('dialog', { name: say('members:filters') });
  await sheet.waitFor();
  await untilStill(page);
  expect(await violationsOn(page)).toEqual([]);
  await pressOn(page, sheet.getByRole('checkbox', { name: say('members:new_here') }), 'Space');
  await field(page, say('members:sort')).selectOption('new');
  await pressOn(page, sheet.getByRole('button', { name: new RegExp(say('members:show_members', { members: '' }).trim()) }));
  await untilAddress(page, `${WOMEN}&new_here=1&sort=new`);
  await button(page, `${say('members:lift')} ${say('members:new_here')}`).click();
  await untilAddress(page, `${WOMEN}&sort=new`);
});

test('the page contains the first results, and requests more only after scrolling', async () => {
  const page = await asJoris();
  const searchRequests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/search.php') && searchRequests.push(request.resourceType()));
  await openAtRest(page, '/members');
  await untilUnasked(page);
  expect([await cards(page).count(), searchRequests]).toEqual([12, []]);
  await toTheEnd(page);
  await until(() => cards(page).count()).toBe(24);
});

test('scrolling loads more, and going back from a member restores the scroll position', async () => {
  const page = await asJoris();
  await page.goto(WOMEN);
  await until(async () => {
    await toTheEnd(page);
    return cards(page).count();
  }).toBe(DUTCH + 1);
  await untilAddress(page, /[?&]page=3(&|$)/);
  const { y, address } = await page.evaluate(() => ({ y: scrollY, address: location.href }));
  const last = cards(page).last();
  await last
    .getByRole('button', { name: new RegExp(`^${say('cards:like', { name: '' }).trim()}`) })
    .first()
    .click();
  await last.getByRole('link').first().click();
  await untilAddress(page, /^\/members\/[\w-]{22}$/);
  await page.goBack();
  await until(() => page.url()).toBe(address);
  await until(() => page.evaluate(() => scrollY)).toBeGreaterThan(y - 200);
  await until(() => cards(page).count()).toBe(DUTCH + 1);
});

test('page by page there are links to the next and previous page, and the choice is kept', async () => {
  const page = await asJoris(DESKTOP);
  await byPages(page);
  await page.goto(WOMEN);
  await page.getByText(say('members:page_of', { page: 1, count: 3 }), { exact: true }).waitFor();
  await until(() => cards(page).count()).toBe(12);
  const first = await cards(page).first().textContent();
  await link(page, say('members:page_next')).click();
  await page.getByText(say('members:page_of', { page: 2, count: 3 }), { exact: true }).waitFor();
  await until(() => cards(page).first().textContent()).not.toBe(first);
  await until(() => status(page).textContent()).toMatch(/^Page 2 of 3, 12 shown of 31/);
  await until(() => hasFocus(cards(page).first().getByRole('link').first())).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  await link(page, say('members:page_before')).click();
  await until(() => cards(page).first().textContent()).toBe(first);
  await page.goto(`${WOMEN}&page=99`);
  await link(page, say('members:page_before')).click();
  await page.getByText(say('members:page_of', { page: 3, count: 3 }), { exact: true }).waitFor();
});

test('the button for more moves the focus to the first new result, also when it disappears, and the number is announced', async () => {
  const page = await asJoris(DESKTOP);
  await withoutScrolling(page);
  await page.goto(WOMEN);
  for (const shown of [12, 24]) {
    await until(() => cards(page).count()).toBe(shown);
    await pressOn(page, button(page, say('members:show_more')));
    await until(() => hasFocus(cards(page).nth(shown).getByRole('link').first())).toBe(true);
  }
  await until(() => button(page, say('members:show_more')).count()).toBe(0);
  await until(() => status(page).textContent()).toBe('7 more members, 31 shown of 31 members');
});

test('on a desktop the filter bar and the line below it search, with all filters in the address', async () => {
  const page = await asJoris(DESKTOP);
  await page.goto('/members');
  await filter(page, 'gender').selectOption('female');
  await filter(page, 'country').selectOption('BE');
  await button(page, say('members:search')).click();
  await untilAddress(page, '/members?gender=female&country=BE');
  await until(() => cards(page).count()).toBe(2);
  const saved = page.waitForResponse(/new_here=1.*manual_search=1/);
  await button(page, say('members:new_here')).click();
  await untilAddress(page, '/members?gender=female&country=BE&new_here=1');
  await saved;
  await page.goto('/members');
  await until(() => filter(page, 'country').inputValue()).toBe('BE');
  await until(() => button(page, say('members:new_here')).getAttribute('aria-pressed')).toBe('true');
  expect(await violationsOn(page)).toEqual([]);
});

test('below few results there are sections for the neighbouring country and for nearby matches', async () => {
  const page = await asJoris(DESKTOP);
  await page.goto(`${WOMEN}&min_age=36&max_age=45`);
  await until(() => cards(page).count()).toBe(1);
  const nearby = section(page, say('members:close_by'));
  await nearby.waitFor();
  await until(() => nearby.getByRole('article').count()).toBeGreaterThan(0);
  expect(await nearby.getByText('Hilde').count()).toBe(0);
  await page.goto(`${WOMEN}&min_age=26&max_age=35&countryregion=NL-UT&page=3`);
  const neighbours = section(page, say('members:across_border', { country: 'Belgium' }));
  await until(() => neighbours.getByRole('article').count()).toBe(2);
  await until(() => section(page, say('members:close_by')).getByText('Hilde').count()).toBeGreaterThan(0);
  expect(await cards(page).filter({ hasText: 'Elke' }).count()).toBe(0);
  await neighbours.getByRole('button', { name: /Belgium/ }).click();
  await untilAddress(page, '/members?gender=female&min_age=26&max_age=35&country=BE');
});

test('without results one button removes the filter that excludes everybody', async () => {
  const page = await asJoris();
  await page.goto('/members?gender=nonbinary&country=NL');
  await heading(page, say('members:nobody')).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: /^Search everyone/ }).click();
  await untilAddress(page, '/members?country=NL');
  await until(() => cards(page).count()).toBeGreaterThan(0);
});

test('only a template that searches all countries offers them; the neighbouring country is offered in both', async () => {
  const fewResults = '/members?gender=female&country=BE&countryregion=BE-VLG&min_age=26&max_age=35';
  const everywhere = (page: Page) => page.getByRole('button', { name: /^Search all countries/ });
  const page = await asJoris(DESKTOP);
  await openAtRest(page, fewResults);
  await section(page, say('members:across_border', { country: 'Netherlands' })).waitFor();
  expect(await everywhere(page).count()).toBe(0);
  await openAtRest(page, '/members?gender=nonbinary&country=BE&photo=1');
  await heading(page, say('members:nobody')).waitFor();
  expect(await everywhere(page).count()).toBe(0);
  await button(page, say('members:search_everyone')).click();
  await untilAddress(page, '/members?country=NL');
  await openAtRest(page, '/members?gender=female');
  expect(await filter(page, 'country').inputValue()).toBe('NL');
  await saveSetting(site.db, 'template', 'classic');
  const classic = await asJoris(DESKTOP);
  await classic.goto(fewResults);
  await section(classic, say('members:across_border', { country: 'Netherlands' })).waitFor();
  await everywhere(classic).first().waitFor();
  await openAtRest(classic, '/members?gender=female');
  expect(await filter(classic, 'country').inputValue()).toBe('');
  await clearSetting(site.db, 'template');
});

test('a failing search shows placeholders, then the error with the filters kept, and a retry loads the list', async () => {
  await saveSetting(site.db, 'template', 'classic');
  const page = await asJoris();
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
  const placeholders = page.getByRole('status', { name: say('cards:loading_members') });
  const retry = button(page, say('core:action.retry'));
  let failure = Promise.withResolvers<void>();
  await meddle(page, 'search.php', 'GET', async (route) => {
    await failure.promise;
    await route.fulfill(refusal(503, 'unavailable'));
  });
  await page.goto(BELGIANS);
  await placeholders.waitFor();
  failure.resolve();
  await retry.waitFor();
  expect(addressOf(page)).toBe(BELGIANS);
  expect(await filter(page, 'country').inputValue()).toBe('BE');
  const everywhere = filter(page, 'country').getByRole('option', { name: say('members:country_all') });
  expect(await everywhere.count()).toBe(1);
  expect(await page.locator('.toast').count()).toBe(0);
  await until(() => logged.filter((text) => text.includes('unavailable')).length).toBeGreaterThan(0);

  failure = Promise.withResolvers<void>();
  await filter(page, 'gender').selectOption('');
  await button(page, say('members:search')).click();
  await placeholders.waitFor();
  await until(() => retry.count()).toBe(0);
  failure.resolve();
  await retry.waitFor();
  await untilAddress(page, '/members?country=BE');
  await until(() => filter(page, 'gender').inputValue()).toBe('');
  expect(await violationsOn(page)).toEqual([]);

  await meddle(page, 'search.php', 'GET', (route) => route.continue());
  await retry.click();
  await until(() => cards(page).count()).toBe(2);
  await clearSetting(site.db, 'template');
});
