import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { memberFields, memberInterests } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { interceptCalls, refusal } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { disableScrollLoading, resultCards, scrollToEnd, showPageByPage } from '../support/signup-and-search-actions.ts';
import { t } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle, untilAnimationsEnd, untilNoRequestPending } from '../support/waits.ts';

/** Three pages of Dutch women, besides two in the neighbouring country and one outside the age filter. */
const DUTCH = 30;
const site = browserSite();
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
const filter = (page: Page, name: 'gender' | 'country') => page.getByRole('combobox', { name: new RegExp(`^${t(`members:${name}`)}`) });
/** The status line of a search, which screen readers announce. */
const status = (page: Page) => page.locator('.page-head').getByRole('status');
const section = (page: Page, title: string) => page.locator('section').filter({ has: heading(page, title) });

test('the number of results tells people from fictional profiles', async () => {
  const page = await asJoris(DESKTOP);
  const headline = page.locator('.search-headline');
  await aMember(site.db, { country: 'IT', isFictional: true });
  await page.goto('/members?country=IT');
  await until(() => headline.textContent()).toBe('1 fictional profile, most recently active first.');
  for (const isFictional of [false, true, false]) await aMember(site.db, { country: 'IT', isFictional });
  await page.goto('/members?country=IT&min_age=18&max_age=99');
  await until(() => headline.textContent()).toBe('2 people · 2 fictional profiles, most recently active first.');
});

test('on a phone the sheet filters by keyboard alone and shows the number of results beforehand', async () => {
  const page = await asJoris();
  await page.goto(WOMEN);
  await until(() => resultCards(page).count()).toBeGreaterThanOrEqual(12);
  await pressOn(page, button(page, t('members:filters')));
  const sheet = page.getByRole('dialog', { name: t('members:filters') });
  await sheet.waitFor();
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
  await pressOn(page, sheet.getByRole('checkbox', { name: t('members:new_here') }), 'Space');
  await field(page, t('members:sort')).selectOption('new');
  await pressOn(page, sheet.getByRole('button', { name: new RegExp(t('members:show_profiles', { profiles: '' }).trim()) }));
  await untilAddress(page, `${WOMEN}&new_here=1&sort=new`);
  await button(page, `${t('members:lift')} ${t('members:new_here')}`).click();
  await untilAddress(page, `${WOMEN}&sort=new`);
});

const showButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(t('members:show_profiles', { profiles: '' }).trim()) });

async function openSheet(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await until(() => resultCards(page).count()).toBeGreaterThan(0);
  await button(page, t('members:filters')).click();
  await showButton(page).waitFor();
  await untilAnimationsEnd(page);
}

test('on a phone the button with the number stays in view, and the grabber drags the sheet down until it closes', async () => {
  const page = await asJoris({ ...PHONE, viewport: { width: 320, height: 568 } });
  await openSheet(page, WOMEN);
  const sheet = page.getByRole('dialog');
  for (const end of [0, 10_000]) {
    await sheet.evaluate((element, top) => element.scrollTo(0, top), end);
    const box = await showButton(page).boundingBox();
    expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(568);
  }
  const top = (await sheet.boundingBox())?.y ?? 0;
  const drag = async (distance: number) => {
    await page.mouse.move(160, top + 12);
    await page.mouse.down();
    await page.mouse.move(160, top + 12 + distance, { steps: 4 });
  };
  await drag(60);
  await until(async () => (await sheet.boundingBox())?.y).toBe(top + 60);
  // Held still, then taken back: a sheet that is let go near its place returns to it.
  await page.mouse.move(160, top + 20, { steps: 4 });
  await page.mouse.up();
  await until(async () => (await sheet.boundingBox())?.y).toBe(top);
  await drag(400);
  await page.mouse.up();
  await sheet.waitFor({ state: 'detached' });
});

