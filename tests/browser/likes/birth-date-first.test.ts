import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { members } from '#db/schema/index';
import { aMatch, aMember, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { button, field, thread, writeMessage } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  await site.db.$client.batch(['messages', 'participants', 'conversations', 'likes', 'members'].map((table) => `delete from ${table}`));
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', dateOfBirth: null });
  marit = await aMember(site.db, { name: 'Marit' });
});

const open = async (path: string): Promise<Page> => {
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await openUntilIdle(page, path);
  return page;
};
const dialog = (page: Page) => page.getByRole('dialog', { name: t('profile:birth_ask_title') });
const heart = (page: Page) => button(page, t('cards:like', { name: 'Marit' })).first();
const isLiked = (page: Page) => heart(page).getAttribute('aria-pressed');
const likesOf = async () => (await apiClient(site.url, joris.cookie).get('/api/likes.php')).at('totals.profiles');
const birthDate = async () => (await site.db.select({ date: members.dateOfBirth }).from(members).where(eq(members.id, joris.id)))[0]?.date;

/** Fills in the date in the dialog and saves it. */
async function answer(page: Page, year: number): Promise<void> {
  await field(page, t('profile:day')).fill('5');
  await field(page, t('profile:month')).selectOption('3');
  await field(page, t('profile:year')).fill(String(year));
  await button(page, t('profile:birth_ask_do')).click();
}

test('a like asks for the date of birth in place, checks the age, saves the date and goes on', async () => {
  const page = await open(`/members/${marit.id}`);
  await heart(page).click();
  await dialog(page).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await answer(page, new Date().getFullYear() - 17);
  await dialog(page)
    .getByText(t('profile:date_of_birth_error', { min_age: 18 }))
    .waitFor();
  expect([await birthDate(), await likesOf()]).toEqual([null, 0]);
  await answer(page, 1990);
  await dialog(page).waitFor({ state: 'detached' });
  await until(likesOf).toBe(1);
  expect([await birthDate(), await isLiked(page)]).toEqual(['1990-03-05', 'true']);
  await heart(page).click();
  await until(likesOf).toBe(0);
  expect(await dialog(page).count()).toBe(0);
});

test('a like whose question is closed is taken back, with the reason, and asks again', async () => {
  const page = await open(`/members/${marit.id}`);
  await heart(page).click();
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator('.toast')
    .filter({ hasText: t('errors:date_of_birth_required') })
    .waitFor();
  await until(() => isLiked(page)).toBe('false');
  await heart(page).click();
  await dialog(page).waitFor();
  expect(await likesOf()).toBe(0);
});

test('a message waits for the date of birth and is then sent, once', async () => {
  await aMatch(site.db, joris.id, marit.id);
  const page = await open(`/members/${marit.id}/chat`);
  await writeMessage(page, 'Hello Marit');
  await dialog(page).waitFor();
  await answer(page, 1990);
  await dialog(page).waitFor({ state: 'detached' });
  const messages = async () => (await site.db.$client.execute('select text from messages')).rows.map(({ text }) => text);
  await until(messages).toEqual(['Hello Marit']);
  await thread(page).getByText(t('chat:sent')).waitFor();
});

test('a message whose question is closed is marked as not sent, and is sent by trying again', async () => {
  await aMatch(site.db, joris.id, marit.id);
  const page = await open(`/members/${marit.id}/chat`);
  await writeMessage(page, 'Hello Marit');
  await dialog(page).waitFor();
  await button(page, t('core:action.cancel')).click();
  await thread(page).getByText(t('errors:date_of_birth_required')).waitFor();
  await thread(page)
    .getByRole('button', { name: t('chat:try_again') })
    .click();
  await dialog(page).waitFor();
  await answer(page, 1990);
  const messages = async () => (await site.db.$client.execute('select text from messages')).rows.map(({ text }) => text);
  await until(messages).toEqual(['Hello Marit']);
});
