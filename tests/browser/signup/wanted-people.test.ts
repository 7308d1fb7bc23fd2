import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { memberById } from '#db/queries/account/members';
import { aMember, newEmail } from '../../support/database/factories.ts';
import { interceptCalls, refusal, stubCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { untilStored } from '../support/browser-storage.ts';
import { chooseRadio, hasFocus } from '../support/keyboard.ts';
import { button, heading, link } from '../support/locators.ts';
import { backButton, fillInBirthStep, skipBirthStep, stepHeading, submitStep } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();

const NEVER_ASKED = { sensitiveConsentVersion: null, sensitiveConsentAt: null };

/** A member of Groningen, where only the given people live, whose sign-up goes on at step 4. */
async function aNewcomer() {
  const traits = { name: 'Joris', country: 'NL' as const, countryregion: 'NL-GR', locale: 'en' as const };
  return aMember(site.db, {
    ...traits,
    email: newEmail(),
    gender: null,
    dateOfBirth: null,
    lastSignupStep: 3,
    savedSearch: null,
    ...NEVER_ASKED,
  });
}
const savedSearchOf = async ({ id }: { id: string }) => (await memberById(site.db, id))[0]?.savedSearch;
const question = (page: Page) => page.getByRole('group', { name: t('signup:meet_title') });
const consentBox = (page: Page) => page.getByRole('checkbox', { name: t('consent:sentence_1', { site: 'Vonk' }) });
const age = (page: Page, end: 'youngest' | 'oldest') => page.getByRole('textbox', { name: t(`signup:meet_age_${end}`) });
const untilPreference = (page: Page, from: number, to: number) =>
  page.getByText(t('signup:meet_age_between', { from, to }), { exact: true }).waitFor();

/** Opens the sign-up at step 4 and answers whom to meet: women from 30 to 40. */
async function answerOn(page: Page): Promise<void> {
  await page.goto('/signup');
  await stepHeading(page, 'birth').waitFor();
  await chooseRadio(page, question(page), t('signup:meet_female'));
  await age(page, 'youngest').fill('30');
  await age(page, 'oldest').fill('40');
  await untilPreference(page, 30, 40);
}

test('whom a new member wants to meet is the first filter everywhere', async () => {
  const birth = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;
  const people = { country: 'NL', countryregion: 'NL-GR', isFictional: true } as const;
  await aMember(site.db, { ...people, name: 'Wietske', gender: 'female', dateOfBirth: birth(35) });
  await aMember(site.db, { ...people, name: 'Geeske', gender: 'female', dateOfBirth: birth(60) });
  await aMember(site.db, { ...people, name: 'Harm', gender: 'male', dateOfBirth: birth(35) });
  const joris = await aNewcomer();
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  const untilOnlyWietske = async () => {
    await page.getByText('Wietske').first().waitFor();
    expect(await page.getByText(/Geeske|Harm/).count()).toBe(0);
  };
  await page.goto('/signup-matches');
  await page.getByText('Harm').first().waitFor();
  await answerOn(page);
  await fillInBirthStep(page);
  await untilStored(page, 'female');
  await page.reload();
  await untilPreference(page, 30, 40);
  await consentBox(page).check();
  await submitStep(page);
  await stepHeading(page, 'personal').waitFor();
  expect(await savedSearchOf(joris)).toEqual({ gender: 'female', min_age: 30, max_age: 40 });

  await backButton(page).click();
  await untilPreference(page, 30, 40);
  expect(await question(page).getByRole('radio', { checked: true }).getAttribute('value')).toBe('female');

  await page.goto('/signup-matches?looking=male');
  await untilOnlyWietske();
  await link(page, t('signup:matches_on')).click();
  await untilAddress(page, '/members');
  await heading(page, t('members:title')).waitFor();
  await page.getByText('Wietske').first().waitFor();
  expect(await page.getByText(/Geeske|Harm/).count()).toBe(0);
  await page.goto('/home');
  await page.getByText('Wietske').first().waitFor();
  expect(await page.getByText(/Geeske|Harm/).count()).toBe(0);
});

test('without an answer, and when the step is skipped, nothing is stored', async () => {
  const joris = await aNewcomer();
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await answerOn(page);
  await skipBirthStep(page);
  await stepHeading(page, 'personal').waitFor();
  expect(await savedSearchOf(joris)).toBeNull();

  const noor = await aNewcomer();
  const other = await visit(site, { ...PHONE, cookie: noor.cookie });
  await other.goto('/signup');
  await stepHeading(other, 'birth').waitFor();
  expect(await question(other).getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await violationsOn(other)).toEqual([]);
  await fillInBirthStep(other);
  await submitStep(other);
  await stepHeading(other, 'personal').waitFor();
  expect(await savedSearchOf(noor)).toBeNull();
});

test('a refused answer is said below the question, and one that got lost is sent again', async () => {
  const joris = await aNewcomer();
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  const fields = { 'search_preference.max_age': 'not_allowed' };
  await stubCalls(page, 'user.php', 'PUT', refusal(422, 'invalid', { fields }));
  await answerOn(page);
  await fillInBirthStep(page);
  await consentBox(page).check();
  await submitStep(page);
  await page.getByRole('alert').getByText(t('errors:fields.not_allowed')).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.unrouteAll();

  let isLost = false;
  await interceptCalls(page, 'user.php', 'PUT', async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await submitStep(page);
  await until(() => button(page, t('signup:submit')).isEnabled()).toBe(true);
  await submitStep(page);
  await stepHeading(page, 'personal').waitFor();
  await until(() => hasFocus(stepHeading(page, 'personal'))).toBe(true);
  expect(await savedSearchOf(joris)).toEqual({ gender: 'female', min_age: 30, max_age: 40 });
});