test('ages are chosen by handles and by fields, answers and interests in the sheet, and chips lift them', async () => {
  const [fits, other] = [
    await aMember(site.db, { name: 'Wil', country: 'PL', gender: 'nonbinary' }),
    await aMember(site.db, { name: 'Alex', country: 'PL', gender: 'nonbinary' }),
  ];
  await site.db.insert(memberFields).values({ memberId: fits.id, fieldId: 'looking_for', value: 'lasting' });
  await site.db.insert(memberInterests).values([fits, other].map(({ id }) => ({ memberId: id, interestId: 'yoga' })));
  const page = await asJoris();
  await openSheet(page, '/members?gender=nonbinary&country=PL');
  const sheet = page.getByRole('dialog');
  const youngest = sheet.getByRole('textbox', { name: t('members:age_youngest') });
  const handle = sheet.getByRole('slider', { name: t('members:age_youngest') });
  const oldest = sheet.getByRole('textbox', { name: t('members:age_oldest') });
  await youngest.fill('2');
  expect(await handle.inputValue()).toBe('18');
  await youngest.fill('25');
  expect(await handle.inputValue()).toBe('25');
  await handle.press('ArrowRight');
  expect(await youngest.inputValue()).toBe('26');
  await oldest.fill('20');
  expect(await youngest.inputValue()).toBe('20');
  await oldest.fill('old');
  await oldest.blur();
  expect(await oldest.inputValue()).toBe('20');
  await oldest.fill('90');
  await handle.press('End');
  expect(await youngest.inputValue()).toBe('90');
  await youngest.fill('20');
  for (const [name, choice] of [
    ['looking_for', 'Something lasting'],
    ['interests', 'Yoga'],
  ] as const) {
    await sheet
      .locator('summary')
      .filter({ hasText: t(`members:${name}`) })
      .click();
    await sheet.getByRole('checkbox', { name: choice }).check();
  }
  expect(await violationsOn(page)).toEqual([]);
  await until(() => showButton(page).textContent()).toBe('Show 1 profile');
  await showButton(page).click();
  await untilAddress(page, '/members?gender=nonbinary&min_age=20&max_age=90&country=PL&looking_for=lasting&interests=yoga');
  await until(() => resultCards(page).count()).toBe(1);
  await button(page, `${t('members:lift')} ${t('members:looking_for')}: Something lasting`).click();
  await untilAddress(page, '/members?gender=nonbinary&min_age=20&max_age=90&country=PL&interests=yoga');
  await until(() => resultCards(page).count()).toBe(2);
});

test('the page contains the first results, and requests more only after scrolling', async () => {
  const page = await asJoris();
  const searchRequests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/search.php') && searchRequests.push(request.resourceType()));
  await openUntilIdle(page, '/members');
  await untilNoRequestPending(page);
  expect([await resultCards(page).count(), searchRequests]).toEqual([12, []]);
  await scrollToEnd(page);
  await until(() => resultCards(page).count()).toBe(24);
});

test('scrolling loads more, and going back from a member restores the scroll position', async () => {
  const page = await asJoris();
  await page.goto(WOMEN);
  await until(async () => {
    await scrollToEnd(page);
    return resultCards(page).count();
  }).toBe(DUTCH + 1);
  await untilAddress(page, /[?&]page=3(&|$)/);
  const { y, address } = await page.evaluate(() => ({ y: scrollY, address: location.href }));
  const last = resultCards(page).last();
  await last
    .getByRole('button', { name: new RegExp(`^${t('cards:like', { name: '' }).trim()}`) })
    .first()
    .click();
  await last.getByRole('link').first().click();
  await untilAddress(page, /^\/members\/[\w-]{22}$/);
  await page.goBack();
  await until(() => page.url()).toBe(address);
  await until(() => page.evaluate(() => scrollY)).toBeGreaterThan(y - 200);
  await until(() => resultCards(page).count()).toBe(DUTCH + 1);
});

