import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { holdAnswer, holdBack } from '../support/api-stubs.ts';
import { browsedSite } from '../support/browser-site.ts';
import { anotherTab, putBehind, talkingOn } from '../support/chat-actions.ts';
import { WAYS } from '../support/delivery-channels.ts';
import { tab, thread } from '../support/locators.ts';
import { say } from '../support/translations.ts';
import { DESKTOP, until } from '../support/visit.ts';
import { untilUnasked } from '../support/waits.ts';

const site = browsedSite();
const { as, open, tell, heard } = talkingOn(site);
const exact = true;
let joris: TestMember;
let marit: TestMember;

beforeEach(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 9 });
  marit = await aMember(site.db, { name: 'Marit', credits: 9 });
});

const rowOf = (page: Page, name: string) => page.locator('.chat-entry').filter({ hasText: name });
const bubble = (page: Page, text: string) => thread(page).getByText(text, { exact });
const unread = async () => (await as(joris).get('/api/user.php')).at('user.badge.unread_messages');
const marks = async (member: TestMember) =>
  (await site.db.$client.execute({ sql: 'select read_to from inbox where member_id = ?', args: [member.id] })).rows.map(
    (row) => row.read_to,
  );
const holds = async () => expect(await checkInvariants(site.db)).toEqual([]);

for (const channel of WAYS) {
  test(`two tabs and a phone show the same read state, ${channel.name}`, async () => {
    const chat = await heard(joris, await aMember(site.db, { name: 'Vera', credits: 1 }), 'Hi');
    await as(joris).put('/api/chat.php', { conversation: { id: chat }, read_to: 1 });
    const [phone, laptop] = await Promise.all([open(joris), open(joris, DESKTOP)]);
    const second = await anotherTab(laptop.context());
    const pages = [phone, laptop, second];
    for (const page of pages) await channel.prepare(page);
    const untilDelivered = () => Promise.all(pages.map((page) => channel.pass(page)));
    await Promise.all(pages.map((page) => page.goto('/chats')));
    await Promise.all(pages.map((page) => rowOf(page, 'Vera').waitFor()));
    await Promise.all(pages.map(untilUnasked));

    await heard(joris, marit, 'Do you sail?');
    await untilDelivered();
    await Promise.all(pages.map((page) => tab(page, 'chats', 1).waitFor()));
    await Promise.all(
      pages.map((page) =>
        rowOf(page, 'Marit')
          .getByText(say('chat:unread_one', { count: 1 }))
          .waitFor(),
      ),
    );
    expect((await marks(joris)).toSorted()).toEqual([0, 1]);

    await rowOf(phone, 'Marit').getByRole('link').click();
    await bubble(phone, 'Do you sail?').waitFor();
    await until(unread).toBe(0);
    await untilDelivered();
    await tab(laptop, 'chats').waitFor();
    await rowOf(laptop, 'Marit')
      .getByText(say('chat:unread_one', { count: 1 }))
      .waitFor({ state: 'detached' });
    await tab(second, 'chats').waitFor();
    for (const page of [phone, second]) channel.assert(page);
    await holds();
  });
}

/** Opens a thread in a background tab. */
async function openBehind(chat: string): Promise<Page> {
  const page = await open(joris, DESKTOP);
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }));
  await page.goto(`/chats/${chat}`);
  await bubble(page, 'One').waitFor();
  return page;
}

test('a thread in a background tab is not read until the tab becomes visible', async () => {
  const chat = await heard(joris, marit, 'One');
  const page = await openBehind(chat);
  await tell(marit, chat, 'Two');
  await bubble(page, 'Two').waitFor();
  await untilUnasked(page);
  expect(await marks(joris)).toEqual([0]);
  expect(await unread()).toBe(2);
  await putBehind(page, false);
  await until(() => marks(joris)).toEqual([2]);
  await tab(page, 'chats').waitFor();
  await holds();
});

test('an answer from before a releaseMark mark does not bring back the unread count', async () => {
  const chat = await heard(joris, marit, 'One');
  const page = await openBehind(chat);
  await untilUnasked(page);
  const oldAnswer = await holdAnswer(page, 'user.php', 'GET');
  const releaseMark = await holdBack(page, 'chat.php', 'PUT');
  await putBehind(page, false);
  await oldAnswer.answered;
  releaseMark();
  await until(() => marks(joris)).toEqual([1]);
  await tab(page, 'chats').waitFor();
  oldAnswer.release();
  await untilUnasked(page);
  await tab(page, 'chats').waitFor();
  expect(
    await rowOf(page, 'Marit')
      .getByText(say('chat:unread_one', { count: 1 }))
      .count(),
  ).toBe(0);
  await holds();
});
