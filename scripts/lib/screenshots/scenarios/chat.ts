import { HOUR } from '#contract/durations';
import { DEMO_CREDITS } from '#db/demo/logins';
import type { DemoSession } from '../demo-session.ts';
import { type PageAction, writeMessage } from '../page-actions.ts';
import type { Scenario } from '../scenario.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Replaces fields in answers of `chat.php` that hold a thread; its other answers stay. */
const inThread = (change: (thread: Fields) => Fields) => (text: string) => {
  const answer: unknown = JSON.parse(text);
  return isFields(answer) && 'messages' in answer ? JSON.stringify({ ...answer, ...change(answer) }) : text;
};

const ORDINARY_TEXTS = [
  'Is the boat still in Utrecht?',
  'Which version do you want?',
  'The one with the storm. You promised me that one.',
  'Then bring the thermos.',
];

/** Fields of a thread with `count` messages of both sides, an hour apart, the newest an hour old. */
function withMessages({ profile }: Fields, count: number): Fields {
  const other = isFields(profile) ? profile.id : '';
  const messages = Array.from({ length: count }, (_, i) => ({
    id: `m${i}`.padEnd(22, '0'),
    client_id: `c${i}`.padEnd(22, '0'),
    conversation_id: 'c'.repeat(22),
    seq: 1000 + i,
    sender_id: i % 3 === 1 ? 'x'.repeat(22) : other,
    text: ORDINARY_TEXTS[i % ORDINARY_TEXTS.length],
    created_at: new Date(Date.now() - (count - i) * HOUR).toISOString(),
  }));
  return { messages, has_more: true, read_to: 1000 + count, read_by_other_to: 1000 + count };
}

const CAUTION_TEXTS = [
  'Hi! You have a nice smile. I am on bit.ly/marit-sails if you want to see more.',
  'Or write me on W h a t s a p p, I am never here.',
  'Could you help me with a gift card? I pay you back on Friday.',
];

/** Fields of a thread with messages of a stranger that get a caution. */
function withStrangerMessages(thread: Fields): Fields {
  const { messages } = withMessages(thread, CAUTION_TEXTS.length);
  const list = Array.isArray(messages) ? messages : [];
  const other = isFields(thread.profile) ? thread.profile.id : '';
  return {
    is_stranger: true,
    messages: list.map((message, i) => ({ ...message, sender_id: other, text: CAUTION_TEXTS[i] })),
    has_more: false,
  };
}

/** Sends a message, which is refused with this status and code. */
const refuses =
  (status: number, code: string): PageAction =>
  async (page) => {
    await page.route('**/api/chat.php*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json: { error: { code, message: code } } }) : route.fallback(),
    );
    await writeMessage(page);
    await page.locator('.failed').waitFor();
  };

const writeOffline: PageAction = async (page) => {
  await page.locator('textarea').waitFor();
  await page.context().setOffline(true);
  await writeMessage(page);
};

const typeTooMuch: PageAction = (page) => page.locator('textarea').fill('Sunday it is. '.repeat(360));

const openEmoji: PageAction = async (page) => {
  await page.locator('.thread-head [aria-haspopup=dialog]').click();
  await page.locator('[aria-rowindex] .emoji-cell').first().waitFor();
};

const searchEmoji: PageAction = async (page) => {
  await openEmoji(page);
  await page.locator('.emoji input').fill('qqq');
  await page.locator('.emoji-no-results').waitFor();
};

const openMessageMenu: PageAction = async (page) => {
  await page.locator('.message').last().click({ button: 'right' });
  await page.locator('.message-with-menu [role=menuitem]').first().waitFor();
};

const scrollUp: PageAction = (page) => page.locator('.messages').evaluate((box) => box.scrollBy(0, -400));

/** Opens a conversation and returns to the list, without one selected. */
const leaveChat =
  (chat: string): PageAction =>
  async (page) => {
    await page.goto(new URL(chat, page.url()).href);
    await page.locator('.message').first().waitFor();
    await page.goto(new URL('/chats', page.url()).href);
    await page.locator('.list-item').first().waitFor();
  };

const withEuroCosts = (text: string) =>
  text.replace('"minimum_message_costs":{}', '"minimum_message_costs":{"NL":{"costs":30,"currency":"EUR"}}');
const withOneCredit = (text: string) => text.replace(`"credits":${DEMO_CREDITS}`, '"credits":1');
const PRICED = { price: { credits: 2, reason: 'priced' }, can_send: { ok: true, code: null } };
const AT_LIMIT = {
  can_send: { ok: false, code: 'first_message_limit' },
  first_messages: { left: 0, resets_at: new Date(Date.now() + 5 * HOUR).toISOString() },
};

/** A conversation in all its states, some of them in Dutch and in the classic template. */
export function conversationScenarios({ chatId }: DemoSession): Scenario[] {
  const path = `/chats/${chatId}`;
  const thread = (name: string, change: (thread: Fields) => Fields, more: Partial<Scenario> = {}): Scenario => ({
    name,
    path,
    isVisitor: false,
    changedAnswers: { 'chat.php': inThread(change) },
    ...more,
  });
  const unchanged = () => ({});
  const priced = thread('thread-priced', () => ({ ...PRICED, first_messages: { left: 12, resets_at: null } }), {
    changeDocument: withEuroCosts,
  });
  const short = thread('thread-no-credits', () => ({ ...PRICED, can_send: { ok: false, code: 'not_enough_credits' } }), {
    changeDocument: withOneCredit,
  });
  const emoji = thread('classic-thread-emoji', unchanged, { template: 'classic', act: openEmoji });
  const all: Scenario[] = [
    thread('thread-empty', () => ({ messages: [], has_more: false })),
    thread('thread-failed', unchanged, { act: refuses(409, 'same_text') }),
    { name: 'thread-offline', path, isVisitor: false, act: writeOffline },
    thread('thread-too-long', unchanged, { act: typeTooMuch }),
    priced,
    short,
    thread('thread-first-limit', () => AT_LIMIT),
    thread('thread-caution', withStrangerMessages),
    thread('thread-long', (one) => withMessages(one, 50)),
    thread('thread-unread', (one) => ({ ...withMessages(one, 50), read_to: 1030 })),
    thread('thread-message-menu', unchanged, { act: openMessageMenu }),
    thread('thread-scrolled', (one) => withMessages(one, 50), { act: scrollUp }),
    { name: 'chats-go-on', path: '/chats', isVisitor: false, act: leaveChat(path) },
    emoji,
    { ...emoji, name: 'classic-thread-emoji-none', act: searchEmoji },
  ];
  const inDutch = [priced, short, emoji, ...all.filter(({ name }) => /caution|first-limit|failed|unread/.test(name))];
  return [
    ...all,
    ...inDutch.map((subject) => ({ ...subject, name: `dutch-${subject.name}`, locale: 'nl-NL' })),
    ...[priced, short].map((subject) => ({ ...subject, name: `classic-${subject.name}`, template: 'classic' as const })),
  ];
}