test('a list that was left is out of the page, and back it is the same one, with what has changed meanwhile', async () => {
  const page = await asJoris();
  await page.goto(WOMEN);
  await until(() => resultCards(page).count()).toBeGreaterThanOrEqual(12);
  const card = resultCards(page).nth(1);
  await page.evaluate(() => document.querySelector('.cards')?.setAttribute('data-left', ''));
  await card.getByRole('link').first().click();
  await page.locator('.member-info h1').waitFor();
  expect(await page.locator('[data-left]').count()).toBe(0);
  await page.locator('.member-bar .like-btn').first().click();
  await page.goBack();
  await page.locator('.cards[data-left]').waitFor();
  await until(() => card.locator('.like-btn').getAttribute('aria-pressed')).toBe('true');
  await until(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
});

test('page by page there are links to the next and previous page, and the choice is kept', async () => {
  const page = await asJoris(DESKTOP);
  await showPageByPage(page);
  await page.goto(WOMEN);
  await page.getByText(t('members:page_of', { page: 1, count: 3 }), { exact: true }).waitFor();
  await until(() => resultCards(page).count()).toBe(12);
  const first = await resultCards(page).first().textContent();
  await link(page, t('members:page_next')).click();
  await page.getByText(t('members:page_of', { page: 2, count: 3 }), { exact: true }).waitFor();
  await until(() => resultCards(page).first().textContent()).not.toBe(first);
  await until(() => status(page).textContent()).toMatch(/^Page 2 of 3, 12 shown of 31/);
  await until(() => hasFocus(resultCards(page).first().getByRole('link').first())).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  await link(page, t('members:page_before')).click();
  await until(() => resultCards(page).first().textContent()).toBe(first);
  await page.goto(`${WOMEN}&page=99`);
  await link(page, t('members:page_before')).click();
  await page.getByText(t('members:page_of', { page: 3, count: 3 }), { exact: true }).waitFor();
});

test('the button for more moves the focus to the first new result, also when it disappears, and the number is announced', async () => {
  const page = await asJoris(DESKTOP);
  await disableScrollLoading(page);
  await page.goto(WOMEN);
  for (const shown of [12, 24]) {
    await until(() => resultCards(page).count()).toBe(shown);
    await pressOn(page, button(page, t('members:show_more')));
    await until(() => hasFocus(resultCards(page).nth(shown).getByRole('link').first())).toBe(true);
  }
  await until(() => button(page, t('members:show_more')).count()).toBe(0);
  await until(() => status(page).textContent()).toBe('7 more profiles, 31 shown of 31 profiles');
});

test('on a desktop the filter bar and the line below it search, with all filters in the address', async () => {
  const page = await asJoris(DESKTOP);
  await page.goto('/members');
  await filter(page, 'gender').selectOption('female');
  await filter(page, 'country').selectOption('BE');
  await button(page, t('members:search')).click();
  await untilAddress(page, '/members?gender=female&country=BE');
  await until(() => resultCards(page).count()).toBe(2);
  const saved = page.waitForResponse(/new_here=1.*manual_search=1/);
  await button(page, t('members:new_here')).click();
  await untilAddress(page, '/members?gender=female&country=BE&new_here=1');
  await saved;
  await page.goto('/members');
  await until(() => filter(page, 'country').inputValue()).toBe('BE');
  await until(() => button(page, t('members:new_here')).getAttribute('aria-pressed')).toBe('true');
  expect(await violationsOn(page)).toEqual([]);
});

test('below few results there are sections for the neighbouring country and for nearby matches', async () => {
  const page = await asJoris(DESKTOP);
  await page.goto(`${WOMEN}&min_age=36&max_age=45`);
  await until(() => resultCards(page).count()).toBe(1);
  const nearby = section(page, t('members:close_by'));
  await nearby.waitFor();
  await until(() => nearby.getByRole('article').count()).toBeGreaterThan(0);
  expect(await nearby.getByText('Hilde').count()).toBe(0);
  await page.goto(`${WOMEN}&min_age=26&max_age=35&countryregion=NL-UT&page=3`);
  const neighbours = section(page, t('members:across_border', { country: 'Belgium' }));
  await until(() => neighbours.getByRole('article').count()).toBe(2);
  await until(() => section(page, t('members:close_by')).getByText('Hilde').count()).toBeGreaterThan(0);
  expect(await resultCards(page).filter({ hasText: 'Elke' }).count()).toBe(0);
  await neighbours.getByRole('button', { name: /Belgium/ }).click();
  await untilAddress(page, '/members?gender=female&min_age=26&max_age=35&country=BE');
});

test('without results one button removes the filter that excludes everybody', async () => {
  const page = await asJoris();
  await page.goto('/members?gender=nonbinary&country=NL');
  await heading(page, t('members:nobody')).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: /^Search everyone/ }).click();
  await untilAddress(page, '/members?country=NL');
  await until(() => resultCards(page).count()).toBeGreaterThan(0);
});

