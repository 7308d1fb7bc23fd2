import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { blocks, hides, members, reports } from '#db/schema/index';
import { aConversation, aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { interceptCalls, refusal, stubCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { hasFocus, pressOn, tabTo } from '../support/keyboard.ts';
import { button, composer, field, heading } from '../support/locators.ts';
import { pauseToasts } from '../support/toasts.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, PHONE, until, visit } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';
import { memberToast, menuButton, menuItem, openMenu, violationsAfterMotion } from './member-menu.ts';

const site = browserSite();
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  await site.db.delete(members);
  joris = await aMember(site.db, { name: 'Joris', gender: 'male' });
  marit = await aMember(site.db, { name: 'Marit', credits: 6 });
});

const exact = true;
const as = ({ cookie }: TestMember, options: BrowserContextOptions = DESKTOP) => visit(site, { ...options, cookie });
const names = (page: Page) =>
  page
    .getByRole('list', { name: t('members:results') })
    .locator('.card-name')
    .allTextContents();

async function startConversation(): Promise<string> {
  const chat = await aConversation(site.db, joris.id, marit.id);
  for (const text of ['Send me money', 'For the boat'])
    await apiClient(site.url, marit.cookie).post('/api/chat.php', { conversation: { id: chat }, message: { client_id: newId(), text } });
  return chat;
}

