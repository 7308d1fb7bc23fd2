import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { images } from '#db/schema/index';
import { aLike, aMember, anImage, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { violationsOn } from '../support/axe.ts';
import { browserSite } from '../support/browser-site.ts';
import { anotherTab } from '../support/chat-actions.ts';
import { openWithSocket } from '../support/delivery-channels.ts';
import { button } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { PHONE, until, visit } from '../support/visit.ts';
import { openUntilIdle } from '../support/waits.ts';

const site = browserSite();
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', personal: 'I mend books for a living. On Sundays I row.' });
  await as(marit).put('/api/user.php', { prompts: [{ id: 'last_learned', text: 'How to bind a book' }] });
});

const as = (member: TestMember) => apiClient(site.url, member.cookie);
const open = (member: TestMember) => visit(site, { ...PHONE, cookie: member.cookie });
const mark = (page: Page, what: string) => button(page, t('cards:answer_block', { what }));
const sheet = (page: Page) => page.getByRole('dialog', { name: t('cards:answer_title', { name: 'Marit' }) });
const inSheet = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true });
const matchSheet = (page: Page, name: string) => page.getByRole('dialog', { name: t('chat:match_title', { name }) });
const message = (page: Page) => page.getByRole('textbox', { name: t('chat:message') });
const send = (page: Page) => page.getByRole('button', { name: /^Send/ });

test('a prompt is answered by a message that quotes it, on both sides, also after a reload', async () => {
  const page = await open(joris);
  await openUntilIdle(page, `/members/${marit.id}`);
  await mark(page, 'The last thing I learned').click();
  await sheet(page).getByText('How to bind a book').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await inSheet(page, t('cards:answer_write')).click();
  await message(page).fill('Show me?');
  await page.reload();
  await page.locator('.compose-quote').getByText('How to bind a book').waitFor();
  expect(await message(page).inputValue()).toBe('Show me?');
  await send(page).click();
  const log = page.getByRole('log');
  await log.getByText('How to bind a book').waitFor();
  expect(await page.locator('.compose-quote').count()).toBe(0);

  const hers = await open(marit);
  await openUntilIdle(hers, '/notifications');
  await hers.getByRole('main').getByText('How to bind a book').waitFor();
  await openUntilIdle(hers, '/chats');
  await hers.getByRole('link', { name: /Joris/ }).first().click();
  await hers.getByRole('log').getByText('How to bind a book').waitFor();
  await hers.getByRole('log').getByText('The last thing I learned').waitFor();
});

test('a photo is liked, and its owner sees which one on the card of the like', async () => {
  await anImage(site.db, marit.id);
  const [page, hers] = [await open(joris), await open(marit)];
  await openWithSocket(hers, '/likes');
  await openUntilIdle(page, `/members/${marit.id}`);
  await button(page, t('cards:answer_photo', { number: 1 })).click();
  await inSheet(page, t('cards:answer_like')).click();
  await until(() =>
    button(page, t('cards:like', { name: 'Marit' }))
      .first()
      .getAttribute('aria-pressed'),
  ).toBe('true');
  await hers.getByRole('article').getByText(t('cards:quote_your_photo')).waitFor();
  await mark(page, 'I mend books for a living.').click();
  await sheet(page)
    .getByText(t('cards:answer_liked', { name: 'Marit' }))
    .waitFor();
  expect(await inSheet(page, t('cards:answer_like')).count()).toBe(0);
});

test('a message about a photo that is removed while it is written keeps its text, and can be sent without the quote', async () => {
  const photo = await anImage(site.db, marit.id);
  const page = await open(joris);
  await openUntilIdle(page, `/members/${marit.id}`);
  await button(page, t('cards:answer_photo', { number: 1 })).click();
  await inSheet(page, t('cards:answer_write')).click();
  await message(page).fill('Where was that?');
  await site.db.delete(images);
  await send(page).click();
  await page.getByText(t('chat:not_sent_about_gone')).waitFor();
  await button(page, t('chat:send_without_quote')).click();
  await until(async () => (await as(marit).get('/api/chats.php')).at('chats.0.conversation.last_message.text')).toBe('Where was that?');
  expect(photo).not.toBe('');
});

