import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { memberByEmail } from '#db/queries/account/members';
import { FAKE_SUBSCRIPTION } from '../../../scripts/lib/screenshots/fake-push.ts';
import { newEmail } from '../../support/database/factories.ts';
import { violationsOn } from '../support/axe.ts';
import { browsedSite } from '../support/browser-site.ts';
import { untilKept } from '../support/browser-storage.ts';
import { hasFocus } from '../support/keyboard.ts';
import { button, field, heading, link } from '../support/locators.ts';
import { withPush } from '../support/push.ts';
import { makeAccount } from '../support/signup-and-search-actions.ts';
import { answerBirth, back, birthday, goOn, mailPage, question, skip } from '../support/signup-steps.ts';
import { say } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { untilStill } from '../support/waits.ts';

const site = browsedSite();

const aNewcomer = () => ({ email: newEmail(), name: 'Joris', password: 'a boat called Which Version' });
const memberOf = async ({ email }: { email: string }) => (await memberByEmail(site.db, email))[0];

async function isForEveryone(page: Page): Promise<void> {
  await untilStill(page);
  expect(await violationsOn(page)).toEqual([]);
}

const UTRECHT = { country: 'NL', countryregion: 'NL-UT', city: 'Utrecht' };
const town = (page: Page) => page.route('**/api/geocode.php*', (route) => route.fulfill({ json: UTRECHT }));

test('a complete sign-up without push stores all answers, and each step is accessible', async () => {
  const joris = aNewcomer();
  const page = await visit(site, PHONE);
  await page.goto('/?network=ads&aff_sub=7');
  await link(page, say('landing:join')).first().click();
  await isForEveryone(page);
  await makeAccount(page, joris);

  await question(page, 'photo').waitFor();
  await until(() => hasFocus(question(page, 'photo'))).toBe(true);
  await isForEveryone(page);
  await skip(page);

  await question(page, 'place').waitFor();
  await goOn(page);
  await page.getByText(say('profile:country_required')).waitFor();
  await isForEveryone(page);
  await field(page, say('profile:country')).selectOption('NL');
  await field(page, say('profile:region')).selectOption('NL-UT');
  await field(page, say('profile:city')).fill('Utrecht');
  await goOn(page);

  await question(page, 'birth').waitFor();
  await answerBirth(page);
  await field(page, say('profile:day')).fill('31');
  await goOn(page);
  await page.getByText(say('profile:date_of_birth_error', { min_age: 18 })).waitFor();
  await isForEveryone(page);
  await field(page, say('profile:day')).fill(birthday.day);
  await button(page, say('signup:more_other', { count: 10 })).click();
  await field(page, 'Smoking').selectOption({ index: 1 });
  await goOn(page);

  await question(page, 'personal').waitFor();
  await isForEveryone(page);
  expect((await field(page, say('signup:personal')).boundingBox())?.height).toBe(150);
  await field(page, say('signup:personal')).fill('I sail, badly.');
  await goOn(page);

  await heading(page, say('signup:waiting_title', { name: 'Joris' })).waitFor();
  await isForEveryone(page);
  await mailPage(page, 'Joris').waitFor();
  await isForEveryone(page);
  expect(await memberOf(joris)).toMatchObject({
    ...UTRECHT,
    gender: 'male',
    dateOfBirth: '1993-02-17',
    personal: 'I sail, badly.',
    signupOrigin: { trafficsource: { network: 'ads', sub: '7' }, form_path: '/' },
  });
  await until(async () => (await memberOf(joris))?.lastSignupStep).toBe(6);
  await link(page, say('signup:go_members')).click();
  await untilAddress(page, '/members');
  await until(async () => (await memberOf(joris))?.lastSignupStep).toBe(7);
});

/** Runs in the page: the permission for the location is still to be asked for, and will be granted. */
const asksFirst = () => {
  const { permissions } = navigator;
  const query = async (asked: PermissionDescriptor) =>
    asked.name === 'geolocation' ? { state: 'prompt', onchange: null } : permissions.query(asked);
  Object.defineProperty(navigator, 'permissions', { value: { query } });
};

test('the location of the browser fills in empty fields only', async () => {
  const joris = aNewcomer();
  const geolocation = { latitude: 52.09, longitude: 5.12 };
  const page = await visit(site, { ...DESKTOP, permissions: ['geolocation'], geolocation });
  await page.addInitScript(asksFirst);
  await town(page);
  await page.goto('/signup');
  await makeAccount(page, joris);
  // All other permissions are denied, push included, which skips the photo step.
  await question(page, 'place').waitFor();
  await page.getByText(say('signup:located', { place: 'Utrecht' })).waitFor();
  await until(() => field(page, say('profile:country')).inputValue()).toBe('NL');
  await until(() => field(page, say('profile:region')).inputValue()).toBe('NL-UT');
  await field(page, say('profile:city')).fill('Zeist');
  await button(page, say('signup:locate')).click();
  await page.reload();
  await page.getByText(say('signup:located', { place: 'Utrecht' })).waitFor();
  await until(() => field(page, say('profile:city')).inputValue()).toBe('Zeist');
  await goOn(page);
  await question(page, 'birth').waitFor();
  await until(() => memberOf(joris)).toMatchObject({ country: 'NL', city: 'Zeist', lastSignupStep: 3 });
});

