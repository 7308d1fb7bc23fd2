import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account';
import { clearSetting } from '#db/queries/settings';
import { aBlock, aLike, aMatch, aMember, newId } from '../support/factories.ts';
import { checkInvariants } from '../support/invariants.ts';
import { type ChatWorld, each, refusal, startChatWorld } from './chat-world.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await startChatWorld();
});

afterAll(() => world?.stop());

/** Somebody with credits and somebody they do not know. */
const strangers = (credits = 3) => Promise.all([aMember(world.db, { credits }), aMember(world.db, { name: 'Bas' })]);

describe('opening a conversation', () => {
  test('gives both sides the same id, however often, and enters no list', async () => {
    const [noor, bas] = await strangers();
    const id = await world.open(noor, bas);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect([await world.open(noor, bas), await world.open(bas, noor)]).toEqual([id, id]);
    for (const member of [noor, bas]) expect((await world.list(member)).body).toEqual({ chats: [], total: 0, next: null });
  });

  test('by both sides at the same moment, twenty times over, gives one id', async () => {
    const [noor, bas] = await strangers();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? world.open(noor, bas) : world.open(bas, noor))));
    expect(new Set(ids).size).toBe(1);
  });

  test('with oneself is 422', async () => {
    const noor = await aMember(world.db);
    const answer = await world.openAnswer(noor, noor);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { profile: 'not_allowed' }]);
  });

  test('with a gone, an unknown or a blocking member is the same 404; with one I block 403; with both blocks 404', async () => {
    const noor = await aMember(world.db);
    const [deleted, banned, blocking, blocked, both] = await Promise.all([
      aMember(world.db, { status: 'deleted' }),
      aMember(world.db, { status: 'banned' }),
      aMember(world.db),
      aMember(world.db),
      aMember(world.db),
    ]);
    await Promise.all([aBlock(world.db, blocking.id, noor.id), aBlock(world.db, noor.id, blocked.id)]);
    await Promise.all([aBlock(world.db, noor.id, both.id), aBlock(world.db, both.id, noor.id)]);
    const gone = await Promise.all([deleted, banned, blocking, both, { id: newId() }].map((other) => world.openAnswer(noor, other)));
    expect(new Set(gone.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(gone[0]?.status).toBe(404);
    expect(refusal(await world.openAnswer(noor, blocked))).toBe('403 blocked');
  });

  test('is refused to another site and to who is signed out', async () => {
    const [noor, bas] = await strangers();
    const foreign = await world.as(noor).get(`/api/chat.php?profile=${bas.id}`, { Origin: 'https://elsewhere.example' });
    expect(refusal(foreign)).toBe('403 bad_origin');
    expect(refusal(await world.openAnswer({ id: noor.id, cookie: '' }, bas))).toBe('403 signed_out');
  });
});

describe('the price', () => {
  const cases = [
    { reason: 'priced', credits: 1, setUp: async () => {} },
    { reason: 'premium', credits: 0, setUp: (noor: string) => changeMember(world.db, noor, { premiumUntil: Date.now() + 3600_000 }) },
    { reason: 'priced', credits: 1, setUp: (noor: string) => changeMember(world.db, noor, { premiumUntil: Date.now() - 1 }) },
    { reason: 'match', credits: 0, setUp: (noor: string, bas: string) => aMatch(world.db, noor, bas) },
    { reason: 'priced', credits: 1, setUp: (noor: string, bas: string) => aLike(world.db, noor, bas) },
    { reason: 'priced', credits: 1, setUp: (noor: string, bas: string) => aLike(world.db, bas, noor) },
    { reason: 'fictional', credits: 0, setUp: (_: string, bas: string) => changeMember(world.db, bas, { isFictional: true }) },
  ] as const;
  test.each(cases)('case $# is $credits for the reason $reason, before and at the send', async ({ reason, credits, setUp }) => {
    const [noor, bas] = await strangers();
    await setUp(noor.id, bas.id);
    const id = await world.open(noor, bas);
    const before = await world.read(noor, id);
    expect(before.at('price')).toEqual({ credits, reason });
    expect(before.at('can_send')).toEqual({ ok: true, code: null });
    const sent = await world.say(noor, id, 'Hello');
    expect(sent.at('credits')).toBe(3 - credits);
    expect(await world.linesOf(noor)).toHaveLength(credits);
  });

  test('is that of the payment country, and of the default country where there is none', async () => {
    await world.set('message_prices', { DE: 3, PL: 2 });
    await world.set('default_country', 'PL');
    const [noor, bas] = await Promise.all([aMember(world.db, { paymentCountry: 'DE', credits: 9 }), aMember(world.db, { paymentCountry: null, credits: 9 })]);
    const other = await aMember(world.db);
    const prices = [];
    for (const member of [noor, bas]) {
      const id = await world.open(member, other);
      prices.push((await world.read(member, id)).at('price.credits'));
      await world.say(member, id, 'Hello there');
      prices.push(await world.credits(member));
    }
    await clearSetting(world.db, 'message_prices');
    await clearSetting(world.db, 'default_country');
    expect(prices).toEqual([3, 6, 2, 7]);
  });

  test('is paid by who wrote first for every message, and by the other never', async () => {
    const [noor, bas] = await strangers(3);
    const id = await world.open(noor, bas);
    await world.say(noor, id, 'Hello');
    await world.say(bas, id, 'Hello yourself');
    await world.say(noor, id, 'How are you?');
    await world.say(bas, id, 'Fine');
    expect((await world.read(noor, id)).at('price')).toEqual({ credits: 1, reason: 'priced' });
    expect((await world.read(bas, id)).at('price')).toEqual({ credits: 0, reason: 'reply' });
    expect([await world.credits(noor), await world.credits(bas)]).toEqual([1, 0]);
  });

  test('stays with who opened when both have deleted the conversation', async () => {
    const [noor, bas] = await strangers(3);
    const id = await world.open(noor, bas);
    await world.say(noor, id, 'Hello');
    await Promise.all([world.remove(noor, id), world.remove(bas, id)]);
    expect(await world.open(bas, noor)).toBe(id);
    expect((await world.read(bas, id)).at('price.reason')).toBe('reply');
  });
});

