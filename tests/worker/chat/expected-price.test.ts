import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { clearSetting } from '#db/queries/operator/settings';
import { aLike, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { chatFixture, refusal } from './chat-fixture.ts';

const fixture = chatFixture();

afterEach(() => clearSetting(fixture.db, 'message_prices'));

interface Conversation {
  readonly noor: TestMember;
  readonly id: string;
}

interface Extras {
  readonly expects?: unknown;
  readonly send_pass?: string;
  readonly client_id?: string;
}

const send = ({ noor, id }: Conversation, text: string, { client_id = newId(), ...extras }: Extras = {}) =>
  fixture.as(noor).post('/api/chat.php', { conversation: { id }, message: { client_id, text }, ...extras });

/** A conversation that Noor has begun with her first of ten credits, with the pass for her next message. */
async function aPaidConversation() {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 10 }), aMember(fixture.db, { name: 'Bas' })]);
  const conversation = { noor, bas, id: await fixture.open(noor, bas) };
  const first = await send(conversation, 'The first');
  return { ...conversation, send_pass: String(first.at('send_pass')) };
}

/** What has been stored and charged: the number of messages, the credits that were spent, and the balance. */
const accountOf = async (conversation: Conversation) => ({
  messages: (await fixture.messagesOf(conversation.id)).length,
  spent: (await fixture.ledgerLinesOf(conversation.noor)).reduce((sum, { amount }) => sum - amount, 0),
  credits: await fixture.credits(conversation.noor),
});

const UNTOUCHED = { messages: 1, spent: 1, credits: 9 };

describe.each(['with', 'without'] as const)('a message %s a send pass', (how) => {
  const extrasOf = ({ send_pass }: { send_pass: string }): Extras => (how === 'with' ? { send_pass } : {});

  test('that costs more than expected is refused with the price, stores nothing and charges nothing', async () => {
    const chat = await aPaidConversation();
    await fixture.setSetting('message_prices', { NL: 4 });
    const answer = await send(chat, 'Hello', { ...extrasOf(chat), expects: { credits: 1 } });
    expect([refusal(answer), answer.at('error.details')]).toEqual(['409 price_changed', { credits: 4 }]);
    expect(await accountOf(chat)).toEqual(UNTOUCHED);
    expect((await send(chat, 'Hello', { ...extrasOf(chat), expects: { credits: 4 } })).at('credits')).toBe(5);
  });

  test('that costs less than expected is charged less', async () => {
    const chat = await aPaidConversation();
    expect((await send(chat, 'Hello', { ...extrasOf(chat), expects: { credits: 4 } })).at('credits')).toBe(8);
    await fixture.setSetting('message_prices', { NL: 0 });
    expect((await send(chat, 'Again', { ...extrasOf(chat), expects: { credits: 1 } })).at('credits')).toBe(8);
  });

  test('that was free when it was written is refused once the match has ended', async () => {
    const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 10 }), aMember(fixture.db, { name: 'Bas' })]);
    await fixture.db.batch([aLike(fixture.db, noor.id, bas.id), aLike(fixture.db, bas.id, noor.id)]);
    const chat = { noor, id: await fixture.open(noor, bas) };
    const send_pass = String((await send(chat, 'The first', { expects: { credits: 0 } })).at('send_pass'));
    await fixture.db.run(sql`delete from likes where liker_id = ${bas.id}`);
    const answer = await send(chat, 'Hello', { ...extrasOf({ send_pass }), expects: { credits: 0 } });
    expect([refusal(answer), answer.at('error.details')]).toEqual(['409 price_changed', { credits: 1 }]);
    expect(await accountOf(chat)).toEqual({ messages: 1, spent: 0, credits: 10 });
  });

  test('that is repeated is answered with the first result, whatever it expects', async () => {
    const chat = await aPaidConversation();
    const client_id = newId();
    const first = await send(chat, 'Hello', { ...extrasOf(chat), client_id, expects: { credits: 1 } });
    await fixture.setSetting('message_prices', { NL: 4 });
    const repeated = await send(chat, 'Hello', { ...extrasOf(chat), client_id, expects: { credits: 0 } });
    expect([first.status, repeated.status, repeated.at('message')]).toEqual([201, 200, first.at('message')]);
    expect(await accountOf(chat)).toEqual({ messages: 2, spent: 2, credits: 8 });
  });

  test('that says nothing about the price is charged what it costs', async () => {
    const chat = await aPaidConversation();
    await fixture.setSetting('message_prices', { NL: 4 });
    expect((await send(chat, 'Hello', extrasOf(chat))).at('credits')).toBe(5);
  });
});

test('a first message that costs more than expected is refused and counts against no limit', async () => {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 10 }), aMember(fixture.db, { name: 'Bas' })]);
  const chat = { noor, id: await fixture.open(noor, bas) };
  const left = async () => (await fixture.read(noor, chat.id)).at('first_messages.left');
  const before = await left();
  expect(refusal(await send(chat, 'Hello', { expects: { credits: 0 } }))).toBe('409 price_changed');
  expect([await left(), await accountOf(chat)]).toEqual([before, { messages: 0, spent: 0, credits: 10 }]);
});

test('a balance that does not cover the new price is named before the price', async () => {
  const chat = await aPaidConversation();
  await fixture.setSetting('message_prices', { NL: 10 });
  expect(refusal(await send(chat, 'Hello', { expects: { credits: 1 } }))).toBe('402 not_enough_credits');
});

test('twelve sends at once during a match that ends charge nothing that was expected to be free', async () => {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 10 }), aMember(fixture.db, { name: 'Bas' })]);
  await fixture.db.batch([aLike(fixture.db, noor.id, bas.id), aLike(fixture.db, bas.id, noor.id)]);
  const chat = { noor, id: await fixture.open(noor, bas) };
  const send_pass = String((await send(chat, 'The first', { expects: { credits: 0 } })).at('send_pass'));
  const ended = fixture.as(bas).delete('/api/likes.php', { profile: noor.id });
  const sends = Array.from({ length: 12 }, (_, i) => send(chat, `${i}`, { expects: { credits: 0 }, ...(i % 2 ? { send_pass } : {}) }));
  const [answers] = await Promise.all([Promise.all(sends), ended]);
  expect(refusal(await send(chat, 'The last', { send_pass, expects: { credits: 0 } }))).toBe('409 price_changed');
  expect(answers.every((answer) => answer.status === 201 || refusal(answer) === '409 price_changed')).toBe(true);
  expect(await accountOf(chat)).toMatchObject({ spent: 0, credits: 10 });
});

test.each([
  [{ credits: -1 }, { 'expects.credits': 'not_allowed' }],
  [{ credits: 1.5 }, { 'expects.credits': 'wrong_type' }],
  [{ credits: '1' }, { 'expects.credits': 'wrong_type' }],
  [{}, { 'expects.credits': 'required' }],
  [4, { expects: 'wrong_type' }],
])('an expected price of %j is refused', async (expects, fields) => {
  const chat = await aPaidConversation();
  const answer = await send(chat, 'Hello', { expects });
  expect([refusal(answer), answer.at('error.fields')]).toEqual(['422 invalid', fields]);
  expect(await accountOf(chat)).toEqual(UNTOUCHED);
});
