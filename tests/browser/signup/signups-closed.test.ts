import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { screenshotOnFailure } from '../../support/browser/chromium-pages.ts';
import { aMember, newId } from '../../support/database/factories.ts';
import { sampleOf } from '../../support/timing/seeded-sample.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { heading, link } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, untilAddress, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

// One tab opens all places, so that code is loaded and compiled once.
const site = browserSite({ keepsPages: true });
let marit: { id: string };
beforeAll(async () => {
  marit = await aMember(site.db, { name: 'Marit' });
});

const PLACES = [
  '/',
  '/login',
  '/signup',
  '/pricing',
  '/match-finder?looking=female&age=26-35&country=NL&step=result',
  '/members/{id}',
  '/members/{id}/signup',
  '/members/{id}/landing',
  '/members/{id}/landing2/coffee',
  '/members/{id}/landing3/curious',
  '/landers/gallery/over-40',
  '/landers/socialnetwork/small-talk',
  '/complete-signup',
  '/signup-matches',
  '/nowhere',
  '/members/{nobody}',
] as const;
/** Places where another component replaces the link to the sign-up; they are checked for accessibility. */
const ACCESSIBILITY_CHECKED: readonly string[] = ['/', '/pricing', '/members/{id}', '/complete-signup', '/nowhere'];
const filled = (place: string) => place.replace('{id}', marit.id).replace('{nobody}', newId());

/** All texts of the page, with labels for screen readers and links to the sign-up. */
const textsAndSignupLinks = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label') ?? '');
    const links = [...document.querySelectorAll('a[href]')].map((element) => element.getAttribute('href') ?? '');
    return [document.title, document.body.innerText, ...labels, ...links.filter((href) => href.startsWith('/signup'))].join('\n');
  });
const SIGNUP_OFFER = /join free|^\/signup|^join and/im;

const openAndSettle = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilAnimationsEnd(page);
};

describe.each(['none', 'with_trafficsource'] as const)('while sign-ups are %s and the visit has no traffic source', (signups) => {
  let tab: Page | undefined;
  beforeAll(() => saveSetting(site.db, 'signups', signups));
  afterAll(() => clearSetting(site.db, 'signups'));

  // `npm run faults` tests all of them.
  test.each(sampleOf(`closed, ${signups}`, PLACES, 8))('%s has a link to the login instead of the sign-up', async (place) => {
    const page = tab ?? (await visit(site, DESKTOP));
    tab = page;
    screenshotOnFailure(page);
    await openAndSettle(page, filled(place));
    await until(async () => SIGNUP_OFFER.exec(await textsAndSignupLinks(page))?.[0]).toBeUndefined();
    await until(() => page.locator(place === '/login' ? 'form [type="submit"]' : 'a[href^="/login"]').count()).toBeGreaterThan(0);
    if (ACCESSIBILITY_CHECKED.includes(place)) expect(await violationsOn(page)).toEqual([]);
  });

  test('likes and chats lead to the login, and then back to the member', async () => {
    const page = await visit(site, DESKTOP);
    const toLogin = `/login?next=${encodeURIComponent(`/members/${marit.id}`)}`;
    await openAndSettle(page, `/members/${marit.id}`);
    expect(
      await link(page, t('cards:like', { name: 'Marit' }))
        .first()
        .getAttribute('href'),
    ).toBe(toLogin);
    await page.goto(`/members/${marit.id}/chat`);
    await untilAddress(page, `/login?next=${encodeURIComponent(`/members/${marit.id}/chat`)}`);
  });
});

test('a traffic source in the address, or of an earlier visit, shows links to the sign-up', async () => {
  await saveSetting(site.db, 'signups', 'with_trafficsource');
  const page = await visit(site, DESKTOP);
  for (const address of ['/?network=radio', '/']) {
    await openAndSettle(page, address);
    await link(page, t('landing:join')).first().waitFor();
  }
  await openAndSettle(page, '/nowhere');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('core:navigation.join'), exact: true })
    .waitFor();
  await clearSetting(site.db, 'signups');
});

test.each([
  ['/complete-signup', 'complete_title', '/login?next=%2Fcomplete-signup%3Fnetwork%3Dads'],
  ['/signup-matches', 'matches_visitor_title', '/login?next=%2Fsignup-matches%3Fnetwork%3Dads'],
] as const)('%s shows a visitor a page with links to login and sign-up', async (path, title, login) => {
  const page = await visit(site, DESKTOP);
  await openAndSettle(page, `${path}?network=ads`);
  await heading(page, t(`signup:${title}`)).waitFor();
  await untilAddress(page, `${path}?network=ads`);
  expect(await link(page, t('signup:log_in')).getAttribute('href')).toBe(login);
  expect(await link(page, t('core:navigation.join')).getAttribute('href')).toBe('/signup?network=ads');
  expect(await violationsOn(page)).toEqual([]);
});
