import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { clearSetting } from '#db/queries/operator/settings';
import { firstMessages } from '#db/schema/index';
import { aMatch, aMember, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { chatFixture, mapItems, range, refusal } from './chat-fixture.ts';

const fixture = chatFixture();

/** The rows that count against a member's first-message limit, oldest first. */
const firstMessagesOf = async ({ id }: { id: string }) =>
  (await fixture.db.select().from(firstMessages)).filter((row) => row.memberId === id).toSorted((a, b) => a.createdAt - b.createdAt);

/** A member with credits and a stranger. */
const strangers = (credits = 3) => Promise.all([aMember(fixture.db, { credits }), aMember(fixture.db, { name: 'Bas' })]);

describe('first messages', () => {
  test('with the same text reach five strangers and not a sixth, whatever its case, spacing and punctuation', async () => {
    const noor = await aMember(fixture.db, { credits: 20 });
    const others = await Promise.all(Array.from({ length: 7 }, () => aMember(fixture.db)));
    const ids = [];
    for (const other of others) ids.push(await fixture.open(noor, other));
    const texts = ['Hello there', 'hello there!', 'HELLO  THERE', 'Hello, there', 'hello-there'];
    for (const [i, text] of texts.entries()) expect((await fixture.post(noor, ids[i] ?? '', text)).status).toBe(201);
    const sixth = await fixture.post(noor, ids[5] ?? '', 'Hello there?');
    expect([refusal(sixth), sixth.at('error.details.limit')]).toEqual(['409 same_text', 5]);
    const [first] = await firstMessagesOf(noor);
    expect(sixth.at('error.details.ends_at')).toBe(new Date((first?.createdAt ?? 0) + DAY).toISOString());
    expect((await fixture.post(noor, ids[5] ?? '', 'Something of its own')).status).toBe(201);
    expect((await fixture.post(noor, ids[0] ?? '', 'Hello there')).status).toBe(201);
    await aMatch(fixture.db, noor.id, others[6]?.id ?? '');
    expect((await fixture.post(noor, ids[6] ?? '', 'Hello there')).status).toBe(201);
  });

  test('of emoji alone count as the same text only if they are equal', async () => {
    const noor = await aMember(fixture.db, { credits: 20 });
    const ids = await Promise.all(range(1, 7).map(async () => fixture.open(noor, await aMember(fixture.db))));
    for (const id of ids.slice(0, 5)) await fixture.say(noor, id, '👋');
    expect(refusal(await fixture.post(noor, ids[5] ?? '', '👋🏽'))).toBe('409 same_text');
    await fixture.say(noor, ids[5] ?? '', '🌻');
  });

  test('count whatever they cost: to fictional profiles and with premium, too', async () => {
    await fixture.setSetting('first_messages_a_day', 2);
    const noor = await aMember(fixture.db, { premiumUntil: Date.now() + DAY });
    const others = await Promise.all([false, true, true, false].map((isFictional) => aMember(fixture.db, { isFictional })));
    const ids = await Promise.all(others.map((other) => fixture.open(noor, other)));
    for (const id of ids.slice(0, 2)) await fixture.say(noor, id, `To ${id}`);
    for (const id of ids.slice(2)) {
      expect((await fixture.read(noor, id)).at('price.credits')).toBe(0);
      expect(refusal(await fixture.post(noor, id, `To ${id}`))).toBe('429 first_message_limit');
    }
    await clearSetting(fixture.db, 'first_messages_a_day');
  });

  test('are refused with the time when one is allowed again, also under a limit that was lowered since', async () => {
    const noor = await aMember(fixture.db, { credits: 20 });
    const ids = await Promise.all(range(1, 4).map(async () => fixture.open(noor, await aMember(fixture.db))));
    for (const id of ids.slice(0, 3)) await fixture.say(noor, id, `To ${id}`);
    await fixture.setSetting('first_messages_a_day', 1);
    const times = (await firstMessagesOf(noor)).map(({ createdAt }) => createdAt);
    const refused = await fixture.post(noor, ids[3] ?? '', 'Hello');
    expect(refused.at('error.details')).toEqual({ limit: 1, ends_at: new Date((times[2] ?? 0) + DAY).toISOString() });
    await clearSetting(fixture.db, 'first_messages_a_day');
  });

  test('are deleted when they no longer count', async () => {
    const [noor, bas] = await strangers();
    const eva = await aMember(fixture.db);
    for (const other of [bas, eva]) await fixture.say(noor, await fixture.open(noor, other), `To ${other.id}`);
    const [old] = await firstMessagesOf(noor);
    const isOld = eq(firstMessages.conversationId, old?.conversationId ?? '');
    await fixture.db
      .update(firstMessages)
      .set({ createdAt: Date.now() - DAY })
      .where(isOld);
    expect(await fixture.worker.scheduled()).toBe('ok');
    expect((await firstMessagesOf(noor)).map(({ conversationId }) => conversationId)).not.toContain(old?.conversationId);
    expect(await firstMessagesOf(noor)).toHaveLength(1);
  });

  test('beyond the daily limit are 429 with the time of its reset, while answers and messages to matches go on', async () => {
    await fixture.setSetting('first_messages_a_day', 2);
    const noor = await aMember(fixture.db, { credits: 20 });
    const others = await Promise.all(Array.from({ length: 5 }, () => aMember(fixture.db, { credits: 1 })));
    const ids = [];
    for (const other of others) ids.push(await fixture.open(noor, other));
    expect((await fixture.read(noor, ids[0] ?? '')).at('first_messages')).toEqual({ left: 2, resets_at: null });
    await fixture.say(noor, ids[0] ?? '', 'One');
    await fixture.say(noor, ids[1] ?? '', 'Two');
    const state = await fixture.read(noor, ids[2] ?? '');
    expect(state.at('first_messages')).toEqual({ left: 0, resets_at: expect.stringMatching(/Z$/) });
    expect(state.at('can_send')).toEqual({ ok: false, code: 'first_message_limit' });
    const refused = await fixture.post(noor, ids[2] ?? '', 'Three');
    expect([refusal(refused), refused.at('error.details.limit')]).toEqual(['429 first_message_limit', 2]);
    expect(refused.at('error.details.ends_at')).toBe(state.at('first_messages.resets_at'));
    const wait = Number(refused.headers.get('Retry-After'));
    expect(wait > 23 * 3600 && wait <= 24 * 3600).toBe(true);
    await fixture.say(noor, ids[0] ?? '', 'One more');
    expect((await fixture.read(noor, ids[0] ?? '')).at('first_messages')).toBeNull();
    await aMatch(fixture.db, noor.id, others[3]?.id ?? '');
    await fixture.say(noor, ids[3] ?? '', 'A match');
    await fixture.say(others[4] ?? noor, ids[4] ?? '', 'I begin');
    await fixture.say(noor, ids[4] ?? '', 'And I answer');
    await clearSetting(fixture.db, 'first_messages_a_day');
  });

  test('sent at the same moment keep to the daily limit', async () => {
    await fixture.setSetting('first_messages_a_day', 3);
    const noor = await aMember(fixture.db, { credits: 20 });
    const others = await Promise.all(Array.from({ length: 8 }, () => aMember(fixture.db)));
    const ids = await Promise.all(others.map((other) => fixture.open(noor, other)));
    const answers = await Promise.all(ids.map((id, i) => fixture.post(noor, id, `Number ${i}`)));
    await clearSetting(fixture.db, 'first_messages_a_day');
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(await fixture.ledgerLinesOf(noor)).toHaveLength(3);
  });
});

describe('at the same moment', () => {
  test('fifty sends with credit for one are exactly one message', async () => {
    const [noor, bas] = await strangers(1);
    const id = await fixture.open(noor, bas);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => fixture.post(noor, id, `Number ${i}`)));
    const codes = Object.groupBy(
      answers.map((answer) => (answer.status === 201 ? '201' : refusal(answer))),
      (code) => code,
    );
    expect(Object.fromEntries(Object.entries(codes).map(([code, found]) => [code, found?.length]))).toEqual({
      '201': 1,
      '402 not_enough_credits': 49,
    });
    expect(await fixture.messagesOf(id)).toHaveLength(1);
    expect([await fixture.credits(noor), (await fixture.ledgerLinesOf(noor)).length]).toEqual([0, 1]);
    expect((await fixture.eventsOf(bas)).length).toBe(1);
  });

  test('fifty sends to fifty strangers with credit for three are three messages', async () => {
    const noor = await aMember(fixture.db, { credits: 3 });
    const others = await Promise.all(Array.from({ length: 50 }, () => aMember(fixture.db)));
    const ids = await Promise.all(others.map((other) => fixture.open(noor, other)));
    const answers = await Promise.all(ids.map((id, i) => fixture.post(noor, id, `Number ${i}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(47);
    expect(await fixture.credits(noor)).toBe(0);
  });

  test('twenty sends under one client_id are one row, one charge and one message for all', async () => {
    const [noor, bas] = await strangers(5);
    const id = await fixture.open(noor, bas);
    const clientId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.post(noor, id, 'Hello', clientId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.at('message')))).size).toBe(1);
    expect([await fixture.credits(noor), (await fixture.messagesOf(id)).length]).toEqual([4, 1]);
  });

  test('both sides writing first pay once: the one whose message came first, and nobody pays for the answer', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [noor, bas] = await Promise.all([aMember(fixture.db, { credits: 5 }), aMember(fixture.db, { credits: 5 })]);
      const id = await fixture.open(noor, bas);
      const answers = await Promise.all([fixture.post(noor, id, 'Hello from Noor'), fixture.post(bas, id, 'Hello from Bas')]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const [first] = (await fixture.messagesOf(id)).toSorted((a, b) => a.seq - b.seq);
      const paid = first?.senderId === noor.id ? noor : bas;
      const free = paid === noor ? bas : noor;
      expect([await fixture.credits(paid), await fixture.credits(free)]).toEqual([4, 5]);
    }
  });

  test('forty messages of both sides are numbered 1 to 40', async () => {
    const [noor, bas] = await strangers();
    await aMatch(fixture.db, noor.id, bas.id);
    const id = await fixture.open(noor, bas);
    await Promise.all(Array.from({ length: 40 }, (_, i) => fixture.say(i % 2 ? noor : bas, id, `Number ${i}`)));
    const seqs = mapItems((await fixture.read(noor, id, '&limit=100')).at('messages'), ({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
