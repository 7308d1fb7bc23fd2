import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { memberByEmail } from '#db/queries/account/members';
import { cataloguePrompts } from '#db/queries/profile/profile';
import { memberPrompts } from '#db/schema/index';
import { FAKE_SUBSCRIPTION } from '../../../scripts/lib/screenshots/fake-push.ts';
import { newEmail } from '../../support/database/factories.ts';
import { interceptCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { untilStored } from '../support/browser-storage.ts';
import { chooseRadio, hasFocus } from '../support/keyboard.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { withPush } from '../support/push.ts';
import { submitAccountStep } from '../support/signup-and-search-actions.ts';
import {
  backButton,
  birthday,
  fillInBirthStep,
  mailSentHeading,
  skipBirthStep,
  skipStep,
  stepHeading,
  submitStep,
} from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();

const aNewcomer = () => ({ email: newEmail(), name: 'Joris', password: 'a boat called Which Version' });
const memberOf = async ({ email }: { email: string }) => (await memberByEmail(site.db, email))[0];

async function expectAccessible(page: Page): Promise<void> {
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
}

const UTRECHT = { country: 'NL', countryregion: 'NL-UT', city: 'Utrecht' };
const stubGeocode = (page: Page) => page.route('**/api/geocode.php*', (route) => route.fulfill({ json: UTRECHT }));

test('a complete sign-up without push stores all answers, and each step is accessible', async () => {
  const joris = aNewcomer();
  const page = await visit(site, PHONE);
  await page.goto('/?network=ads&aff_sub=7');
  await link(page, t('landing:join')).first().click();
  await expectAccessible(page);
  await submitAccountStep(page, joris);

  await stepHeading(page, 'photo').waitFor();
  await until(() => hasFocus(stepHeading(page, 'photo'))).toBe(true);
  await expectAccessible(page);
  await skipStep(page);

  await stepHeading(page, 'place').waitFor();
  await submitStep(page);
  await page.getByText(t('profile:country_required')).waitFor();
  await expectAccessible(page);
  await field(page, t('profile:country')).selectOption('NL');
  await field(page, t('profile:region')).selectOption('NL-UT');
  await field(page, t('profile:city')).fill('Utrecht');
  await submitStep(page);

  await stepHeading(page, 'birth').waitFor();
  await fillInBirthStep(page);
  await field(page, t('profile:day')).fill('31');
  await submitStep(page);
  await page.getByText(t('profile:date_of_birth_error', { min_age: 18 })).waitFor();
  await expectAccessible(page);
  await field(page, t('profile:day')).fill(birthday.day);
  await button(page, t('signup:more_other', { count: 10 })).click();
  await field(page, 'Smoking').selectOption({ index: 1 });
  const wanted = page.getByRole('group', { name: t('signup:meet_title') });
  expect(await wanted.getByRole('radio', { checked: true }).count()).toBe(0);
  await chooseRadio(page, wanted, t('signup:meet_female'));
  await page.getByRole('textbox', { name: t('signup:meet_age_youngest') }).fill('30');
  await page.getByRole('textbox', { name: t('signup:meet_age_oldest') }).fill('40');
  await page.getByText(t('signup:meet_age_between', { from: 30, to: 40 })).waitFor();
  await page.getByRole('checkbox', { name: t('consent:sentence_1', { site: 'Vonk' }) }).check();
  await expectAccessible(page);
  await submitStep(page);

  await stepHeading(page, 'personal').waitFor();
  await expectAccessible(page);
  expect((await field(page, t('signup:personal')).boundingBox())?.height).toBe(150);
  await field(page, t('signup:personal')).fill('I sail, badly.');
  await submitStep(page);

  await heading(page, t('signup:waiting_title', { name: 'Joris' })).waitFor();
  await expectAccessible(page);
  await mailSentHeading(page, 'Joris').waitFor();
  await expectAccessible(page);
  expect(await memberOf(joris)).toMatchObject({
    ...UTRECHT,
    gender: 'male',
    dateOfBirth: '1993-02-17',
    personal: 'I sail, badly.',
    savedSearch: { gender: 'female', min_age: 30, max_age: 40 },
    signupOrigin: { trafficsource: { network: 'ads', sub: '7' }, form_path: '/' },
  });
  await until(async () => (await memberOf(joris))?.lastSignupStep).toBe(6);
  await link(page, t('signup:go_members')).click();
  await untilAddress(page, '/members');
  await until(async () => (await memberOf(joris))?.lastSignupStep).toBe(7);
});

/** Runs in the page: the permission for the location is still to be asked for, and will be granted. */
const promptForLocation = () => {
  const { permissions } = navigator;
  const query = async (asked: PermissionDescriptor) =>
    asked.name === 'geolocation' ? { state: 'prompt', onchange: null } : permissions.query(asked);
  Object.defineProperty(navigator, 'permissions', { value: { query } });
};

test('the location of the browser fills in empty fields only', async () => {
  const joris = aNewcomer();
  const geolocation = { latitude: 52.09, longitude: 5.12 };
  const page = await visit(site, { ...DESKTOP, permissions: ['geolocation'], geolocation });
  await page.addInitScript(promptForLocation);
  await stubGeocode(page);
  await page.goto('/signup');
  await submitAccountStep(page, joris);
  // All other permissions are denied, push included, which skips the photo step.
  await stepHeading(page, 'place').waitFor();
  await page.getByText(t('signup:located', { place: 'Utrecht' })).waitFor();
  await until(() => field(page, t('profile:country')).inputValue()).toBe('NL');
  await until(() => field(page, t('profile:region')).inputValue()).toBe('NL-UT');
  await field(page, t('profile:city')).fill('Zeist');
  await button(page, t('signup:locate')).click();
  await page.reload();
  await page.getByText(t('signup:located', { place: 'Utrecht' })).waitFor();
  await until(() => field(page, t('profile:city')).inputValue()).toBe('Zeist');
  await submitStep(page);
  await stepHeading(page, 'birth').waitFor();
  await until(() => memberOf(joris)).toMatchObject({ country: 'NL', city: 'Zeist', lastSignupStep: 3 });
});

test('a denied location says so, and the skipped photo step is one step back', async () => {
  const page = await visit(site, { ...PHONE, permissions: ['clipboard-read'] });
  await page.goto('/signup');
  await submitAccountStep(page, aNewcomer());
  await stepHeading(page, 'place').waitFor();
  await page.getByText(t('signup:locate_denied')).waitFor();
  await expect(button(page, t('signup:locate')).count()).resolves.toBe(0);
  await expectAccessible(page);
  await backButton(page).click();
  await stepHeading(page, 'photo').waitFor();
  await expect(backButton(page).count()).resolves.toBe(0);
  await skipStep(page);
  await stepHeading(page, 'place').waitFor();
});

/** Skips all steps from the photo to the last page, except for the country. */
async function skipToMail(page: Page): Promise<void> {
  await skipStep(page);
  await stepHeading(page, 'place').waitFor();
  await field(page, t('profile:country')).selectOption('NL');
  await submitStep(page);
  await skipBirthStep(page);
  await stepHeading(page, 'personal').waitFor();
  await skipStep(page);
  await mailSentHeading(page, 'Joris').waitFor();
}

/** Signs up and skips to the step about oneself. */
async function openTextStep(): Promise<{ page: Page; joris: ReturnType<typeof aNewcomer> }> {
  const joris = aNewcomer();
  const page = await visit(site, PHONE);
  await page.goto('/signup');
  await submitAccountStep(page, joris);
  await skipStep(page);
  await stepHeading(page, 'place').waitFor();
  await field(page, t('profile:country')).selectOption('NL');
  await submitStep(page);
  await skipBirthStep(page);
  await stepHeading(page, 'personal').waitFor();
  await button(page, t('signup:prompt_another')).waitFor();
  return { page, joris };
}
const promptField = (page: Page) => page.locator('textarea[name="prompt_answer"]');
const promptLabel = (page: Page) => page.locator('.about-me-prompt label').textContent();
const promptsOf = async (newcomer: { email: string }) => {
  const member = await memberOf(newcomer);
  return site.db
    .select()
    .from(memberPrompts)
    .where(eq(memberPrompts.memberId, member?.id ?? ''));
};

describe('the step about oneself', () => {
  test('offers a prompt and others, and stores the answer to the one on screen', async () => {
    const { page, joris } = await openTextStep();
    const first = await promptLabel(page);
    await promptField(page).fill('An answer to the first one');
    await button(page, t('signup:prompt_another')).click();
    await until(() => promptLabel(page)).not.toBe(first);
    const second = await promptLabel(page);
    expect(await promptField(page).inputValue()).toBe('');
    await expectAccessible(page);
    await promptField(page).fill('x'.repeat(301));
    await page.getByText(t('errors:fields.too_long'), { exact: true }).waitFor();
    await submitStep(page);
    await stepHeading(page, 'personal').waitFor();
    await promptField(page).fill('At the window table.');
    await submitStep(page);
    await mailSentHeading(page, 'Joris').waitFor();
    const label = (await cataloguePrompts(site.db)).find(({ labels }) => labels.en === second);
    expect(await promptsOf(joris)).toMatchObject([{ promptId: label?.id, answer: 'At the window table.' }]);
  });

  test('keeps the answer to the prompt after a reload and a failed save', async () => {
    const { page, joris } = await openTextStep();
    await button(page, t('signup:prompt_another')).click();
    const shown = await promptLabel(page);
    await promptField(page).fill('Half an answer');
    await untilStored(page, 'Half an answer');
    await page.reload();
    await until(() => promptField(page).inputValue()).toBe('Half an answer');
    expect(await promptLabel(page)).toBe(shown);
    let isDown = true;
    await interceptCalls(page, 'user.php', 'PUT', (route) => (isDown ? route.abort() : route.fallback()));
    await submitStep(page);
    await page.getByRole('alert').waitFor();
    expect(await promptField(page).inputValue()).toBe('Half an answer');
    expect(await promptsOf(joris)).toEqual([]);
    isDown = false;
    await submitStep(page);
    await mailSentHeading(page, 'Joris').waitFor();
    expect(await promptsOf(joris)).toMatchObject([{ answer: 'Half an answer', position: 0 }]);
  });

  test('is skipped without a prompt', async () => {
    const { page, joris } = await openTextStep();
    await promptField(page).fill('Not yet');
    await skipStep(page);
    await mailSentHeading(page, 'Joris').waitFor();
    expect(await promptsOf(joris)).toEqual([]);
  });
});

describe('with push', () => {
  test.each([
    ['allowed', 'granted', 'push_allow'],
    ['refused when asked', 'denied', 'push_allow'],
    ['left for later', 'default', 'push_not_now'],
  ] as const)('%s, the offer leads to the photo', async (_, answer, pressedButton) => {
    const page = await visit(site, PHONE);
    const sent = await withPush(page, { permissionBefore: 'default', permissionAnswer: answer });
    await page.goto('/signup');
    await submitAccountStep(page, aNewcomer());
    await stepHeading(page, 'push').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => Notification.permission)).toBe('default');
    await page.reload();
    await stepHeading(page, 'push').waitFor();
    await button(page, t(`signup:${pressedButton}`)).click();
    await stepHeading(page, 'photo').waitFor();
    expect(await page.evaluate(() => Notification.permission)).toBe(answer);
    await until(() => sent.at(0)).toEqual(answer === 'granted' ? { subscription: FAKE_SUBSCRIPTION } : undefined);
    await until(() => backButton(page).count()).toBe(answer === 'default' ? 1 : 0);
    if (answer === 'granted') await skipToMail(page);
  });

  test('denied before, there is no offer', async () => {
    const page = await visit(site, PHONE);
    await withPush(page, { permissionBefore: 'denied', permissionAnswer: 'denied' });
    await page.goto('/signup');
    await submitAccountStep(page, aNewcomer());
    await stepHeading(page, 'place').waitFor();
  });
});

