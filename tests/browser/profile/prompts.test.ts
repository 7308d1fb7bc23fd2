import { asc, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { memberPrompts } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { interceptCalls, refusal } from '../support/api-stubs.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { untilStored } from '../support/browser-storage.ts';
import { hasFocus, pressOn } from '../support/keyboard.ts';
import { button, field, heading } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, visit } from '../support/visit.ts';
import { openUntilIdle, untilAnimationsEnd } from '../support/waits.ts';

const site = browserSite();
const exact = true;
const LEARNED = 'The last thing I learned';
const FIND_ME = 'You’ll usually find me';
const ARGUE = 'Let’s argue about';
let joris: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', locale: 'en' });
});

/** Opens the own profile of Joris, who has answered these prompts. */
async function openProfile(prompts: { id: string; text: string }[] = []): Promise<Page> {
  await apiClient(site.url, joris.cookie).put('/api/user.php', { prompts });
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await openUntilIdle(page, '/profile');
  return page;
}
const stored = async () =>
  (await site.db.select().from(memberPrompts).where(eq(memberPrompts.memberId, joris.id)).orderBy(asc(memberPrompts.position))).map(
    ({ promptId, answer }) => `${promptId}: ${answer}`,
  );
const section = (page: Page) => page.locator('#prompts');
const row = (page: Page, label: string, answer: string) => button(page, `${t('profile:prompts_edit')} ${label} : ${answer}`);
const answerField = (page: Page) => field(page, t('profile:prompts_answer'));
const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact });
const save = (page: Page) => inSheet(page, t('core:action.save'));
const expectAccessible = async (page: Page) => {
  await untilAnimationsEnd(page);
  expect(await violationsOn(page)).toEqual([]);
};

test('a prompt is searched, answered by keyboard, changed and removed', async () => {
  const page = await openProfile();
  await section(page).getByText(t('profile:prompts_empty'), { exact }).waitFor();
  await pressOn(page, button(page, t('profile:prompts_add')));
  await heading(page, t('profile:prompts_pick')).waitFor();
  await expectAccessible(page);
  const choices = page.locator('.prompt-choices button');
  await until(() => choices.count()).toBe(40);
  await field(page, t('profile:prompts_search')).fill('nothing like this');
  await page.getByText(t('profile:prompts_none_found'), { exact }).waitFor();
  await field(page, t('profile:prompts_search')).fill('ARGUE');
  await until(() => choices.allTextContents()).toEqual([ARGUE]);
  await pressOn(page, choices.first());

  await heading(page, ARGUE).waitFor();
  await until(() => hasFocus(answerField(page))).toBe(true);
  await expectAccessible(page);
  await page.getByText(t('profile:about_left_other', { count: 300 }), { exact }).waitFor();
  await save(page).click();
  await page.getByText(t('errors:fields.required'), { exact }).waitFor();
  await answerField(page).fill('Whether soup is a meal.');
  await page.getByText(t('profile:about_left_other', { count: 277 }), { exact }).waitFor();
  await save(page).click();
  const answered = row(page, ARGUE, 'Whether soup is a meal.');
  await until(() => hasFocus(answered)).toBe(true);
  expect(await stored()).toEqual(['argue_about: Whether soup is a meal.']);
  await section(page)
    .getByText(t('profile:prompts_count', { n: 1, max: 3 }), { exact })
    .waitFor();
  await expectAccessible(page);

  await answered.click();
  await until(() => hasFocus(answerField(page))).toBe(true);
  await answerField(page).fill('x'.repeat(301));
  await page.getByText(t('errors:fields.too_long'), { exact }).waitFor();
  await save(page).click();
  expect(await stored()).toEqual(['argue_about: Whether soup is a meal.']);
  await answerField(page).fill('Whether toast is a meal.');
  await save(page).click();
  await row(page, ARGUE, 'Whether toast is a meal.').click();
  await button(page, t('profile:prompts_remove')).click();
  await page.getByText(t('profile:prompts_remove_text'), { exact }).waitFor();
  await expectAccessible(page);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('profile:prompts_remove'), exact })
    .click();
  await until(() => hasFocus(button(page, t('profile:prompts_add')))).toBe(true);
  expect(await stored()).toEqual([]);
});

