import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { aMember } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();

beforeAll(async () => {
  await aMember(site.db, { gender: 'female', country: 'NL', countryregion: 'NL-UT' });
  await aMember(site.db, { gender: 'female', country: 'NL', countryregion: 'NL-UT' });
});

const finderText = (key: string, values: Record<string, string | number> = {}) => t(`match-finder:${key}`, values);
const hasFocus = (page: Page, name: string) => heading(page, name).evaluate((element) => element === document.activeElement);

test('three answers lead to the number of matches and to a sign-up with the answers and campaign parameters', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/match-finder?network=n&aff_sub=a');
  await link(page, finderText('looking_female')).focus();
  await page.keyboard.press('Enter');
  await until(() => hasFocus(page, finderText('age_title'))).toBe(true);
  await link(page, finderText('age_all')).click();
  await until(() => hasFocus(page, finderText('place_title'))).toBe(true);
  await field(page, finderText('country')).selectOption('NL');
  await field(page, finderText('region')).selectOption('NL-UT');
  await field(page, finderText('region')).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, finderText('found_other', { shown: 2 })).waitFor();
  await until(() => hasFocus(page, finderText('found_other', { shown: 2 }))).toBe(true);
  expect(await violationsOn(page)).toEqual([]);

  await link(page, finderText('join')).click();
  await untilAddress(page, '/signup?network=n&aff_sub=a&looking=female&country=NL&region=NL-UT');
});

test('the browser and the button go back one question, and the answers stay', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/match-finder');
  await link(page, finderText('looking_male')).click();
  await link(page, finderText('age_between', { from: 26, to: 35 })).click();
  await heading(page, finderText('place_title')).waitFor();
  await page.goBack();
  await heading(page, finderText('age_title')).waitFor();
  await link(page, t('core:action.back')).click();
  await heading(page, finderText('looking_title')).waitFor();
  await page.goForward();
  await heading(page, finderText('age_title')).waitFor();
  await page.goForward();
  await page.goBack();
  await page.reload();
  await heading(page, finderText('age_title')).waitFor();
});

test('no match is said plainly, a region leads to its country, and a failed call can be tried again', async () => {
  const page = await visit(site, PHONE);
  await page.goto('/match-finder?looking=female&age=all&country=NL&region=NL-ZE&step=result');
  await heading(page, finderText('nobody')).waitFor();
  await link(page, finderText('be_first')).waitFor();
  let isDown = true;
  await page.route('**/api/matchcount.php*', (route) => (isDown ? route.abort() : route.continue()));
  await link(page, finderText('whole_country', { country: 'Netherlands' })).click();
  await button(page, t('core:action.retry')).waitFor();
  isDown = false;
  await button(page, t('core:action.retry')).click();
  await heading(page, finderText('found_other', { shown: 2 })).waitFor();
});

test('the town shows a lamp for each answer and a window for each match, as far as there are windows', async () => {
  const page = await visit(site, DESKTOP);
  const town = page.locator('.split-photo .match-finder-town');
  const lamps = town.locator('.lamp-light');
  const litWindows = async () => {
    const paths = await town
      .locator('.window-lights > .window-light')
      .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
    return paths.join('').split('M').length - 1;
  };
  await page.goto('/match-finder');
  await until(() => town.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true);
  expect(await lamps.count()).toBe(0);
  await link(page, finderText('looking_female')).click();
  await until(() => lamps.count()).toBe(1);
  expect(await litWindows()).toBe(0);

  const result = '/match-finder?looking=female&age=all&country=NL&region=NL-UT&step=result';
  await page.goto(result);
  await until(litWindows).toBe(2);
  expect(await lamps.count()).toBe(3);
  for (const [found, shown] of [
    [{ num_members: 120, is_capped: false }, finderText('town_lights_other')],
    [{ num_members: 1000, is_capped: true }, finderText('town_many')],
  ] as const) {
    await page.route('**/api/matchcount.php*', (route) => route.fulfill({ json: found }));
    await page.goto(result);
    await town.getByText(shown).waitFor();
    expect(await litWindows()).toBe(120);
    await page.unrouteAll();
  }
  await page.goto('/match-finder?looking=female&age=all&country=NL&region=NL-ZE&step=result');
  await town.locator('.first-window').waitFor();
  expect(await litWindows()).toBe(0);
  expect(await town.getAttribute('aria-hidden')).toBe('true');
});

test('after the sign-up a member sees matches and that writing must wait; without matches a wider search is offered', async () => {
  const { cookie } = await aMember(site.db, { name: 'Bas', gender: 'male', status: 'not_confirmed' });
  const page = await visit(site, { ...PHONE, cookie });
  await page.goto('/signup-matches?looking=female');
  await heading(page, t('signup:matches_title_other', { shown: 2, name: 'Bas' })).waitFor();
  await page.getByText(t('signup:matches_wait')).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.goto('/signup-matches?looking=nonbinary');
  await heading(page, t('signup:matches_nobody')).waitFor();
  await link(page, t('signup:matches_wider', { country: 'Netherlands' })).click();
  await untilAddress(page, '/members?country=NL');
});