test('every step keeps its answers after a reload, and the browser goes back step by step', async () => {
  const joris = aNewcomer();
  const page = await visit(site, PHONE);
  await page.goto('/signup');
  await field(page, t('signup:email')).fill(joris.email);
  await untilStored(page, joris.email);
  await page.reload();
  await until(() => field(page, t('signup:email')).inputValue()).toBe(joris.email);
  await field(page, t('signup:email')).fill('');
  await submitAccountStep(page, joris);

  await stepHeading(page, 'photo').waitFor();
  await page.reload();
  await stepHeading(page, 'photo').waitFor();
  await skipStep(page);
  await field(page, t('profile:country')).selectOption('BE');
  await field(page, t('profile:city')).fill('Gent');
  await untilStored(page, 'Gent');
  await page.reload();
  await stepHeading(page, 'place').waitFor();
  expect(await field(page, t('profile:city')).inputValue()).toBe('Gent');
  await submitStep(page);
  await stepHeading(page, 'birth').waitFor();
  await fillInBirthStep(page);
  await page.reload();
  await stepHeading(page, 'birth').waitFor();
  expect(await field(page, t('profile:year')).inputValue()).toBe(birthday.year);
  expect(await page.getByRole('radio', { name: t('signup:gender_male') }).isChecked()).toBe(true);
  await submitStep(page);
  await stepHeading(page, 'personal').waitFor();
  await field(page, t('signup:personal')).fill('Half a sentence');
  await untilStored(page, 'Half a sentence');
  await page.reload();
  await stepHeading(page, 'personal').waitFor();
  expect(await field(page, t('signup:personal')).inputValue()).toBe('Half a sentence');

  for (const name of ['birth', 'place', 'photo'] as const) {
    await page.goBack();
    await stepHeading(page, name).waitFor();
  }
  for (const name of ['place', 'birth', 'personal'] as const) {
    await page.goForward();
    await stepHeading(page, name).waitFor();
  }
  await submitStep(page);
  await mailSentHeading(page, 'Joris').waitFor();
  await page.reload();
  await mailSentHeading(page, 'Joris').waitFor();
  await page.goBack();
  await stepHeading(page, 'personal').waitFor();
  expect(addressOf(page)).toBe('/signup');
});
