import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { conversations, messages, participants } from '#db/schema/index';
import { aConversation, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { interceptCalls, refusal, stubCalls } from '../support/api-stubs.ts';
import { browserSite } from '../support/browser-site.ts';
import { tabTo } from '../support/keyboard.ts';
import { button, composer, link, thread, writeMessage } from '../support/locators.ts';
import { t } from '../support/translations.ts';
import { addressOf, DESKTOP, PHONE, until, untilAddress, visit } from '../support/visit.ts';
import { scrollUp } from './scroll-stability.ts';

const site = browserSite();
const OLDER_TAKES_MS = 600;
const WORDS = 'the boat is still in Utrecht and we are going to see it on Sunday whether it rains or shines'.split(' ');
let joris: TestMember;
let marit: TestMember;

beforeAll(async () => {
  joris = await aMember(site.db, { name: 'Joris', gender: 'male', credits: 6, locale: 'en' });
  marit = await aMember(site.db, { name: 'Marit' });
});

/** Stores a conversation with messages of various lengths: every third is by the second member, the last `unread` are by the first. */
async function storeConversation(first: TestMember, second: TestMember, count: number, unread = 0): Promise<string> {
  const id = await aConversation(site.db, first.id, second.id);
  const rows = Array.from({ length: count }, (_, i) => ({
    id: newId(),
    conversationId: id,
    seq: i + 1,
    senderId: i % 3 === 1 && i < count - unread ? second.id : first.id,
    clientId: newId(),
    text: `${i + 1} ${WORDS.slice(0, (i * 7) % WORDS.length).join(' ')}`,
    createdAt: Date.now() - (count - i) * MINUTE,
  }));
  for (let i = 0; i < count; i += 500) await site.db.insert(messages).values(rows.slice(i, i + 500));
  const last = { lastSeq: count, lastText: 'last', lastSenderId: first.id, lastAt: Date.now(), isListed: true };
  await site.db.update(conversations).set({ firstSenderId: first.id }).where(eq(conversations.id, id));
  await site.db
    .update(participants)
    .set({ ...last, unread, readTo: count - unread })
    .where(eq(participants.conversationId, id));
  return id;
}

/** The distance of the viewport from the end, in pixels, and the number of rendered messages. */
const threadMetrics = (page: Page) =>
  thread(page).evaluate((box) => ({
    below: Math.round(box.scrollHeight - box.scrollTop - box.clientHeight),
    drawn: box.querySelectorAll('.message').length,
  }));

describe('a thread of thousands', () => {
  test('opens at the end, renders what is near, and does not jump while older messages are loaded above', async () => {
    const chat = await storeConversation(marit, joris, 2000);
    const page = await visit(site, { ...PHONE, cookie: joris.cookie });
    await page.goto(`/chats/${chat}`);
    await thread(page)
      .getByText(/^2000 /)
      .waitFor();
    await until(() => page.locator('.messages-content > .message-row').count()).toBe(0);
    await until(async () => (await threadMetrics(page)).below).toBeLessThan(2);
    // Late enough for the reader to reach the top first.
    await interceptCalls(page, 'chat.php', 'GET', async (route) => {
      await pause(OLDER_TAKES_MS);
      await route.fallback();
    });
    const { maxDrift, emptyShare } = await scrollUp(thread(page), { steps: 60, by: 150 });
    expect(maxDrift).toBeLessThan(2);
    expect(emptyShare).toBeLessThan(0.05);
    const { below, drawn } = await threadMetrics(page);
    expect(below).toBeGreaterThan(7000);
    expect(drawn).toBeLessThan(60);
    await thread(page).focus();
    await page.keyboard.press('End');
    await until(async () => (await threadMetrics(page)).below).toBeLessThan(2);
    await writeMessage(page, 'Which version?');
    await until(async () => (await threadMetrics(page)).below).toBeLessThan(2);
  });

  test('opens at the first unread message, with a button to the newest', async () => {
    const vera = await aMember(site.db, { name: 'Vera' });
    const chat = await storeConversation(vera, joris, 80, 30);
    const page = await visit(site, { ...PHONE, cookie: joris.cookie });
    await page.goto(`/chats/${chat}`);
    await thread(page).getByText(t('chat:unread_from_here'), { exact: true }).waitFor();
    const topOf = () =>
      page
        .locator('.unread-divider')
        .evaluate((line) => Math.round(line.getBoundingClientRect().top - (line.closest('.messages')?.getBoundingClientRect().top ?? 0)));
    await until(topOf).toBeLessThan(60);
    await button(page, t('chat:fresh_messages_other', { count: 30 })).click();
    await until(async () => (await threadMetrics(page)).below).toBeLessThan(2);
    await until(() => page.locator('.new-messages-pill').count()).toBe(0);
  });
});

test('an address shows the host that a browser would open, and fits on a narrow screen', async () => {
  const bas = await aMember(site.db, { name: 'Bas' });
  const chat = await storeConversation(bas, joris, 1);
  const typed = `Look: https://bank.example@evil.example/${'a-long-path/'.repeat(12)}, p\u0430ypal.example or https://p\u0430ypal.example.`;
  await site.db.update(messages).set({ text: typed }).where(eq(messages.conversationId, chat));
  const page = await visit(site, { viewport: { width: 320, height: 640 }, cookie: joris.cookie });
  await page.goto(`/chats/${chat}`);
  const hosts = page.locator('.message b');
  await until(() => hosts.allTextContents()).toEqual(['evil.example', 'xn--pypal-4ve.example']);
  const message = page.locator('.message').first();
  expect(await message.ariaSnapshot()).not.toContain('bank.example');
  expect(await message.evaluate((bubble) => bubble.scrollWidth - bubble.clientWidth)).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a message shows exactly what was typed and is clipboardText by right click or keyboard', async () => {
  const bas = await aMember(site.db, { name: 'Bas' });
  const chat = await storeConversation(bas, joris, 3);
  const typed = '<img src=x onerror=alert(1)> https://vonk.example \u202E abc';
  await site.db
    .update(messages)
    .set({ text: typed })
    .where(and(eq(messages.conversationId, chat), eq(messages.seq, 3)));
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/chats/${chat}`);
  const clipboardText = () => page.evaluate(() => navigator.clipboard.readText());
  const copyItem = page.getByRole('menuitem', { name: t('chat:copy') });
  // The menu works as soon as the page has loaded its code.
  await until(async () => {
    await page.locator('.message').nth(1).click({ button: 'right' });
    return copyItem.count();
  }).toBe(1);
  await copyItem.click();
  await page.getByText(t('chat:copied'), { exact: true }).first().waitFor();
  expect(await clipboardText()).toMatch(/^2 /);
  await thread(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await copyItem.waitFor();
  await page.keyboard.press('Enter');
  await until(async () => (await clipboardText()).slice(0, 1)).toBe('1');

  expect(await thread(page).locator('.message bdi[dir=auto]').allTextContents()).toEqual([
    expect.stringMatching(/^1/),
    expect.stringMatching(/^2/),
    typed,
  ]);
  expect(await thread(page).locator('img, a, script').count()).toBe(0);
  expect(await button(page, t('chat:emoji')).count()).toBe(0);
  await stubCalls(page, 'chat.php', 'POST', refusal(409, 'same_text'));
  await writeMessage(page, 'Hello you');
  await page.getByText(t('chat:not_sent_same_text', { name: 'Bas' }), { exact: true }).waitFor();
  await button(page, t('chat:discard')).click();
  await until(() => thread(page).getByText('Hello you').count()).toBe(0);
});

test('a message that a limit refused says until when, also after a reload, and no longer once the limit has ended', async () => {
  const chat = await storeConversation(await aMember(site.db, { name: 'Bas' }), joris, 1);
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie });
  const inHours = (hours: number) => ({ details: { limit: 5, ends_at: new Date(Date.now() + hours * 60 * MINUTE).toISOString() } });
  let answer = refusal(409, 'same_text', inHours(5));
  await interceptCalls(page, 'chat.php', 'POST', (route) => route.fulfill(answer));
  await page.goto(`/chats/${chat}`);
  await writeMessage(page, 'Hello you');
  const sameTextUntil = page.getByText(
    /^You have sent this same text to several members\. Write something meant for Bas, or try again from .*\d/,
  );
  await sameTextUntil.waitFor();
  await page.reload();
  await sameTextUntil.waitFor();
  answer = refusal(429, 'too_many', inHours(1));
  await button(page, t('chat:try_again')).click();
  await page.getByText(/^That was a bit much at once\. Try again from .*\d/).waitFor();
  answer = refusal(409, 'same_text', inHours(-1));
  await button(page, t('chat:try_again')).click();
  await page.getByText(t('chat:not_sent_same_text', { name: 'Bas' }), { exact: true }).waitFor();
});

test('a message of a stranger has a caution until it is answered', async () => {
  const otto = await aMember(site.db, { name: 'Otto' });
  const chat = await storeConversation(otto, joris, 1);
  await site.db.update(messages).set({ text: 'More on bit . ly slash otto' }).where(eq(messages.conversationId, chat));
  const page = await visit(site, { ...DESKTOP, cookie: joris.cookie });
  await page.goto(`/chats/${chat}`);
  await page.getByText(t('chat:caution_link')).waitFor();
  expect(await thread(page).getByRole('link').count()).toBe(1);
  await writeMessage(page, 'Who are you?');
  await page.getByText(t('chat:caution_link')).waitFor({ state: 'detached' });
  await page.goto('/chats');
  await page.getByRole('link', { name: t('chat:go_on', { name: 'Otto' }) }).click();
  await composer(page).waitFor();
});

test('an emoji is inserted at the caret, and Escape returns the focus to its button; a long name leaves room for the age', async () => {
  await saveSetting(site.db, 'template', 'classic');
  const name = 'Evangeline-Marie';
  const eva = await aMember(site.db, { name });
  const chat = await storeConversation(eva, joris, 1);
  const page = await visit(site, { ...PHONE, cookie: joris.cookie });
  await page.goto(`/chats/${chat}`);
  await composer(page).fill('Sunday? Yes');
  await composer(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
  const emojiButton = button(page, t('chat:emoji'));
  await emojiButton.click();
  await page.getByRole('gridcell').first().waitFor();
  await page.keyboard.press('Escape');
  await until(() => emojiButton.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByLabel(t('chat:emoji_search')).fill('sailboat');
  await page.getByRole('gridcell', { name: 'sailboat' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(() => composer(page).inputValue()).toBe('Sunday?⛵️ Yes');
  await until(() => composer(page).evaluate((area) => area === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.locator('.chat-member h1').evaluate((heading) => {
    const age = document.createRange();
    age.selectNodeContents(heading.lastChild ?? heading);
    return age.getBoundingClientRect().right - heading.getBoundingClientRect().right;
  });
  expect(overflow).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page, t('cards:like', { name })).waitFor();
  expect(await page.locator('.chat-list').count()).toBe(0);
});

test('without enough credits the text is kept until the member returns from the credits page', async () => {
  await clearSetting(site.db, 'template');
  const noor = await aMember(site.db, { name: 'Noor', credits: 1 });
  const id = await aConversation(site.db, noor.id, marit.id);
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  await page.context().routeWebSocket(
    () => true,
    (socket) => socket.close({ code: 1013 }),
  );
  await page.goto(`/chats/${id}`);
  await composer(page).waitFor();
  const sentElsewhere = { conversation: { id }, message: { client_id: newId(), text: 'One' } };
  expect((await apiClient(site.url, noor.cookie).post('/api/chat.php', sentElsewhere)).status).toBe(201);
  await writeMessage(page, 'Is the boat still there?', 1);
  await thread(page).getByText(t('chat:not_sent_not_enough_credits')).first().waitFor();
  await composer(page).pressSequentially('Or sold?');
  await page.getByText(t('chat:cannot_send_not_enough_credits_other', { count: 0 }), { exact: true }).waitFor();
  await link(page, t('chat:get_credits')).click();
  await untilAddress(page, `/credits?back=${encodeURIComponent(`/chats/${id}`)}`);
  await page.getByText('Message to Marit').first().waitFor();
  await tabTo(page, link(page, t('credits:back')));
  await page.keyboard.press('Enter');
  await until(() => addressOf(page)).toBe(`/chats/${id}`);
  await until(() => composer(page).inputValue()).toBe('Or sold?');
  await thread(page).getByText('Is the boat still there?', { exact: true }).waitFor();
});

test('a first message shows its price, also in money, and how many are left; at the limit it shows until when', async () => {
  await saveSetting(site.db, 'first_messages_a_day', 1);
  const [noor, eva] = await Promise.all([aMember(site.db, { credits: 6 }), aMember(site.db, { name: 'Eva' })]);
  const page = await visit(site, { ...PHONE, cookie: noor.cookie });
  await page.route('**/members/*/chat', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /"minimum_message_costs":\{.*?\}\}/,
      '"minimum_message_costs":{"NL":{"costs":30,"currency":"EUR"}}',
    );
    return route.fulfill({ response, body });
  });
  await page.goto(`/members/${eva.id}/chat`);
  await page.getByText(t('chat:first_left_one', { count: 1 }), { exact: true }).waitFor();
  const price = `${t('chat:send_priced_one', { count: 1 })} ${t('chat:send_money', { money: '€0.30' })}`;
  await composer(page).pressSequentially('Hello Eva');
  await button(page, price).click();
  await thread(page).getByText(t('chat:sent'), { exact: true }).waitFor();
  await until(() => page.getByText(t('chat:first_left_one', { count: 1 })).count()).toBe(0);
  await page.goto(`/members/${marit.id}/chat`);
  await page.getByText(/^You’ve reached the daily limit for new conversations\. You can write to Marit from .*\d/).waitFor();
  expect(await button(page, price).isDisabled()).toBe(true);
  await clearSetting(site.db, 'first_messages_a_day');
});