test('a like of a block that was given offline is sent later with its quote', async () => {
  const page = await open(joris);
  await openUntilIdle(page, `/members/${marit.id}`);
  await mark(page, 'The last thing I learned').click();
  await page.context().setOffline(true);
  await inSheet(page, t('cards:answer_like')).click();
  await until(() =>
    button(page, t('cards:like', { name: 'Marit' }))
      .first()
      .getAttribute('aria-pressed'),
  ).toBe('true');
  await page.context().setOffline(false);
  await until(async () => (await as(marit).get('/api/likes.php')).at('liked_by.0.about.prompt')).toBe('last_learned');
});

test('a match that is made here has its sheet once: what each liked, a way to begin, and a free first message', async () => {
  await as(joris).put('/api/user.php', { personal: 'I fix bikes.' });
  await as(marit).post('/api/likes.php', { profile: joris.id, about: { text: 'I fix bikes.' } });
  const page = await open(joris);
  await openWithSocket(page, `/members/${marit.id}`);
  await mark(page, 'The last thing I learned').click();
  await inSheet(page, t('cards:answer_like')).click();
  const moment = matchSheet(page, 'Marit');
  await moment.getByText('I fix bikes.').waitFor();
  await moment.getByText('How to bind a book').first().waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await moment.locator('.starter').first().click();
  await until(() => message(page).inputValue()).toBe(t('chat:starter_prompt'));
  await send(page).click();
  await page.getByRole('log').getByText(t('chat:starter_prompt')).waitFor();
  expect((await as(joris).get('/api/user.php')).at('user.credits')).toBe(9);

  await openUntilIdle(page, `/members/${marit.id}`);
  await page.getByText(t('members:you_match')).waitFor();
  const heart = button(page, t('cards:like', { name: 'Marit' })).first();
  await heart.click();
  await until(async () => (await as(joris).get('/api/likes.php')).at('totals.matches')).toBe(0);
  await heart.click();
  await until(async () => (await as(joris).get('/api/likes.php')).at('totals.matches')).toBe(1);
  expect(await moment.count()).toBe(0);
});

test('a match that the other makes is told by a toast, not by the sheet', async () => {
  await aLike(site.db, joris.id, marit.id);
  const page = await open(joris);
  await openWithSocket(page, '/members');
  await as(marit).post('/api/likes.php', { profile: joris.id });
  await page
    .locator('.toast')
    .filter({ hasText: t('core:live.match') })
    .waitFor();
  expect(await matchSheet(page, 'Marit').count()).toBe(0);
});

const matchToast = (page: Page) => page.locator('.toast').filter({ hasText: t('core:live.match') });
const heart = (page: Page) => button(page, t('cards:like', { name: 'Marit' })).first();

test('a match by a like that was given offline is told by a toast, once, and not by the sheet', async () => {
  await aLike(site.db, marit.id, joris.id);
  const page = await open(joris);
  await openWithSocket(page, `/members/${marit.id}`);
  await page.context().setOffline(true);
  await heart(page).click();
  await until(() => heart(page).getAttribute('aria-pressed')).toBe('true');
  await page.context().setOffline(false);
  await matchToast(page).waitFor();
  expect([await matchToast(page).count(), await matchSheet(page, 'Marit').count()]).toEqual([1, 0]);
});

test('a match that is made in one of three tabs has its sheet there alone', async () => {
  await aLike(site.db, marit.id, joris.id);
  const page = await open(joris);
  await openWithSocket(page, `/members/${marit.id}`);
  const others = [await anotherTab(page.context()), await anotherTab(page.context())];
  for (const other of others) await openUntilIdle(other, `/members/${marit.id}`);
  await heart(page).click();
  await matchSheet(page, 'Marit').waitFor();
  for (const other of others) {
    await other.getByText(t('members:you_match')).waitFor();
    expect(await matchSheet(other, 'Marit').count()).toBe(0);
  }
  await page.keyboard.press('Escape');
  await matchSheet(page, 'Marit').waitFor({ state: 'detached' });
  for (const tab of [page, ...others]) {
    await openUntilIdle(tab, `/members/${marit.id}`);
    expect(await matchSheet(tab, 'Marit').count()).toBe(0);
  }
});

test('the ways to begin an empty conversation fit a narrow phone, whatever the length of an answer', async () => {
  await as(marit).put('/api/user.php', { prompts: [{ id: 'last_learned', text: 'How to bind a book by hand. '.repeat(9) }] });
  const page = await visit(site, { ...PHONE, viewport: { width: 320, height: 640 }, cookie: joris.cookie });
  await openUntilIdle(page, `/members/${marit.id}/chat`);
  const starter = page.locator('.starter').first();
  await starter.waitFor();
  const box = await starter.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});