describe('a send', () => {
  test('gives the message with its seq and the new balance, and leaves one debit that names it', async () => {
    const [noor, bas] = await strangers(2);
    const id = await world.open(noor, bas);
    const clientId = newId();
    const answer = await world.post(noor, id, '  Hello  ', clientId);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: {
        ...{ id: expect.stringMatching(/^[\w-]{22}$/), client_id: clientId, conversation_id: id, seq: 1, sender_id: noor.id, text: 'Hello' },
        created_at: expect.stringMatching(/Z$/),
      },
      credits: 1,
    });
    expect((await world.say(noor, id, 'Again')).at('message.seq')).toBe(2);
    const lines = await world.linesOf(noor);
    expect(lines.map(({ amount }) => amount)).toEqual([-1, -1]);
    expect(lines.some(({ reference }) => reference === answer.at('message.id'))).toBe(true);
  });

  test('takes no word about its sender, time, seq or price from the client', async () => {
    const [noor, bas] = await strangers(2);
    const id = await world.open(noor, bas);
    const forged = { client_id: newId(), text: 'Hello', sender_id: bas.id, sender: bas.id, created_at: '2001-01-01T00:00:00.000Z', seq: 99, id: newId() };
    const answer = await world.as(noor).post('/api/chat.php', { conversation: { id, opener_id: bas.id }, message: forged, credits: 900, price: 0 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ message: { sender_id: noor.id, seq: 1 }, credits: 1 });
    expect(String(answer.at('message.created_at')) > '2020').toBe(true);
    expect(answer.at('message.id')).not.toBe(forged.id);
  });

  test('repeated under its client_id is 200 with the first result and one charge; with another text 409', async () => {
    const [noor, bas] = await strangers(2);
    const id = await world.open(noor, bas);
    const clientId = newId();
    const first = await world.post(noor, id, 'Hello', clientId);
    const again = await world.post(noor, id, ' Hello ', clientId);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(refusal(await world.post(noor, id, 'Other', clientId))).toBe('409 client_id_reused');
    expect(await world.linesOf(noor)).toHaveLength(1);
    expect(await world.rowsOf(id)).toHaveLength(1);
  });

  test('repeated in another conversation is 409; another member may use the same client_id', async () => {
    const [noor, bas] = await strangers(2);
    const eva = await aMember(world.db);
    const id = await world.open(noor, bas);
    const other = await world.open(noor, eva);
    const clientId = newId();
    await world.post(noor, id, 'Hello', clientId);
    expect(refusal(await world.post(noor, other, 'Hello', clientId))).toBe('409 client_id_reused');
    expect((await world.post(bas, id, 'Hello', clientId)).status).toBe(201);
  });

  test('without enough credits is 402 and leaves nothing behind', async () => {
    const [noor, bas] = await strangers(0);
    const id = await world.open(noor, bas);
    expect((await world.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'not_enough_credits' });
    expect(refusal(await world.post(noor, id, 'Hello'))).toBe('402 not_enough_credits');
    expect([await world.rowsOf(id), await world.linesOf(noor), await world.eventsOf(bas)]).toEqual([[], [], []]);
    expect((await world.list(bas)).at('total')).toBe(0);
  });

  test('by a member who has not confirmed is 403, even where it would be free', async () => {
    const [noor, bas] = await Promise.all([aMember(world.db, { status: 'not_confirmed', credits: 6 }), aMember(world.db)]);
    await aMatch(world.db, noor.id, bas.id);
    const id = await world.open(noor, bas);
    expect((await world.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'not_confirmed' });
    expect(refusal(await world.post(noor, id, 'Hello'))).toBe('403 not_confirmed');
  });

  test('in an unknown conversation, in that of others and in a deleted one is the same 404', async () => {
    const [noor, bas] = await strangers(5);
    const eva = await aMember(world.db, { credits: 5 });
    const id = await world.open(noor, bas);
    await world.say(noor, id, 'Hello');
    await world.remove(noor, id);
    const answers = [await world.post(eva, id, 'Hi'), await world.post(noor, id, 'Hi'), await world.post(noor, newId(), 'Hi')];
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(refusal(answers[0] ?? (await world.list(noor)))).toBe('404 not_found');
    expect(await world.credits(eva)).toBe(5);
  });
});

