import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { memberByEmail } from '#db/queries/account';
import { clearSetting, saveSetting } from '#db/queries/settings';
import { aMember, newEmail, PASSWORD } from '../support/factories.ts';
import { countRows } from '../support/rows.ts';
import { violationsOn } from './support/axe.ts';
import { chooseRadio, hasFocus, pressOn, tabTo } from './support/by-keyboard.ts';
import { makeAccount } from './support/joining.ts';
import { button, field, heading, link, logIn } from './support/places.ts';
import { mailPage, question, skip } from './support/signing-up.ts';
import { browsedSite } from './support/site.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from './support/visit.ts';
import { say } from './support/words.ts';

const site = browsedSite();

/** The page looks once a second; its clock is moved on by less, so that no words are passed over. */
const A_PART_OF_A_LOOK_MS = 400;

const aNewcomer = () => ({ email: newEmail(), name: 'Joris', password: 'a boat called Which Version' });
/** A member who has answered everything, whose letter is next. */
const nearTheEnd = (traits: object = {}) =>
  aMember(site.db, { status: 'not_confirmed', name: 'Joris', locale: 'en', personal: 'I sail.', lastSignupStep: 5, ...traits });

test('a sign-up needs nothing but a keyboard', async () => {
  const page = await visit(site, { viewport: { width: 390, height: 844 } });
  await page.goto('/signup');
  await tabTo(page, field(page, say('signup:email')));
  await page.keyboard.type(`j${Date.now()}@gmial.com`);
  await pressOn(page, page.getByRole('button', { name: /gmail\.com/ }));
  await until(() => hasFocus(field(page, say('signup:email')))).toBe(true);
  await until(() => field(page, say('signup:email')).inputValue()).toMatch(/@gmail\.com$/);
  await page.getByText(say('signup:email_new')).waitFor();
  await tabTo(page, field(page, say('signup:password')));
  await page.keyboard.type('a boat called Which Version');
  await page.keyboard.press('Enter');

  await question(page, 'photo').waitFor();
  await pressOn(page, button(page, say('signup:skip')));
  await question(page, 'place').waitFor();
  await tabTo(page, field(page, say('profile:country')));
  await page.keyboard.type('Neth');
  await pressOn(page, button(page, say('signup:submit')));
  await question(page, 'birth').waitFor();
  await tabTo(page, field(page, say('profile:month')));
  await page.keyboard.type('Feb');
  await tabTo(page, field(page, say('profile:day')));
  await page.keyboard.type('17');
  await tabTo(page, field(page, say('profile:year')));
  await page.keyboard.type('1993');
  await chooseRadio(page, page.getByRole('group', { name: say('signup:gender') }), say('signup:gender_male'));
  await page.keyboard.press('Enter');
  await question(page, 'personal').waitFor();
  await tabTo(page, field(page, say('signup:personal')));
  await page.keyboard.type('I sail.');
  await pressOn(page, button(page, say('signup:submit')));
  await link(page, say('signup:go_members')).waitFor();
  await pressOn(page, link(page, say('signup:go_members')));
  await untilAddress(page, '/members');
});

