import { describe, expect, onTestFinished, test } from 'vitest';
import { memberByEmail } from '#db/queries/account/members';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMember, newEmail, PASSWORD } from '../../support/database/factories.ts';
import { countRows } from '../../support/database/table-rows.ts';
import { interceptCalls } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { chooseRadio, hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { button, field, heading, link, logIn } from '../support/locators.ts';
import { submitAccountStep } from '../support/signup-and-search-actions.ts';
import { skipBirthStep, skipStep, stepHeading } from '../support/signup-steps.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';

const site = browserSite();

const aNewcomer = () => ({ email: newEmail(), name: 'Joris', password: 'a boat called Which Version' });

test('an address that cannot sign up says why and links further, and the form is not sent with it', async () => {
  const page = await visit(site, PHONE);
  let sent = 0;
  await interceptCalls(page, 'user.php', 'POST', async (route) => {
    sent += 1;
    await route.continue();
  });
  await page.goto('/signup');
  const address = field(page, t('signup:email'));
  await button(page, t('signup:submit')).click();
  await until(() => hasFocus(address)).toBe(true);
  await page.getByText(t('signup:email_required')).waitFor();
  await field(page, t('signup:password')).fill('a boat called Which Version');

  await address.fill('joris@');
  await page.getByText('Value is not a valid email address', { exact: true }).waitFor();
  const statuses = [
    ['active', t('signup:log_in'), '/login?next=%2Fmembers'],
    ['not_confirmed', t('signup:log_in'), '/login?next=%2Fmembers'],
    ['deleted', t('signup:to_service'), '/pages/service'],
  ] as const;
  for (const [status, words, path] of statuses) {
    const { email } = await aMember(site.db, { status, ...(status === 'deleted' && { deletedAt: Date.now() }) });
    await address.fill(email);
    await page.getByText(t(`signup:email_${status}`), { exact: true }).waitFor();
    await expect(page.locator('form').getByRole('link', { name: words, exact: true }).getAttribute('href')).resolves.toBe(path);
    await button(page, t('signup:submit')).click();
    await until(() => hasFocus(address)).toBe(true);
  }
  expect(await violationsOn(page)).toEqual([]);

  const answered = Promise.withResolvers<void>();
  await interceptCalls(page, 'validate_email.php', 'GET', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await address.fill(newEmail());
  await button(page, t('signup:submit')).click();
  await page.getByText(t('signup:still_checking')).waitFor();
  expect(sent).toBe(0);

  await link(page, 'terms').click();
  const terms = page.getByRole('dialog', { name: t('core:titles.pages-terms') });
  await terms.getByRole('heading').nth(1).waitFor();
  await page.keyboard.press('Escape');
  await terms.waitFor({ state: 'detached' });
  answered.resolve();
  await page.getByText(t('signup:email_new')).waitFor();
  await button(page, t('signup:submit')).click();
  await stepHeading(page, 'photo').waitFor();
  expect(sent).toBe(1);
});

test('a sign-up works by keyboard alone', async () => {
  const page = await visit(site, { viewport: { width: 390, height: 844 } });
  await page.goto('/signup');
  await tabTo(page, field(page, t('signup:email')));
  await page.keyboard.type(`j${Date.now()}@gmial.com`);
  await pressOn(page, page.getByRole('button', { name: /gmail\.com/ }));
  await until(() => hasFocus(field(page, t('signup:email')))).toBe(true);
  await until(() => field(page, t('signup:email')).inputValue()).toMatch(/@gmail\.com$/);
  await page.getByText(t('signup:email_new')).waitFor();
  await tabTo(page, field(page, t('signup:password')));
  await page.keyboard.type('a boat called Which Version');
  await page.keyboard.press('Enter');

  await stepHeading(page, 'photo').waitFor();
  await pressOn(page, button(page, t('signup:skip')));
  await stepHeading(page, 'place').waitFor();
  await tabTo(page, field(page, t('profile:country')));
  await page.keyboard.type('Neth');
  await pressOn(page, button(page, t('signup:submit')));
  await stepHeading(page, 'birth').waitFor();
  await tabTo(page, field(page, t('profile:month')));
  await page.keyboard.type('Feb');
  await tabTo(page, field(page, t('profile:day')));
  await page.keyboard.type('17');
  await tabTo(page, field(page, t('profile:year')));
  await page.keyboard.type('1993');
  await chooseRadio(page, page.getByRole('group', { name: t('signup:gender') }), t('signup:gender_male'));
  await page.keyboard.press('Enter');
  await stepHeading(page, 'personal').waitFor();
  await tabTo(page, field(page, t('signup:personal')));
  await page.keyboard.type('I sail.');
  await pressOn(page, button(page, t('signup:submit')));
  await link(page, t('signup:go_members')).waitFor();
  await pressOn(page, link(page, t('signup:go_members')));
  await untilAddress(page, '/members');
});

describe('an unfinished sign-up', () => {
  test('goes on after the login, and other pages are open to the member', async () => {
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
    await link(page, t('signup:log_in')).click();
    await untilAddress(page, '/login?next=%2Fcomplete-signup');
    await logIn(page, { email, password: PASSWORD });
    await stepHeading(page, 'photo').waitFor();
    await untilAddress(page, '/signup');
    await page.goto('/members');
    await heading(page, t('members:title')).waitFor();
  });

  test('that has been finished leads to the members', async () => {
    const { cookie } = await aMember(site.db, { lastSignupStep: 7 });
    const page = await visit(site, { ...PHONE, cookie });
    await page.goto('/complete-signup');
    await untilAddress(page, '/members');
    await page.goto('/signup');
    await untilAddress(page, '/home');
  });
});

describe('creating an account', () => {
  test('happens once after a double click', async () => {
    const joris = aNewcomer();
    const page = await visit(site, PHONE);
    const before = await countRows(site.db, 'members');
    const sent: unknown[] = [];
    page.on('request', (request) => request.url().includes('new=1') && sent.push(request.postData()));
    await page.goto('/signup');
    await field(page, t('signup:email')).fill(joris.email);
    await page.getByText(t('signup:email_new')).waitFor();
    await field(page, t('signup:password')).fill(joris.password);
    await button(page, t('signup:submit')).dblclick({ delay: 5 });
    await stepHeading(page, 'photo').waitFor();
    expect(sent).toHaveLength(1);
    expect(await countRows(site.db, 'members')).toBe(before + 1);
  });

  test('with the strict address check leads to the mail only, without a session', async () => {
    const joris = aNewcomer();
    const page = await visit(site, PHONE);
    await page.route('**/api/user.php?new=1', (route) => route.fulfill({ status: 201, json: { user: null } }));
    await page.goto('/signup');
    await submitAccountStep(page, joris);
    await heading(page, t('signup:unseen_title')).waitFor();
    await page.getByText(joris.email).waitFor();
    await page.reload();
    await page.getByText(joris.email).waitFor();
    await expect(button(page, t('signup:change_address')).count()).resolves.toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await link(page, t('signup:log_in')).click();
    await untilAddress(page, /^\/login/);
  });

  test('a traffic source of the first visit still allows a sign-up on a later one', async () => {
    await saveSetting(site.db, 'signups', 'with_trafficsource');
    onTestFinished(() => clearSetting(site.db, 'signups').then(() => undefined));
    const page = await visit(site, PHONE);
    await page.goto('/signup');
    await heading(page, t('signup:closed_title')).waitFor();
    await page.goto('/?network=radio&sub2=b');
    await heading(page, t('landing:headline')).waitFor();
    await page.goto('/signup');
    const joris = aNewcomer();
    await submitAccountStep(page, joris);
    await stepHeading(page, 'photo').waitFor();
    const made = (await memberByEmail(site.db, joris.email))[0];
    expect(made?.signupOrigin).toMatchObject({ trafficsource: { network: 'radio', sub2: 'b' }, form_path: '/' });
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'tracking');
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
  });

  test('from a member’s page shows the member with the fictional label, and leads back to them', async () => {
    const vera = await aMember(site.db, { name: 'Vera', isFictional: true });
    const joris = aNewcomer();
    const page = await visit(site, DESKTOP);
    await page.goto(`/members/${vera.id}/signup`);
    await page.getByText('Vera').first().waitFor();
    await page.getByText(t('signup:fictional_warning', { site: 'Vonk' })).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await submitAccountStep(page, joris);
    await stepHeading(page, 'photo').waitFor();
    expect((await memberByEmail(site.db, joris.email))[0]?.signupOrigin).toMatchObject({ profile: vera.id });
    await skipStep(page);
    await field(page, t('profile:country')).selectOption('NL');
    await button(page, t('signup:submit')).click();
    await skipBirthStep(page);
    await stepHeading(page, 'personal').waitFor();
    await skipStep(page);
    await link(page, t('signup:go_on')).click();
    await untilAddress(page, `/members/${vera.id}`);
  });
});
