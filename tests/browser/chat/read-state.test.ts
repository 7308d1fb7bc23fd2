import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { holdAnswers, holdRequests } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { anotherTab, chatActions, setHidden } from '../support/chat-actions.ts';
import { DELIVERY_CHANNELS } from '../support/delivery-channels.ts';
import { navigationLink, thread } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { DESKTOP, until } from '../support/visit.ts';
import { untilNoRequestPending } from '../support/waits.ts';

const site = browserSite();
const { as, open, sendMessage, withMessage } = chatActions(site);
const exact = true;
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', credits: 9 });
});

const rowOf = (page: Page, name: string) => page.locator('.chat-entry').filter({ hasText: name });
const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact });
const unreadCount = async () => (await as(joris).get('/api/user.php')).at('user.badge.unread_messages');
const readMarks = async (member: TestMember) =>
  (await site.db.$client.execute({ sql: 'select read_to from participants where member_id = ?', args: [member.id] })).rows.map(
    (row) => row.read_to,
  );
const expectInvariants = async () => expect(await checkInvariants(site.db)).toEqual([]);

for (const channel of DELIVERY_CHANNELS) {
  test(`two tabs and a phone show the same read state, ${channel.name}`, async () => {
    const chat = await withMessage(joris, await aMember(site.db, { name: 'Vera', credits: 1 }), 'Hi');
    await as(joris).put('/api/chat.php', { conversation: { id: chat }, read_to: 1 });
    const [phone, laptop] = await Promise.all([open(joris), open(joris, DESKTOP)]);
    const second = await anotherTab(laptop.context());
    const pages = [phone, laptop, second];
    for (const page of pages) await channel.prepare(page);
    const untilDelivered = () => Promise.all(pages.map((page) => channel.untilDelivered(page)));
    await Promise.all(pages.map((page) => page.goto('/chats')));
    await Promise.all(pages.map((page) => rowOf(page, 'Vera').waitFor()));
    await Promise.all(pages.map(untilNoRequestPending));

    await withMessage(joris, marit, 'Do you sail?');
    await untilDelivered();
    await Promise.all(pages.map((page) => navigationLink(page, 'chats', 1).waitFor()));
    await Promise.all(
      pages.map((page) =>
        rowOf(page, 'Marit')
          .getByText(t('chat:unread_one', { count: 1 }))
          .waitFor(),
      ),
    );
    expect((await readMarks(joris)).toSorted()).toEqual([0, 1]);

    await rowOf(phone, 'Marit').getByRole('link').click();
    await bubble(phone, 'Do you sail?').waitFor();
    await until(unreadCount).toBe(0);
    await untilDelivered();
    await navigationLink(laptop, 'chats').waitFor();
    await rowOf(laptop, 'Marit')
      .getByText(t('chat:unread_one', { count: 1 }))
      .waitFor({ state: 'detached' });
    await navigationLink(second, 'chats').waitFor();
    for (const page of [phone, second]) await channel.untilUsed(page);
    await expectInvariants();
  });
}

/** Opens a thread in a background tab. */
async function openInBackground(chat: string): Promise<Page> {
  const page = await open(joris, DESKTOP);
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }));
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'One').waitFor();
  return page;
}

test('a thread in a background tab is not read until the tab becomes visible', async () => {
  const chat = await withMessage(joris, marit, 'One');
  const page = await openInBackground(chat);
  await sendMessage(marit, chat, 'Two');
  await bubble(page, 'Two').waitFor();
  await untilNoRequestPending(page);
  expect(await readMarks(joris)).toEqual([0]);
  expect(await unreadCount()).toBe(2);
  await setHidden(page, false);
  await until(() => readMarks(joris)).toEqual([2]);
  await navigationLink(page, 'chats').waitFor();
  await expectInvariants();
});

test('an answer from before a releaseMark mark does not bring back the unread count', async () => {
  const chat = await withMessage(joris, marit, 'One');
  const page = await openInBackground(chat);
  await untilNoRequestPending(page);
  const oldAnswer = await holdAnswers(page, 'user.php', 'GET');
  const releaseMark = await holdRequests(page, 'chat.php', 'PUT');
  await setHidden(page, false);
  await oldAnswer.answered;
  releaseMark();
  await until(() => readMarks(joris)).toEqual([1]);
  await navigationLink(page, 'chats').waitFor();
  oldAnswer.release();
  await untilNoRequestPending(page);
  await navigationLink(page, 'chats').waitFor();
  expect(
    await rowOf(page, 'Marit')
      .getByText(t('chat:unread_one', { count: 1 }))
      .count(),
  ).toBe(0);
  await expectInvariants();
});
