import type { Page } from 'playwright-core';
import { button, field, heading, link } from './locators.ts';
import { lettersTo } from './mailbox.ts';
import { say } from './translations.ts';
import { until, untilAddress } from './visit.ts';

interface Newcomer {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** A date of birth on 1 January, which gives this age on every day of the present year. */
export const bornYearsAgo = (years: number) => ({ day: '1', month: '1', year: String(new Date().getFullYear() - years) });

/** Fills in and submits the account step of the sign-up. */
export async function makeAccount(page: Page, { email, name, password }: Newcomer): Promise<void> {
  await heading(page, say('signup:title')).waitFor();
  await field(page, say('signup:email')).pressSequentially(email);
  await page.getByText(say('signup:email_new')).waitFor();
  await field(page, say('signup:name')).fill('');
  await field(page, say('signup:name')).pressSequentially(name);
  await field(page, say('signup:password')).pressSequentially(password);
  await button(page, say('signup:submit')).click();
}

/** Signs up from the start page until the activation mail is sent. All steps but the account and the country are skipped. */
export async function signUp(page: Page, newcomer: Newcomer): Promise<void> {
  await page.goto('/');
  await link(page, say('landing:join')).first().click();
  await makeAccount(page, newcomer);
  await heading(page, say('signup:photo_title')).waitFor();
  await button(page, say('signup:skip')).click();
  await heading(page, say('signup:place_title')).waitFor();
  await field(page, say('profile:country')).selectOption('NL');
  await button(page, say('signup:submit')).click();
  for (const title of ['birth_title', 'personal_title']) {
    await heading(page, say(`signup:${title}`)).waitFor();
    await button(page, say('signup:skip')).click();
  }
  await heading(page, say('signup:delivered_title', { name: newcomer.name })).waitFor();
}

/** Opens the link in the only mail to this address and waits for the page of an activated account. */
export async function activate(page: Page, email: string): Promise<void> {
  const [address = ''] = (await lettersTo(page, email)).flatMap(({ links }) => links);
  await page.goto(address);
  await untilAddress(page, '/activate/done');
  await heading(page, say('account:done_title')).waitFor();
}

const saved = (page: Page) => page.getByText(say('profile:saved'), { exact: true });

/** Fills in gender, date of birth and country on the own profile, until the note that the profile cannot be found is gone. */
export async function beFindable(page: Page, age: number): Promise<void> {
  const { day, month, year } = bornYearsAgo(age);
  await page.goto('/profile');
  await page.getByText(say('profile:hidden_title')).waitFor();
  await page.getByText(say('profile:gender_male'), { exact: true }).click();
  await field(page, say('profile:day')).fill(day);
  await field(page, say('profile:month')).selectOption(month);
  await field(page, say('profile:year')).fill(year);
  await button(page, say('core:action.save')).first().click();
  await saved(page).first().waitFor();
  await field(page, say('profile:country')).selectOption('NL');
  await button(page, say('core:action.save')).last().click();
  await page.getByText(say('profile:hidden_title')).waitFor({ state: 'detached' });
}

export const toTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

/** Disables IntersectionObserver, so that more results are loaded by their button alone. */
export const withoutScrolling = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, {
      IntersectionObserver: class {
        observe() {}
        disconnect() {}
      },
    });
  });

/** Sets the choice of the member to see results page by page. */
export const byPages = (page: Page) => page.addInitScript(() => localStorage.setItem('search-pages', '1'));

export const cards = (page: Page) => page.getByRole('list', { name: say('members:results') }).getByRole('article');

interface Wanted {
  readonly name: string;
  readonly found: number;
  readonly onFirstPage: number;
}

/** Searches Dutch women from 26 to 35 on the filter sheet, page by page, and finds the wanted member on the second page. */
export async function findByPages(page: Page, { name, found, onFirstPage }: Wanted): Promise<void> {
  await byPages(page);
  await page.goto('/members');
  await button(page, say('members:filters')).click();
  const sheet = page.getByRole('dialog', { name: say('members:filters') });
  await sheet.getByText(say('members:gender_female'), { exact: true }).click();
  await sheet.getByText('26–35', { exact: true }).click();
  await sheet.getByLabel(say('members:country'), { exact: true }).selectOption('NL');
  const members = say('members:members_other', { shown: found });
  await sheet.getByRole('button', { name: say('members:show_members', { members }) }).click();
  await untilAddress(page, '/members?gender=female&min_age=26&max_age=35&country=NL');
  await until(() => cards(page).count()).toBe(onFirstPage);
  await page.getByText(say('members:shown_of', { shown: onFirstPage, members })).waitFor();
  await link(page, say('members:page_next')).click();
  await untilAddress(page, /[?&]page=2(&|$)/);
  await until(() => cards(page).count()).toBe(found - onFirstPage);
  await page.reload();
  await until(() => cards(page).count()).toBe(found - onFirstPage);
  await cards(page)
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .waitFor();
}