test('a denied location says so, and the skipped photo step is one step back', async () => {
  const page = await visit(site, { ...PHONE, permissions: ['clipboard-read'] });
  await page.goto('/signup');
  await makeAccount(page, aNewcomer());
  await question(page, 'place').waitFor();
  await page.getByText(say('signup:locate_denied')).waitFor();
  await expect(button(page, say('signup:locate')).count()).resolves.toBe(0);
  await isForEveryone(page);
  await back(page).click();
  await question(page, 'photo').waitFor();
  await expect(back(page).count()).resolves.toBe(0);
  await skip(page);
  await question(page, 'place').waitFor();
});

/** Skips all steps from the photo to the last page, except for the country. */
async function toTheLetter(page: Page): Promise<void> {
  await skip(page);
  await question(page, 'place').waitFor();
  await field(page, say('profile:country')).selectOption('NL');
  await goOn(page);
  for (const name of ['birth', 'personal'] as const) {
    await question(page, name).waitFor();
    await skip(page);
  }
  await mailPage(page, 'Joris').waitFor();
}

describe('with push', () => {
  test.each([
    ['allowed', 'granted', 'push_allow'],
    ['refused when asked', 'denied', 'push_allow'],
    ['left for later', 'default', 'push_not_now'],
  ] as const)('%s, the offer leads to the photo', async (_, answer, pressedButton) => {
    const page = await visit(site, PHONE);
    const sent = await withPush(page, { before: 'default', answer });
    await page.goto('/signup');
    await makeAccount(page, aNewcomer());
    await question(page, 'push').waitFor();
    await isForEveryone(page);
    expect(await page.evaluate(() => Notification.permission)).toBe('default');
    await page.reload();
    await question(page, 'push').waitFor();
    await button(page, say(`signup:${pressedButton}`)).click();
    await question(page, 'photo').waitFor();
    expect(await page.evaluate(() => Notification.permission)).toBe(answer);
    await until(() => sent.at(0)).toEqual(answer === 'granted' ? { subscription: FAKE_SUBSCRIPTION } : undefined);
    await until(() => back(page).count()).toBe(answer === 'default' ? 1 : 0);
    if (answer === 'granted') await toTheLetter(page);
  });

  test('denied before, there is no offer', async () => {
    const page = await visit(site, PHONE);
    await withPush(page, { before: 'denied', answer: 'denied' });
    await page.goto('/signup');
    await makeAccount(page, aNewcomer());
    await question(page, 'place').waitFor();
  });
});

test('every step keeps its answers after a reload, and the browser goes back step by step', async () => {
  const joris = aNewcomer();
  const page = await visit(site, PHONE);
  await page.goto('/signup');
  await field(page, say('signup:email')).fill(joris.email);
  await untilKept(page, joris.email);
  await page.reload();
  await until(() => field(page, say('signup:email')).inputValue()).toBe(joris.email);
  await field(page, say('signup:email')).fill('');
  await makeAccount(page, joris);

  await question(page, 'photo').waitFor();
  await page.reload();
  await question(page, 'photo').waitFor();
  await skip(page);
  await field(page, say('profile:country')).selectOption('BE');
  await field(page, say('profile:city')).fill('Gent');
  await untilKept(page, 'Gent');
  await page.reload();
  await question(page, 'place').waitFor();
  expect(await field(page, say('profile:city')).inputValue()).toBe('Gent');
  await goOn(page);
  await question(page, 'birth').waitFor();
  await answerBirth(page);
  await page.reload();
  await question(page, 'birth').waitFor();
  expect(await field(page, say('profile:year')).inputValue()).toBe(birthday.year);
  expect(await page.getByRole('radio', { name: say('signup:gender_male') }).isChecked()).toBe(true);
  await goOn(page);
  await question(page, 'personal').waitFor();
  await field(page, say('signup:personal')).fill('Half a sentence');
  await untilKept(page, 'Half a sentence');
  await page.reload();
  await question(page, 'personal').waitFor();
  expect(await field(page, say('signup:personal')).inputValue()).toBe('Half a sentence');

  for (const name of ['birth', 'place', 'photo'] as const) {
    await page.goBack();
    await question(page, name).waitFor();
  }
  for (const name of ['place', 'birth', 'personal'] as const) {
    await page.goForward();
    await question(page, name).waitFor();
  }
  await goOn(page);
  await mailPage(page, 'Joris').waitFor();
  await page.reload();
  await mailPage(page, 'Joris').waitFor();
  await page.goBack();
  await question(page, 'personal').waitFor();
  expect(addressOf(page)).toBe('/signup');
});