describe('the letter', () => {
  const delivered = (page: Page, isDelivered: () => boolean) =>
    page.route('**/api/activate.php', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { delivered: isDelivered() } }) : route.continue(),
    );

  test('that does not leave changes its words three times, and ends at the twentieth look', async () => {
    const { cookie } = await nearTheEnd();
    const page = await visit(site, { ...PHONE, cookie });
    let looks = 0;
    await delivered(page, () => {
      looks += 1;
      return false;
    });
    await page.clock.install();
    await page.goto('/complete-signup');
    const untilItSays = (place: Locator) =>
      until(async () => {
        await page.clock.runFor(A_PART_OF_A_LOOK_MS);
        return place.count();
      }).toBe(1);
    for (const words of ['sending_first', 'sending_second', 'sending_third', 'sending_last'])
      await untilItSays(page.getByText(say(`signup:${words}`)));
    await untilItSays(mailPage(page, 'Joris'));
    expect(looks).toBeGreaterThanOrEqual(20);
    await page.getByText(say('signup:leaving_text')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test('can be sent to another address, with what is wrong said at its field', async () => {
    const { cookie, email } = await nearTheEnd({ lastSignupStep: 6 });
    const page = await visit(site, { ...PHONE, cookie });
    await delivered(page, () => true);
    const other = newEmail();
    await page.route('**/api/mailchange.php', async (route) => {
      const { password } = route.request().postDataJSON();
      if (password !== PASSWORD) {
        await route.fulfill({ status: 422, json: { error: { code: 'invalid', message: '', fields: { password: 'wrong_password' } } } });
        return;
      }
      const { user } = await (await page.request.get('/api/user.php')).json();
      await route.fulfill({ json: { user: { ...user, email: other } } });
    });
    await page.goto('/signup');
    await mailPage(page, 'Joris').waitFor();
    await page.getByText(email).waitFor();
    await button(page, say('signup:change_address')).click();
    const sheet = page.getByRole('dialog', { name: say('signup:change_title') });
    await button(page, say('signup:change_submit')).click();
    await until(() => hasFocus(field(page, say('signup:change_email')))).toBe(true);
    await sheet.getByText(say('signup:email_required')).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await field(page, say('signup:change_email')).fill(other);
    await field(page, say('signup:password')).fill('not this one');
    await button(page, say('signup:change_submit')).click();
    await until(() => field(page, say('signup:password')).getAttribute('aria-invalid')).toBe('true');
    await field(page, say('signup:password')).fill(PASSWORD);
    await button(page, say('signup:change_submit')).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText(say('signup:changed_text')).waitFor();
    await page.getByText(other).waitFor();
  });
});

describe('a sign-up that was left half way', () => {
  test('goes on after the login, and lets its member look around', async () => {
    const { email } = await aMember(site.db, {
      name: 'Joris',
      locale: 'en',
      lastSignupStep: 2,
      city: null,
      countryregion: null,
      gender: null,
      dateOfBirth: null,
    });
    const page = await visit(site, PHONE);
    await page.goto('/complete-signup');
    await untilAddress(page, '/login?next=%2Fcomplete-signup');
    await logIn(page, { email, password: PASSWORD });
    await question(page, 'photo').waitFor();
    await untilAddress(page, '/signup');
    await page.goto('/members');
    await heading(page, say('members:title')).waitFor();
  });

  test('that is over leads to the members', async () => {
    const { cookie } = await aMember(site.db, { lastSignupStep: 7 });
    const page = await visit(site, { ...PHONE, cookie });
    await page.goto('/complete-signup');
    await untilAddress(page, '/members');
    await page.goto('/signup');
    await untilAddress(page, '/home');
  });
});

describe('who may sign up', () => {
  test('a double click makes one account', async () => {
    const joris = aNewcomer();
    const page = await visit(site, PHONE);
    const before = await countRows(site.db, 'members');
    const sent: unknown[] = [];
    page.on('request', (request) => request.url().includes('new=1') && sent.push(request.postData()));
    await page.goto('/signup');
    await field(page, say('signup:email')).fill(joris.email);
    await page.getByText(say('signup:email_new')).waitFor();
    await field(page, say('signup:password')).fill(joris.password);
    await button(page, say('signup:submit')).dblclick({ delay: 5 });
    await question(page, 'photo').waitFor();
    expect(sent).toHaveLength(1);
    expect(await countRows(site.db, 'members')).toBe(before + 1);
  });

  test('with the strict check the letter alone tells, and nobody is signed in', async () => {
    const joris = aNewcomer();
    const page = await visit(site, PHONE);
    await page.route('**/api/user.php?new=1', (route) => route.fulfill({ status: 201, json: { user: null } }));
    await page.goto('/signup');
    await makeAccount(page, joris);
    await heading(page, say('signup:unseen_title')).waitFor();
    await page.getByText(joris.email).waitFor();
    await page.reload();
    await page.getByText(joris.email).waitFor();
    await expect(button(page, say('signup:change_address')).count()).resolves.toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await link(page, say('signup:log_in')).click();
    await untilAddress(page, /^\/login/);
  });

  test('a network of the first visit still opens the door on a later one', async () => {
    await saveSetting(site.db, 'signups', 'with_trafficsource');
    onTestFinished(() => clearSetting(site.db, 'signups').then(() => undefined));
    const page = await visit(site, PHONE);
    await page.goto('/signup');
    await heading(page, say('signup:closed_title')).waitFor();
    await page.goto('/?network=radio&sub2=b');
    await heading(page, say('landing:headline')).waitFor();
    await page.goto('/signup');
    const joris = aNewcomer();
    await makeAccount(page, joris);
    await question(page, 'photo').waitFor();
    const made = (await memberByEmail(site.db, joris.email))[0];
    expect(made?.signupOrigin).toMatchObject({ trafficsource: { network: 'radio', sub2: 'b' }, form_path: '/' });
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'tracking');
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
  });

  test('from a member’s page: who that is, what is fictional, and back to them in the end', async () => {
    const vera = await aMember(site.db, { name: 'Vera', isFictional: true });
    const joris = aNewcomer();
    const page = await visit(site, DESKTOP);
    await page.goto(`/members/${vera.id}/signup`);
    await page.getByText('Vera').first().waitFor();
    await page.getByText(say('signup:fictional_warning', { site: 'Vonk' })).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await makeAccount(page, joris);
    await question(page, 'photo').waitFor();
    expect((await memberByEmail(site.db, joris.email))[0]?.signupOrigin).toMatchObject({ profile: vera.id });
    await skip(page);
    await field(page, say('profile:country')).selectOption('NL');
    await button(page, say('signup:submit')).click();
    for (const name of ['birth', 'personal'] as const) {
      await question(page, name).waitFor();
      await skip(page);
    }
    await link(page, say('signup:go_on')).click();
    await untilAddress(page, `/members/${vera.id}`);
  });
});