describe('texts', () => {
  const HEART = '\u{1F9E1}';
  test.each([
    ['markup', '<img src=x onerror=alert(1)><script>alert("x")</script> & </textarea>'],
    ['right to left', 'שלום \u202Eabc\u202C مرحبا'],
    ['emoji with joiners', '👩🏽‍🚀 🏳️‍🌈'],
    ['lines and quotes', 'one\n\ntwo "three" \'four\' \\u0041 `five`'],
    ['SQL', "'); drop table messages; --"],
    ['what JSON paths use', '$.message.seq {"a":[1]}'],
    ['five thousand characters outside the basic plane', HEART.repeat(5000)],
  ])('with %s are kept as they were typed', async (_, text) => {
    const [noor, bas] = await strangers();
    const id = await world.open(noor, bas);
    expect((await world.say(noor, id, text)).at('message.text')).toBe(text);
    expect((await world.read(bas, id)).at('messages.0.text')).toBe(text);
    expect((await world.list(bas)).at('chats.0.conversation.last_message.text')).toBe(text);
    expect(await world.eventsOf(bas)).toMatchObject([{ type: 'message.sent', message: { text } }]);
  });

  test('are stored in normal form C', async () => {
    const [noor, bas] = await strangers();
    const id = await world.open(noor, bas);
    expect((await world.say(noor, id, 'cafe\u0301')).at('message.text')).toBe('café');
  });

  test.each([
    ['5001 characters', HEART.repeat(5001), 'too_long'],
    ['nothing', '', 'required'],
    ['only space', ' \n\t\u00a0 ', 'required'],
    ['half a character', 'a\ud83d', 'wrong_type'],
    ['a number', 7, 'wrong_type'],
    ['a list', ['Hello'], 'wrong_type'],
  ])('of %s are 422 and cost nothing', async (_, text, code) => {
    const [noor, bas] = await strangers();
    const id = await world.open(noor, bas);
    const answer = await world.post(noor, id, text);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { 'message.text': code }]);
    expect(await world.credits(noor)).toBe(3);
  });

  test('under a broken client_id are 422', async () => {
    const [noor, bas] = await strangers();
    const answer = await world.post(noor, await world.open(noor, bas), 'Hello', 'one');
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { 'message.client_id': 'unknown' }]);
  });
});