test('a card is explained, hidden and restored to its place by keyboard alone', async () => {
  for (const [i, name] of ['Ada', 'Bea', 'Cem'].entries()) await aMember(site.db, { name, hasPhoto: true, activityBucket: 3_000_000 - i });
  const like = (who: TestMember, ...interests: string[]) => apiClient(site.url, who.cookie).put('/api/user.php', { interests });
  await Promise.all([like(joris, 'cycling', 'hiking'), like(marit, 'hiking')]);
  const page = await as(joris);
  await page.goto('/members');
  await until(() => names(page)).toEqual(['Ada, 32', 'Bea, 32', 'Cem, 32', 'Marit, 32']);

  await openMenu(page, menuButton(page, 'Marit'));
  expect(await violationsAfterMotion(page)).toEqual([]);
  for (const [key, at] of [
    ['End', 'report'],
    ['ArrowDown', 'why'],
    ['ArrowUp', 'report'],
    ['b', 'block'],
    ['Home', 'why'],
  ] as const) {
    await page.keyboard.press(key);
    await until(() => hasFocus(menuItem(page, at))).toBe(true);
  }
  await page.keyboard.press('Enter');
  const why = page.getByRole('dialog', { name: t('safety:why_title', { name: 'Marit' }) });
  await why.getByText(t('safety:why_interests_one', { interests: 'Hiking' })).waitFor();
  await why.getByText(t('safety:why_region', { name: 'Marit' })).waitFor();
  expect(await violationsAfterMotion(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await until(() => hasFocus(menuButton(page, 'Marit'))).toBe(true);

  await openMenu(page, menuButton(page, 'Bea'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await memberToast(page, 'hidden', 'Bea').waitFor();
  await until(() => names(page)).toEqual(['Ada, 32', 'Cem, 32', 'Marit, 32']);
  await until(() => hasFocus(button(page, t('safety:undo')))).toBe(true);
  expect(await violationsAfterMotion(page)).toEqual([]);
  await until(() => site.db.select().from(hides)).toHaveLength(1);
  await page.keyboard.press('Enter');
  await until(() => names(page)).toEqual(['Ada, 32', 'Bea, 32', 'Cem, 32', 'Marit, 32']);
  await until(() => site.db.select().from(hides)).toEqual([]);
  await until(() =>
    page
      .getByRole('link', { name: /Cem/ })
      .first()
      .evaluate((element) => element === document.activeElement),
  ).toBe(true);

  await openMenu(page, menuButton(page, 'Bea'));
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await until(() => site.db.select().from(hides)).toHaveLength(1);
  await page.reload();
  await until(() => names(page)).toEqual(['Ada, 32', 'Cem, 32', 'Marit, 32']);
});

test('a refused hide or block changes nothing and says why', async () => {
  const page = await as(joris, PHONE);
  await stubCalls(page, 'hide.php', 'POST', refusal(503, 'unavailable'));
  await stubCalls(page, 'block.php', 'POST', refusal(503, 'unavailable'));
  let isDown = true;
  await interceptCalls(page, 'profile.php', 'GET', (route) => (isDown ? route.fulfill(refusal(503, 'unavailable')) : route.fallback()));
  await page.goto('/members');
  await openMenu(page, menuButton(page, 'Marit'));
  await menuItem(page, 'hide').click();
  await memberToast(page, 'hide_failed', 'Marit').waitFor();
  await until(() => names(page)).toEqual(['Marit, 32']);

  await openMenu(page, menuButton(page, 'Marit'));
  await menuItem(page, 'why').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  isDown = false;
  await button(page, t('core:action.retry')).click();
  await dialog.getByText(t('safety:why_region', { name: 'Marit' })).waitFor();
  await page.keyboard.press('Escape');

  await openMenu(page, menuButton(page, 'Marit'));
  await menuItem(page, 'block').click();
  await button(page, t('safety:block')).click();
  await page.getByRole('alertdialog').getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  expect(await site.db.select().from(blocks)).toEqual([]);
  await button(page, t('safety:block_keep')).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await menuButton(page, 'Marit').press('Enter');
  await menuItem(page, 'hide').waitFor();
  await page.mouse.click(90, 250);
  await menuItem(page, 'hide').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/members');
});

test('a block takes effect on both sides at once, and so does lifting it', async () => {
  await aMatch(site.db, joris.id, marit.id);
  const chat = await startConversation();
  const [his, hers] = await Promise.all([as(joris, PHONE), as(marit)]);
  await hers.goto(`/chats/${chat}`);
  await composer(hers).waitFor();
  await untilNoRequestPending(hers);
  await his.goto(`/members/${marit.id}`);
  await menuButton(his, 'Marit').click();
  await menuItem(his, 'block').click();
  const confirmation = his.getByRole('alertdialog', { name: t('safety:block_title', { name: 'Marit' }) });
  await until(() => hasFocus(confirmation.getByRole('button', { name: t('safety:block_keep') }))).toBe(true);
  expect(await violationsAfterMotion(his)).toEqual([]);
  await confirmation.getByRole('button', { name: t('safety:block'), exact }).click();
  await memberToast(his, 'blocked', 'Marit').waitFor();
  await his.getByText(t('members:blocked', { name: 'Marit' })).waitFor();
  await until(() => button(his, t('cards:like', { name: 'Marit' })).count()).toBe(0);

  await hers.getByText(t('chat:cannot_send_gone')).waitFor();
  await hers.locator('.chat-entry').getByText(t('chat:deleted_member')).waitFor();
  await hers.goto('/members');
  await until(() => hers.getByText(t('members:nobody')).count()).toBe(1);
  await his.goto('/chats');
  await his.getByText(t('chat:empty_title'), { exact }).waitFor();
  await his.goto('/likes');
  await his.getByText(t('likes:empty_liked_by'), { exact }).waitFor();

  await hers.goto(`/chats/${chat}`);
  await hers.getByText(t('chat:cannot_send_gone')).waitFor();

  await his.goto('/profile/settings');
  await his.locator('#put-aside').getByRole('button').click();
  const list = his.getByRole('dialog', { name: t('safety:put_aside_title') });
  await list.getByText(t('safety:hidden_none')).waitFor();
  await list.getByText('Marit').waitFor();
  expect(await violationsAfterMotion(his)).toEqual([]);
  await button(his, t('safety:blocked_back_long', { name: 'Marit' })).click();
  await list.getByText(t('safety:blocked_none')).waitFor();
  await composer(hers).waitFor();
  await his.goto('/chats');
  await his.getByRole('link', { name: /Marit/ }).first().waitFor();
});

test('a member is blocked from a chat, and the block is lifted there', async () => {
  const chat = await startConversation();
  const page = await as(joris);
  await page.goto(`/chats/${chat}`);
  await composer(page).waitFor();
  const chatMenu = page.getByRole('region', { name: 'Marit' }).getByRole('button', { name: t('chat:menu', { name: 'Marit' }), exact });
  await chatMenu.click();
  await menuItem(page, 'block').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('safety:block'), exact })
    .click();
  await page.getByText(t('chat:cannot_send_blocked', { name: 'Marit' })).waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await until(() => page.locator('.chat-entry').count()).toBe(0);
  await memberToast(page, 'blocked', 'Marit').waitFor();
  await pauseToasts(page);
  expect(await violationsAfterMotion(page)).toEqual([]);
  await page
    .locator('.toast')
    .getByRole('button', { name: t('core:action.close') })
    .click();
  await chatMenu.click();
  await menuItem(page, 'unblock').waitFor();
  await page.keyboard.press('Escape');
  await button(page, t('safety:unblock')).click();
  await composer(page).waitFor();
  await until(() => page.locator('.chat-entry').count()).toBe(1);
});

test('a report is sent with reason, text and messages by keyboard alone, and blocks', async () => {
  const chat = await startConversation();
  const page = await as(joris, { viewport: { width: 390, height: 844 } });
  let isDown = true;
  await interceptCalls(page, 'report.php', 'POST', (route) => (isDown ? route.fulfill(refusal(503, 'unavailable')) : route.fallback()));
  await page.goto(`/chats/${chat}`);
  await composer(page).waitFor();
  await openMenu(page, button(page, t('chat:menu', { name: 'Marit' })));
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('safety:report_title', { name: 'Marit' }) });
  await dialog.getByText('Send me money').waitFor();
  const send = button(page, t('safety:report_send'));
  await pressOn(page, send);
  await dialog.getByText(t('safety:report_reason_missing')).waitFor();
  expect(await violationsAfterMotion(page)).toEqual([]);
  const scam = dialog.getByRole('radio', { name: t('safety:reason_scam') });
  await until(() => hasFocus(dialog.getByRole('radio').first())).toBe(true);
  const block = dialog.getByRole('checkbox', { name: t('safety:report_block', { name: 'Marit' }) });
  expect(await block.isChecked()).toBe(false);
  await page.keyboard.press('ArrowDown');
  await until(async () => [await scam.isChecked(), await block.isChecked()]).toEqual([true, true]);
  await tabTo(page, field(page, t('safety:report_text')));
  await page.keyboard.type('Asked me for money twice');
  await pressOn(page, dialog.getByRole('checkbox', { name: /Send me money/ }), 'Space');
  await pressOn(page, send);
  await dialog.getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  expect(await field(page, t('safety:report_text')).inputValue()).toBe('Asked me for money twice');
  isDown = false;
  await pressOn(page, send);
  await heading(page, t('safety:report_thanks_title')).waitFor();
  await page.getByText(t('safety:report_blocked', { name: 'Marit' })).waitFor();
  expect(await violationsAfterMotion(page)).toEqual([]);
  expect(await site.db.select().from(reports)).toMatchObject([
    { reporterId: joris.id, reportedId: marit.id, reason: 'scam', text: 'Asked me for money twice', messageIds: [expect.any(String)] },
  ]);
  expect(await site.db.select().from(blocks)).toMatchObject([{ blockerId: joris.id, blockedId: marit.id }]);
  await page.keyboard.press('Escape');
  await page.getByText(t('chat:cannot_send_blocked', { name: 'Marit' })).waitFor();
});