test('three prompts are the most, and an answered one is not offered again', async () => {
  const page = await openProfile([
    { id: 'last_learned', text: 'Knots.' },
    { id: 'find_me', text: 'By the window.' },
  ]);
  await button(page, t('profile:prompts_add')).click();
  const offered = () => page.locator('.prompt-choices button').allTextContents();
  await until(offered).toHaveLength(38);
  expect(await offered()).not.toContain(LEARNED);
  await button(page, ARGUE).click();
  await answerField(page).fill('Soup.');
  await save(page).click();
  await row(page, ARGUE, 'Soup.').waitFor();
  expect(await button(page, t('profile:prompts_add')).count()).toBe(0);
});

test('the order is changed by buttons and by keys, and stays after a reload', async () => {
  const page = await openProfile([
    { id: 'last_learned', text: 'Knots.' },
    { id: 'find_me', text: 'By the window.' },
    { id: 'argue_about', text: 'Soup.' },
  ]);
  const labels = () => section(page).locator('.prompt-label').allTextContents();
  const up = (label: string) => button(page, t('profile:prompts_up', { prompt: label }));
  await pressOn(page, up(ARGUE));
  await until(labels).toEqual([LEARNED, ARGUE, FIND_ME]);
  await until(() => hasFocus(up(ARGUE))).toBe(true);
  await section(page)
    .getByText(t('profile:prompts_moved', { prompt: ARGUE, place: 2, of: 3 }), { exact })
    .waitFor();
  await page.keyboard.press('Enter');
  await until(labels).toEqual([ARGUE, LEARNED, FIND_ME]);
  await page.keyboard.press('Enter');
  await pressOn(page, row(page, ARGUE, 'Soup.'), 'Alt+ArrowDown');
  await until(labels).toEqual([LEARNED, ARGUE, FIND_ME]);
  await until(() => hasFocus(row(page, ARGUE, 'Soup.'))).toBe(true);
  await until(stored).toEqual(['last_learned: Knots.', 'argue_about: Soup.', 'find_me: By the window.']);
  await page.reload();
  await until(labels).toEqual([LEARNED, ARGUE, FIND_ME]);
});

test('an order that was not saved stays and is tried again', async () => {
  const page = await openProfile([
    { id: 'last_learned', text: 'Knots.' },
    { id: 'find_me', text: 'By the window.' },
  ]);
  let isDown = true;
  await interceptCalls(page, 'user.php', 'PUT', (route) => (isDown ? route.abort() : route.fallback()));
  await button(page, t('profile:prompts_down', { prompt: LEARNED })).click();
  await section(page).getByRole('alert').waitFor();
  expect(await section(page).locator('.prompt-label').allTextContents()).toEqual([FIND_ME, LEARNED]);
  isDown = false;
  await section(page)
    .getByRole('button', { name: t('core:action.retry') })
    .click();
  await until(stored).toEqual(['find_me: By the window.', 'last_learned: Knots.']);
  await until(() => section(page).getByRole('alert').count()).toBe(0);
});

test('an answer that was not saved survives the error and a reload, and is forgotten when it is cancelled', async () => {
  const page = await openProfile();
  let isDown = true;
  await interceptCalls(page, 'user.php', 'PUT', (route) =>
    isDown ? route.fulfill({ status: 500, ...refusal(500, 'internal') }) : route.fallback(),
  );
  await button(page, t('profile:prompts_add')).click();
  await button(page, LEARNED).click();
  await answerField(page).fill('Octopuses have three hearts.');
  await save(page).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await answerField(page).inputValue()).toBe('Octopuses have three hearts.');
  await untilStored(page, 'Octopuses have three hearts.');
  await page.reload();
  await button(page, t('profile:prompts_add')).click();
  await heading(page, LEARNED).waitFor();
  expect(await answerField(page).inputValue()).toBe('Octopuses have three hearts.');
  isDown = false;
  await save(page).click();
  await row(page, LEARNED, 'Octopuses have three hearts.').click();
  await answerField(page).fill('Something else');
  await page.keyboard.press('Escape');
  await row(page, LEARNED, 'Octopuses have three hearts.').click();
  expect(await answerField(page).inputValue()).toBe('Something else');
  await inSheet(page, t('core:action.cancel')).click();
  await row(page, LEARNED, 'Octopuses have three hearts.').click();
  expect(await answerField(page).inputValue()).toBe('Octopuses have three hearts.');
});
