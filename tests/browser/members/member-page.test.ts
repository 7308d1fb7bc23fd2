import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, newEmail, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { interceptCalls, refusal } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, heading, link } from '../support/locators.ts';
import { untilApp } from '../support/prerendered-shell.ts';
import { changeRow, scrollToEnd, submitAccountStep } from '../support/signup-and-search-actions.ts';
import { stepHeading } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { openUntilIdle, untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const OTHERS = 14;
let joris: TestMember;
let marit: TestMember;

const as = (member: TestMember) => apiClient(site.url, member.cookie);

beforeAll(async () => {
  for (let i = 0; i < OTHERS; i += 1) await aMember(site.db, { name: `Noor ${i}`, language: 'en' });
  marit = await aMember(site.db, { name: 'Marit', personal: 'I sail, badly.' });
  await aMember(site.db, { name: 'Elke', language: 'en', country: 'BE', countryregion: 'BE-VLG', city: 'Gent' });
});
beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
});

const asJoris = (view = DESKTOP) => visit(site, { ...view, cookie: joris.cookie });
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const nameLine = (page: Page) => page.locator('.member-place');

/** Changes a setting until the end of the test. */
async function withSetting(key: string, value: unknown): Promise<void> {
  await saveSetting(site.db, key, value);
  onTestFinished(() => clearSetting(site.db, key).then(() => undefined));
}

test('the language of a member is shown if it differs from that of the viewer or the country has several', async () => {
  const page = await asJoris();
  await openUntilIdle(page, '/members?country=NL,BE');
  await scrollToEnd(page);
  await until(() => card(page, 'Marit').getByText('Speaks Dutch').count()).toBe(1);
  await card(page, 'Elke').waitFor();
  expect(await card(page, 'Elke').getByText('Speaks English').count()).toBe(1);
  expect(await card(page, 'Noor').getByText('Speaks English').count()).toBe(0);
  await openUntilIdle(page, `/members/${marit.id}`);
  expect(await nameLine(page).getByText('Speaks Dutch').count()).toBe(1);
  await page.goto('/profile');
  await changeRow(page, 'spoken', (sheet) => sheet.getByRole('radio', { name: 'Polish' }).check());
  await until(async () => (await as(marit).get(`/api/profile.php?id=${joris.id}`)).at('profile.language')).toBe('pl');
});

test('the page of a member shows the fields that the operator chose, and marks common interests', async () => {
  const interests = (await as(joris).get('/api/interests.php')).at('interests') as { id: string; label: string }[];
  const [shared, own] = interests;
  if (!shared || !own) throw new Error('the catalogue has no interests');
  await as(marit).put('/api/user.php', { interests: [own.id, shared.id] });
  await as(joris).put('/api/user.php', { interests: [shared.id] });
  const page = await asJoris();
  await openUntilIdle(page, `/members/${marit.id}`);
  await page.getByRole('heading', { name: 'Marit, 32' }).waitFor();
  await page.getByText('I sail, badly.').waitFor();
  await nameLine(page).getByText('Netherlands').waitFor();
  const facts = page.getByRole('listitem');
  await facts.filter({ hasText: shared.label }).getByText(t('cards:you_too')).waitFor();
  expect(await facts.filter({ hasText: own.label }).getByText(t('cards:you_too')).count()).toBe(0);

  await withSetting('visible_profile_fields', ['gender']);
  await withSetting('visible_profile_notes', []);
  await openUntilIdle(page, `/members/${marit.id}`);
  await heading(page, 'Marit').waitFor();
  expect(await page.title()).toBe('Marit · Vonk');
  expect((await nameLine(page).textContent())?.replace(t('members:online_now'), '')).toBe('');
  for (const hidden of ['I sail, badly.', shared.label, 'Netherlands']) expect(await page.getByText(hidden).count()).toBe(0);
  expect(await page.locator('.member-facts').count()).toBe(0);
});

test('the city is shown in the details and below the name only in the template classic', async () => {
  const place = (page: Page) => page.locator('.fact-row').filter({ hasText: t('members:lives_in') });
  const page = await asJoris(PHONE);
  await as(marit).put('/api/user.php', { city: 'Zeist' });
  await openUntilIdle(page, `/members/${marit.id}`);
  expect(await page.getByText('Zeist').count()).toBe(0);
  expect(await place(page).textContent()).toMatch(/Utrecht, Netherlands$/);
  await withSetting('template', 'classic');
  await openUntilIdle(page, `/members/${marit.id}`);
  expect(await place(page).textContent()).toMatch(/Zeist, Utrecht, Netherlands$/);
  await nameLine(page).getByText('Zeist').waitFor();
});

test('similar members are shown page by page, and the page number is in the address', async () => {
  const page = await asJoris();
  await openUntilIdle(page, `/members/${marit.id}`);
  const similar = page.locator('section').filter({ has: heading(page, t('members:similar', { name: 'Marit' })) });
  await until(() => similar.getByRole('article').count()).toBe(10);
  await link(page, t('members:similar_next')).click();
  await untilAddress(page, `/members/${marit.id}?similarpage=2`);
  await until(() => similar.getByRole('article').count()).toBe(OTHERS - 10);
  await page.reload();
  await until(() => similar.getByRole('article').count()).toBe(OTHERS - 10);
});

describe('below a 404', () => {
  test('members see other members', async () => {
    const page = await asJoris(PHONE);
    await openUntilIdle(page, '/nowhere/at/all');
    await heading(page, t('core:error_page.these_exist')).waitFor();
    await until(() => page.getByRole('article').count()).toBe(5);
  });

  test('visitors can sign up, and go on with the next step', async () => {
    const page = await visit(site, PHONE);
    await page.goto('/nowhere/at/all');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('core:navigation.join'), exact: true })
      .click();
    await submitAccountStep(page, { email: newEmail(), name: 'Joris', password: 'a boat called Which Version' });
    await stepHeading(page, 'photo').waitFor();
    await untilAddress(page, '/signup');
  });
});

test('the logout button is busy for a second, and a failed logout leads to the login all the same', async () => {
  const page = await asJoris();
  await page.clock.install();
  const refused = Promise.withResolvers<void>();
  await interceptCalls(page, 'logout.php', 'GET', async (route) => {
    await refused.promise;
    await route.fulfill(refusal(503, 'unavailable'));
  });
  await page.goto('/profile/settings');
  await untilApp(page);
  // Stops the clock of the page, so that the second passes only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, t('profile:log_out')).click();
  const busy = button(page, t('profile:log_out')).and(page.locator('[aria-busy="true"]'));
  await busy.waitFor();
  await page.clock.fastForward(1000);
  await busy.waitFor({ state: 'detached' });
  await page.clock.resume();
  refused.resolve();
  await button(page, t('session:submit')).waitFor();
  await untilNoRequestPending(page);
  await untilAddress(page, '/login');
});