describe('first messages', () => {
  test('with one text reach five strangers and not the sixth, whatever its case, space and signs', async () => {
    const noor = await aMember(world.db, { credits: 20 });
    const others = await Promise.all(Array.from({ length: 7 }, () => aMember(world.db)));
    const ids = [];
    for (const other of others) ids.push(await world.open(noor, other));
    const texts = ['Hello there', 'hello there!', 'HELLO  THERE', 'Hello, there', 'hello-there'];
    for (const [i, text] of texts.entries()) expect((await world.post(noor, ids[i] ?? '', text)).status).toBe(201);
    const sixth = await world.post(noor, ids[5] ?? '', 'Hello there?');
    expect([refusal(sixth), sixth.at('error.details.limit')]).toEqual(['409 same_text', 5]);
    expect((await world.post(noor, ids[5] ?? '', 'Something of its own')).status).toBe(201);
    expect((await world.post(noor, ids[0] ?? '', 'Hello there')).status).toBe(201);
    await aMatch(world.db, noor.id, others[6]?.id ?? '');
    expect((await world.post(noor, ids[6] ?? '', 'Hello there')).status).toBe(201);
  });

  test('beyond the limit of a day are 429 with its end, while answers and matches go on', async () => {
    await world.set('first_messages_a_day', 2);
    const noor = await aMember(world.db, { credits: 20 });
    const others = await Promise.all(Array.from({ length: 5 }, () => aMember(world.db, { credits: 1 })));
    const ids = [];
    for (const other of others) ids.push(await world.open(noor, other));
    expect((await world.read(noor, ids[0] ?? '')).at('first_messages')).toEqual({ left: 2, resets_at: null });
    await world.say(noor, ids[0] ?? '', 'One');
    await world.say(noor, ids[1] ?? '', 'Two');
    const state = await world.read(noor, ids[2] ?? '');
    expect(state.at('first_messages')).toEqual({ left: 0, resets_at: expect.stringMatching(/Z$/) });
    expect(state.at('can_send')).toEqual({ ok: false, code: 'first_message_limit' });
    const refused = await world.post(noor, ids[2] ?? '', 'Three');
    expect([refusal(refused), refused.at('error.details.limit')]).toEqual(['429 first_message_limit', 2]);
    expect(refused.at('error.details.ends_at')).toBe(state.at('first_messages.resets_at'));
    const wait = Number(refused.headers.get('Retry-After'));
    expect(wait > 23 * 3600 && wait <= 24 * 3600).toBe(true);
    await world.say(noor, ids[0] ?? '', 'One more');
    expect((await world.read(noor, ids[0] ?? '')).at('first_messages')).toBeNull();
    await aMatch(world.db, noor.id, others[3]?.id ?? '');
    await world.say(noor, ids[3] ?? '', 'A match');
    await world.say(others[4] ?? noor, ids[4] ?? '', 'I begin');
    await world.say(noor, ids[4] ?? '', 'And I answer');
    await clearSetting(world.db, 'first_messages_a_day');
  });

  test('sent at the same moment keep to the limit of a day', async () => {
    await world.set('first_messages_a_day', 3);
    const noor = await aMember(world.db, { credits: 20 });
    const others = await Promise.all(Array.from({ length: 8 }, () => aMember(world.db)));
    const ids = await Promise.all(others.map((other) => world.open(noor, other)));
    const answers = await Promise.all(ids.map((id, i) => world.post(noor, id, `Number ${i}`)));
    await clearSetting(world.db, 'first_messages_a_day');
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(await world.linesOf(noor)).toHaveLength(3);
  });
});

describe('at the same moment', () => {
  test('fifty sends on the credit of one are exactly one message', async () => {
    const [noor, bas] = await strangers(1);
    const id = await world.open(noor, bas);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => world.post(noor, id, `Number ${i}`)));
    const codes = Object.groupBy(answers.map((answer) => (answer.status === 201 ? '201' : refusal(answer))), (code) => code);
    expect(Object.fromEntries(Object.entries(codes).map(([code, found]) => [code, found?.length]))).toEqual({ '201': 1, '402 not_enough_credits': 49 });
    expect(await world.rowsOf(id)).toHaveLength(1);
    expect([await world.credits(noor), (await world.linesOf(noor)).length]).toEqual([0, 1]);
    expect((await world.eventsOf(bas)).length).toBe(1);
  });

  test('fifty sends to fifty strangers on the credit of three are three', async () => {
    const noor = await aMember(world.db, { credits: 3 });
    const others = await Promise.all(Array.from({ length: 50 }, () => aMember(world.db)));
    const ids = await Promise.all(others.map((other) => world.open(noor, other)));
    const answers = await Promise.all(ids.map((id, i) => world.post(noor, id, `Number ${i}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(47);
    expect(await world.credits(noor)).toBe(0);
  });

  test('twenty sends under one client_id are one row, one charge and one message for all', async () => {
    const [noor, bas] = await strangers(5);
    const id = await world.open(noor, bas);
    const clientId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.post(noor, id, 'Hello', clientId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.at('message')))).size).toBe(1);
    expect([await world.credits(noor), (await world.rowsOf(id)).length]).toEqual([4, 1]);
  });

  test('both sides writing first pay once: the one whose message came first, and nobody pays for the answer', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [noor, bas] = await Promise.all([aMember(world.db, { credits: 5 }), aMember(world.db, { credits: 5 })]);
      const id = await world.open(noor, bas);
      const answers = await Promise.all([world.post(noor, id, 'Hello from Noor'), world.post(bas, id, 'Hello from Bas')]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const [first] = (await world.rowsOf(id)).toSorted((a, b) => a.seq - b.seq);
      const paid = first?.senderId === noor.id ? noor : bas;
      const free = paid === noor ? bas : noor;
      expect([await world.credits(paid), await world.credits(free)]).toEqual([4, 5]);
    }
  });

  test('forty messages of both sides are numbered 1 to 40', async () => {
    const [noor, bas] = await strangers();
    await aMatch(world.db, noor.id, bas.id);
    const id = await world.open(noor, bas);
    await Promise.all(Array.from({ length: 40 }, (_, i) => world.say(i % 2 ? noor : bas, id, `Number ${i}`)));
    const seqs = each((await world.read(noor, id, '&limit=100')).at('messages'), ({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});

test('after all of it every invariant holds', async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
});
