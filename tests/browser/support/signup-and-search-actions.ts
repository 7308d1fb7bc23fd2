import type { Locator, Page } from 'playwright-core';
import { button, field, heading, link } from './locators.ts';
import { mailsTo } from './mailbox.ts';
import { skipBirthStep, skipStep, stepHeading } from './signup-steps.ts';
import { t } from './translations.ts';
import { until, untilAddress } from './visit.ts';

interface Newcomer {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** A date of birth on 1 January, which gives this age on every day of the present year. */
export const bornYearsAgo = (years: number) => ({ day: '1', month: '1', year: String(new Date().getFullYear() - years) });

/** Fills in and submits the account step of the sign-up. */
export async function submitAccountStep(page: Page, { email, name, password }: Newcomer): Promise<void> {
  await heading(page, t('signup:title')).waitFor();
  await field(page, t('signup:email')).pressSequentially(email);
  await page.getByText(t('signup:email_new')).waitFor();
  await field(page, t('signup:name')).fill('');
  await field(page, t('signup:name')).pressSequentially(name);
  await field(page, t('signup:password')).pressSequentially(password);
  await button(page, t('signup:submit')).click();
}

/** Signs up from the start page until the activation mail is sent. All steps but the account and the country are skipped. */
export async function signUp(page: Page, newcomer: Newcomer): Promise<void> {
  await page.goto('/');
  await link(page, t('landing:join')).first().click();
  await submitAccountStep(page, newcomer);
  await stepHeading(page, 'photo').waitFor();
  await skipStep(page);
  await stepHeading(page, 'place').waitFor();
  await field(page, t('profile:country')).selectOption('NL');
  await button(page, t('signup:submit')).click();
  await skipBirthStep(page);
  await stepHeading(page, 'personal').waitFor();
  await skipStep(page);
  await heading(page, t('signup:delivered_title', { name: newcomer.name })).waitFor();
}

/** Opens the link in the only mail to this address and waits for the page of an activated account. */
export async function activateAccount(page: Page, email: string): Promise<void> {
  const [address = ''] = (await mailsTo(page, email)).flatMap(({ links }) => links);
  await page.goto(address);
  await untilAddress(page, '/activate/done');
  await heading(page, t('account:done_title')).waitFor();
}

/** Opens a row of the own profile by its id, changes something in its sheet and saves it. */
export async function changeRow(page: Page, id: string, change: (sheet: Locator) => Promise<unknown>): Promise<void> {
  await page.locator(`#${id} > button`).click();
  const sheet = page.locator(`#${id}`).getByRole('dialog');
  await change(sheet);
  await sheet.getByRole('button', { name: t('core:action.save') }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** Fills in gender, date of birth and country on the own profile, until the note that the profile cannot be found is gone. */
export async function completeProfile(page: Page, age: number): Promise<void> {
  const { day, month, year } = bornYearsAgo(age);
  await page.goto('/profile');
  await page.getByText(t('profile:hidden_title')).waitFor();
  await changeRow(page, 'gender', (sheet) => sheet.getByRole('radio', { name: t('profile:gender_male'), exact: true }).check());
  await changeRow(page, 'birth', async () => {
    await field(page, t('profile:day')).fill(day);
    await field(page, t('profile:month')).selectOption(month);
    await field(page, t('profile:year')).fill(year);
  });
  await changeRow(page, 'place', () => field(page, t('profile:country')).selectOption('NL'));
  await page.getByText(t('profile:hidden_title')).waitFor({ state: 'detached' });
}

export const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

/** Disables IntersectionObserver, so that more results are loaded by their button alone. */
export const disableScrollLoading = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, {
      IntersectionObserver: class {
        observe() {}
        disconnect() {}
      },
    });
  });

/** Sets the choice of the member to see results page by page. */
export const showPageByPage = (page: Page) => page.addInitScript(() => localStorage.setItem('search-pages', '1'));

export const resultCards = (page: Page) => page.getByRole('list', { name: t('members:results') }).getByRole('article');

interface Wanted {
  readonly name: string;
  readonly found: number;
  readonly onFirstPage: number;
}

/** Searches Dutch women from 26 to 35 on the filter sheet, page by page, and finds the wanted member on the second page. */
export async function findOnSecondPage(page: Page, { name, found, onFirstPage }: Wanted): Promise<void> {
  await showPageByPage(page);
  await page.goto('/members');
  await button(page, t('members:filters')).click();
  const sheet = page.getByRole('dialog', { name: t('members:filters') });
  await sheet.getByText(t('members:gender_female'), { exact: true }).click();
  for (const [bound, age] of [
    ['age_youngest', '26'],
    ['age_oldest', '35'],
  ] as const) {
    await sheet.getByRole('textbox', { name: t(`members:${bound}`) }).fill(age);
    await page.keyboard.press('Tab');
  }
  await sheet.getByLabel(t('members:country'), { exact: true }).selectOption('NL');
  const profiles = t('cards:profiles_other', { shown: found });
  await sheet.getByRole('button', { name: t('members:show_profiles', { profiles }) }).click();
  await untilAddress(page, '/members?gender=female&min_age=26&max_age=35&country=NL');
  await until(() => resultCards(page).count()).toBe(onFirstPage);
  await page.getByText(t('members:shown_of', { shown: onFirstPage, profiles })).waitFor();
  await link(page, t('members:page_next')).click();
  await untilAddress(page, /[?&]page=2(&|$)/);
  await until(() => resultCards(page).count()).toBe(found - onFirstPage);
  await page.reload();
  await until(() => resultCards(page).count()).toBe(found - onFirstPage);
  await resultCards(page)
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .waitFor();
}