test('only a template that searches all countries offers them; the neighbouring country is offered in both', async () => {
  const fewResults = '/members?gender=female&country=BE&countryregion=BE-VLG&min_age=26&max_age=35';
  const everywhere = (page: Page) => page.getByRole('button', { name: /^Search all countries/ });
  const page = await asJoris(DESKTOP);
  await openUntilIdle(page, fewResults);
  await section(page, t('members:across_border', { country: 'Netherlands' })).waitFor();
  expect(await everywhere(page).count()).toBe(0);
  await openUntilIdle(page, '/members?gender=nonbinary&country=BE&photo=1');
  await heading(page, t('members:nobody')).waitFor();
  expect(await everywhere(page).count()).toBe(0);
  await button(page, t('members:search_everyone')).click();
  await untilAddress(page, '/members?country=NL');
  await openUntilIdle(page, '/members?gender=female');
  expect(await filter(page, 'country').inputValue()).toBe('NL');
  await saveSetting(site.db, 'template', 'classic');
  const classic = await asJoris(DESKTOP);
  await classic.goto(fewResults);
  await section(classic, t('members:across_border', { country: 'Netherlands' })).waitFor();
  await everywhere(classic).first().waitFor();
  await openUntilIdle(classic, '/members?gender=female');
  expect(await filter(classic, 'country').inputValue()).toBe('');
  await clearSetting(site.db, 'template');
});

test('a failing search shows placeholders, then the error with the filters kept, and a retry loads the list', async () => {
  await saveSetting(site.db, 'template', 'classic');
  const page = await asJoris();
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
  const placeholders = page.getByRole('status', { name: t('cards:loading_members') });
  const retry = button(page, t('core:action.retry'));
  let failure = Promise.withResolvers<void>();
  await interceptCalls(page, 'search.php', 'GET', async (route) => {
    await failure.promise;
    await route.fulfill(refusal(503, 'unavailable'));
  });
  await page.goto(BELGIANS);
  await placeholders.waitFor();
  failure.resolve();
  await retry.waitFor();
  expect(addressOf(page)).toBe(BELGIANS);
  expect(await filter(page, 'country').inputValue()).toBe('BE');
  const everywhere = filter(page, 'country').getByRole('option', { name: t('members:country_all') });
  expect(await everywhere.count()).toBe(1);
  expect(await page.locator('.toast').count()).toBe(0);
  await until(() => logged.filter((text) => text.includes('unavailable')).length).toBeGreaterThan(0);

  failure = Promise.withResolvers<void>();
  await filter(page, 'gender').selectOption('');
  await button(page, t('members:search')).click();
  await placeholders.waitFor();
  await until(() => retry.count()).toBe(0);
  failure.resolve();
  await retry.waitFor();
  await untilAddress(page, '/members?country=BE');
  await until(() => filter(page, 'gender').inputValue()).toBe('');
  expect(await violationsOn(page)).toEqual([]);

  await interceptCalls(page, 'search.php', 'GET', (route) => route.continue());
  await retry.click();
  await until(() => resultCards(page).count()).toBe(2);
  await clearSetting(site.db, 'template');
});
