import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { ledgerLines, members, messages } from '#db/schema/index';
import { aConversation, aMember, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { delayRequests, holdRequests } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { anotherTab, chatActions, gateSends, recordExposedTexts } from '../support/chat-actions.ts';
import { openThreadConnected } from '../support/delivery-channels.ts';
import { button, composer, heading, thread, writeMessage } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until, untilTitle } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const { as, open, withMessage } = chatActions(site);
const exact = true;
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', credits: 9 });
});

const rowOf = (page: Page, name: string) => page.locator('.chat-entry').filter({ hasText: name });
const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact });
const storedTexts = async () => (await site.db.select().from(messages).orderBy(messages.seq)).map(({ text }) => text);
const chargeCount = async () => (await site.db.select().from(ledgerLines)).filter(({ reason }) => reason === 'message').length;
const expectInvariants = async () => expect(await checkInvariants(site.db)).toEqual([]);

test('in a chat of two members presence, typing and leaks marks are live, own messages appear at once, and no text leaks', async () => {
  await site.db.update(members).set({ lastActiveAt: Date.now() - HOUR });
  const chat = await withMessage(joris, marit, 'Do you sail?');
  await site.db.update(members).set({ lastActiveAt: Date.now() - HOUR });
  const [his, hers] = await Promise.all([open(joris), open(marit, DESKTOP)]);
  const leaks = [recordExposedTexts(his), recordExposedTexts(hers)];
  // A typing signal from or for a page that is not in its room yet is lost.
  await openThreadConnected(his, `/chats/${chat}`);
  await bubble(his, 'Do you sail?').waitFor();
  expect(await his.getByText(t('chat:online_now'), { exact }).count()).toBe(0);
  // Her room reports his presence while her thread is still loading; this must not cause repeated calls.
  await delayRequests(hers, 'chat.php', 'GET', 300);
  await openThreadConnected(hers, `/chats/${chat}`);
  await his.getByText(t('chat:online_now'), { exact }).waitFor();
  await bubble(hers, 'Do you sail?').waitFor();
  await thread(hers).getByText(t('chat:seen'), { exact }).waitFor();

  await composer(his).pressSequentially('On Sund');
  await hers.getByRole('img', { name: t('chat:is_typing', { name: 'Joris' }) }).waitFor();
  await rowOf(hers, 'Joris').getByText(t('chat:typing_in_list')).waitFor();
  const release = await holdRequests(his, 'chat.php', 'POST');
  await composer(his).pressSequentially('ays');
  await button(his, t('chat:send')).click();
  await bubble(his, 'On Sundays').waitFor();
  await thread(his).getByText(t('chat:sending'), { exact }).waitFor();
  expect(await bubble(hers, 'On Sundays').count()).toBe(0);
  release();
  await bubble(hers, 'On Sundays').waitFor();
  await thread(his).getByText(t('chat:seen'), { exact }).waitFor();
  await untilTitle(hers, 'Joris · Vonk');
  await untilTitle(his, 'Marit · Vonk');
  expect([...leaks.flat(), his.url(), hers.url()].filter((text) => /sail|Sund/.test(text))).toEqual([]);
  await expectInvariants();
});

const WRITTEN = ['One', 'Two', 'Three', 'Four', 'Five'];
const shown = async (page: Page) =>
  (await thread(page).locator('.message').allTextContents()).map((words) => WRITTEN.find((text) => words.includes(text)));

test('messages written offline stay in order, survive the page, and are sent once by one of three tabs', async () => {
  const chat = await aConversation(site.db, joris.id, marit.id);
  const first = await open(joris);
  const context = first.context();
  const gate = { isOpen: false };
  const senders = await gateSends(context, gate);
  await first.goto(`/chats/${chat}`);
  await composer(first).waitFor();
  await context.setOffline(true);
  for (const text of WRITTEN) await writeMessage(first, text, 1);
  await context.setOffline(false);
  await first.reload();
  await bubble(first, 'Five').waitFor();
  await first.close();
  const tabs = [await anotherTab(context), await anotherTab(context), await anotherTab(context)];
  await Promise.all(tabs.map((page) => page.goto(`/chats/${chat}`)));
  for (const page of tabs) await until(() => shown(page)).toEqual(WRITTEN);
  expect(await storedTexts()).toEqual([]);
  // Between these calls no tab must send: its next message would fail and another tab would go on.
  await context.setOffline(true);
  gate.isOpen = true;
  await context.setOffline(false);
  await until(storedTexts).toEqual(WRITTEN);
  for (const page of tabs) {
    await thread(page).getByText(t('chat:sent'), { exact }).waitFor();
    expect(await shown(page)).toEqual(WRITTEN);
  }
  await until(async () => [senders.length, new Set(senders).size, await chargeCount()]).toEqual([5, 1, 5]);
  await expectInvariants();
});

test('a message whose answer was lost is one row and one charge after a reload and in a second tab', async () => {
  const chat = await aConversation(site.db, joris.id, marit.id);
  const page = await open(joris);
  let sends = 0;
  await page.context().route('**/api/chat.php', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sends += 1;
    if (sends === 1) expect((await route.fetch()).status()).toBe(201);
    return route.abort();
  });
  await page.goto(`/chats/${chat}`);
  await writeMessage(page, 'Is it Utrecht?', 1);
  await until(storedTexts).toEqual(['Is it Utrecht?']);
  await page.reload();
  const second = await anotherTab(page.context());
  await second.goto(`/chats/${chat}`);
  for (const tab of [page, second]) {
    await thread(tab).getByText(t('chat:sent'), { exact }).waitFor();
    expect(await bubble(tab, 'Is it Utrecht?').count()).toBe(1);
  }
  await page.context().unroute('**/api/chat.php');
  await writeMessage(second, 'Or Amsterdam?', 1);
  await until(storedTexts).toEqual(['Is it Utrecht?', 'Or Amsterdam?']);
  expect(await chargeCount()).toBe(2);
  await expectInvariants();
});

test('nobody can write to a member who deletes the account or blocks while the thread is open; messages stay', async () => {
  const bas = await aMember(site.db, { name: 'Bas', credits: 1 });
  const [hers, his] = [await withMessage(joris, marit, 'Hello you'), await withMessage(joris, bas, 'Hi Joris')];
  const [withBas, withMarit] = [await open(joris), await open(joris, DESKTOP)];
  const releaseRoom = await holdRequests(withMarit, 'room.php', 'GET');
  const roomRequest = withMarit.waitForRequest('**/api/room.php');
  await Promise.all([openThreadConnected(withBas, `/chats/${his}`), withMarit.goto(`/chats/${hers}`), roomRequest]);
  await bubble(withMarit, 'Hello you').waitFor();
  await composer(withBas).pressSequentially('What about');
  const expectClosedThread = async (page: Page, said: string) => {
    await page.getByText(t('chat:cannot_send_gone'), { exact }).waitFor();
    expect(await composer(page).count()).toBe(0);
    await bubble(page, said).waitFor();
    await until(() => page.title()).toContain(t('chat:deleted_member'));
  };
  expect((await as(bas).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
  await expectClosedThread(withBas, 'Hi Joris');
  expect((await as(marit).post('/api/block.php', { profile: joris.id })).status).toBe(204);
  releaseRoom();
  await expectClosedThread(withMarit, 'Hello you');
  await expectInvariants();
});

test('a chat deleted in one tab disappears in the other; drafts are stored by chat and device', async () => {
  const vera = await aMember(site.db, { name: 'Vera', credits: 1 });
  const [hers, veras] = [await withMessage(joris, marit, 'Hello you'), await withMessage(joris, vera, 'Ahoy')];
  const [page, phone] = [await open(joris, DESKTOP), await open(joris)];
  await page.goto(`/chats/${hers}`);
  await composer(page).pressSequentially('For Marit');
  await rowOf(page, 'Vera').getByRole('link').click();
  await bubble(page, 'Ahoy').waitFor();
  await until(() => composer(page).inputValue()).toBe('');
  await composer(page).pressSequentially('For Vera');
  await page.reload();
  await until(() => composer(page).inputValue()).toBe('For Vera');
  await rowOf(page, 'Marit').getByRole('link').click();
  await until(() => composer(page).inputValue()).toBe('For Marit');
  const visibleParts = async () => [await rowOf(page, 'Vera').isVisible(), await thread(page).isVisible()];
  await page.setViewportSize({ width: 899, height: 900 });
  await until(visibleParts).toEqual([false, true]);
  await page.setViewportSize({ width: 900, height: 900 });
  await until(visibleParts).toEqual([true, true]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const [second] = [await anotherTab(page.context()), await phone.goto(`/chats/${veras}`)];
  await bubble(phone, 'Ahoy').waitFor();
  expect(await composer(phone).inputValue()).toBe('');

  await second.goto(`/chats/${hers}`);
  await untilNoRequestPending(second);
  await rowOf(page, 'Marit').hover();
  await button(page, t('chat:menu', { name: 'Marit' }))
    .first()
    .click();
  await page.getByRole('menuitem', { name: t('chat:menu_delete') }).click();
  await button(page, t('chat:delete_confirm')).click();
  await heading(second, t('chat:thread_gone_title')).waitFor();
  for (const tab of [page, second]) await until(() => rowOf(tab, 'Marit').count()).toBe(0);
  await expectInvariants();
});
