import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { aMatch, aMember, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { chatFixture, refusal } from './chat-fixture.ts';

const fixture = chatFixture();

/** A member with credits and a stranger. */
const strangers = (credits = 3) => Promise.all([aMember(fixture.db, { credits }), aMember(fixture.db, { name: 'Bas' })]);

describe('a send', () => {
  test('gives the message with its seq and the new balance, and leaves one debit that names it', async () => {
    const [noor, bas] = await strangers(2);
    const id = await fixture.open(noor, bas);
    const clientId = newId();
    const answer = await fixture.post(noor, id, '  Hello  ', clientId);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: {
        id: expect.stringMatching(/^[\w-]{22}$/),
        client_id: clientId,
        conversation_id: id,
        seq: 1,
        sender_id: noor.id,
        text: 'Hello',
        created_at: expect.stringMatching(/Z$/),
      },
      credits: 1,
      send_pass: expect.stringMatching(/^[\w-]+$/),
    });
    expect((await fixture.say(noor, id, 'Again')).at('message.seq')).toBe(2);
    const lines = await fixture.ledgerLinesOf(noor);
    expect(lines.map(({ amount }) => amount)).toEqual([-1, -1]);
    expect(lines.some(({ reference }) => reference === answer.at('message.id'))).toBe(true);
  });

  test('ignores the sender, time, seq and price that the client sends', async () => {
    const [noor, bas] = await strangers(2);
    const id = await fixture.open(noor, bas);
    const forged = {
      client_id: newId(),
      text: 'Hello',
      sender_id: bas.id,
      sender: bas.id,
      created_at: '2001-01-01T00:00:00.000Z',
      seq: 99,
      id: newId(),
    };
    const answer = await fixture
      .as(noor)
      .post('/api/chat.php', { conversation: { id, first_sender_id: bas.id }, message: forged, credits: 900, price: 0 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ message: { sender_id: noor.id, seq: 1 }, credits: 1 });
    expect(String(answer.at('message.created_at')) > '2020').toBe(true);
    expect(answer.at('message.id')).not.toBe(forged.id);
  });

  test('repeated under its client_id is 200 with the first result and one charge; with another text 409', async () => {
    const [noor, bas] = await strangers(2);
    const id = await fixture.open(noor, bas);
    const clientId = newId();
    const first = await fixture.post(noor, id, 'Hello', clientId);
    const again = await fixture.post(noor, id, ' Hello ', clientId);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual({ ...Object(first.body), send_pass: '' });
    expect(refusal(await fixture.post(noor, id, 'Other', clientId))).toBe('409 client_id_reused');
    expect(await fixture.ledgerLinesOf(noor)).toHaveLength(1);
    expect(await fixture.messagesOf(id)).toHaveLength(1);
  });

  test('repeated gives the first result above the limits as well', async () => {
    const [noor, bas] = await strangers(2);
    const id = await fixture.open(noor, bas);
    const clientId = newId();
    await saveSetting(fixture.db, 'messages_a_minute', 1);
    await avoidWindowEnd(MINUTE);
    const first = await fixture.post(noor, id, 'Hello', clientId);
    const again = await fixture.post(noor, id, 'Hello', clientId);
    const other = await fixture.post(noor, id, 'Again', newId());
    await clearSetting(fixture.db, 'messages_a_minute');
    expect([first.status, again.status, refusal(other)]).toEqual([201, 200, '429 too_many']);
    expect(again.at('message.id')).toBe(first.at('message.id'));
  });

  test('repeated in another conversation is 409; another member may use the same client_id', async () => {
    const [noor, bas] = await strangers(2);
    const eva = await aMember(fixture.db);
    const id = await fixture.open(noor, bas);
    const other = await fixture.open(noor, eva);
    const clientId = newId();
    await fixture.post(noor, id, 'Hello', clientId);
    expect(refusal(await fixture.post(noor, other, 'Hello', clientId))).toBe('409 client_id_reused');
    expect((await fixture.post(bas, id, 'Hello', clientId)).status).toBe(201);
  });

  test('without enough credits is 402 and leaves nothing behind', async () => {
    const [noor, bas] = await strangers(0);
    const id = await fixture.open(noor, bas);
    expect((await fixture.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'not_enough_credits' });
    expect(refusal(await fixture.post(noor, id, 'Hello'))).toBe('402 not_enough_credits');
    expect([await fixture.messagesOf(id), await fixture.ledgerLinesOf(noor), await fixture.eventsOf(bas)]).toEqual([[], [], []]);
    expect((await fixture.list(bas)).at('total')).toBe(0);
  });

  test('that is overtaken every time it is judged ends with an error and leaves nothing behind', async () => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    await fixture.db.run(sql`create trigger overtaken before insert on messages when new.text = 'Overtaken'
      begin select raise(abort, 'NOT NULL constraint failed: messages.sender_id'); end`);
    const answer = await fixture.post(noor, id, 'Overtaken');
    await fixture.db.run(sql`drop trigger overtaken`);
    expect(answer.status).toBe(500);
    expect([await fixture.messagesOf(id), await fixture.ledgerLinesOf(noor)]).toEqual([[], []]);
    expect((await fixture.post(noor, id, 'Overtaken')).status).toBe(201);
  });

  test('by a member who has not confirmed is 403, even where it would be free', async () => {
    const [noor, bas] = await Promise.all([aMember(fixture.db, { status: 'not_confirmed', credits: 6 }), aMember(fixture.db)]);
    await aMatch(fixture.db, noor.id, bas.id);
    const id = await fixture.open(noor, bas);
    expect((await fixture.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'not_confirmed' });
    expect(refusal(await fixture.post(noor, id, 'Hello'))).toBe('403 not_confirmed');
  });

  test('in an unknown conversation, in that of others and in a deleted one is the same 404', async () => {
    const [noor, bas] = await strangers(5);
    const eva = await aMember(fixture.db, { credits: 5 });
    const id = await fixture.open(noor, bas);
    await fixture.say(noor, id, 'Hello');
    await fixture.remove(noor, id);
    const answers = [await fixture.post(eva, id, 'Hi'), await fixture.post(noor, id, 'Hi'), await fixture.post(noor, newId(), 'Hi')];
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(refusal(answers[0] ?? (await fixture.list(noor)))).toBe('404 not_found');
    expect(await fixture.credits(eva)).toBe(5);
  });
});

describe('texts', () => {
  const HEART = '\u{1F9E1}';
  test.each([
    ['markup', '<img src=x onerror=alert(1)><script>alert("x")</script> & </textarea>'],
    ['right to left', 'שלום \u202Eabc\u202C مرحبا'],
    ['piled marks', `Z${'\u0335'.repeat(60)}algo`],
    ['a visible letter among invisible characters', '\u200b \u2060a\u200d'],
    ['a null byte', 'one\u0000two'],
    ['emoji with joiners', '👩🏽‍🚀 🏳️‍🌈'],
    ['lines and quotes', 'one\n\ntwo "three" \'four\' \\u0041 `five`'],
    ['SQL', "'); drop table messages; --"],
    ['what JSON paths use', '$.message.seq {"a":[1]}'],
    ['five thousand characters outside the basic plane', HEART.repeat(5000)],
  ])('with %s are stored as they were typed', async (_, text) => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    expect((await fixture.say(noor, id, text)).at('message.text')).toBe(text);
    expect((await fixture.read(bas, id)).at('messages.0.text')).toBe(text);
    expect((await fixture.list(bas)).at('chats.0.conversation.last_message.text')).toBe(text);
    expect(await fixture.eventsOf(bas)).toMatchObject([{ type: 'message.sent', message: { text } }]);
  });

  test('are stored in normal form C', async () => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    expect((await fixture.say(noor, id, 'cafe\u0301')).at('message.text')).toBe('café');
  });

  test.each([
    ['5001 characters', HEART.repeat(5001), 'too_long'],
    ['nothing', '', 'required'],
    ['only space', ' \n\t\u00a0 ', 'required'],
    ['only what has no width', '\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\ufe0f', 'required'],
    ['only fillers', '\u3164\u115f\u1160\uffa0\u2800\u180e \u3000', 'required'],
    ['only control characters', '\u0000\u0007', 'required'],
    ['5001 characters between blanks', `\u00a0${'e\u0301'.repeat(5001)} `, 'too_long'],
    ['too many combining marks', `Z${'\u0301\u0323'.repeat(30_000)}`, 'not_allowed'],
    ['surrogates in reverse order', '\udc00\ud800', 'wrong_type'],
    ['a lone surrogate', 'a\ud83d', 'wrong_type'],
    ['a number', 7, 'wrong_type'],
    ['a list', ['Hello'], 'wrong_type'],
  ])('of %s are 422 and cost nothing', async (_, text, code) => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    const answer = await fixture.post(noor, id, text);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { 'message.text': code }]);
    expect(await fixture.credits(noor)).toBe(3);
  });

  test('of 5000 characters count after composing and trimming', async () => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    expect((await fixture.say(noor, id, `  ${'e\u0301'.repeat(5000)}\n`)).at('message.text')).toBe('é'.repeat(5000));
  });

  test('of a million combining marks on one letter are refused', async () => {
    const [noor, bas] = await strangers();
    const id = await fixture.open(noor, bas);
    const overloadedTexts = [1_000_000, 120_000].map((marks) => `Z${'\u0301\u0323'.repeat(marks / 2)}`);
    const answers = await Promise.all(overloadedTexts.map((text) => fixture.post(noor, id, text)));
    expect(answers.map(refusal)).toEqual(['413 too_large', '422 invalid']);
    expect((await fixture.say(noor, id, 'Hello')).status).toBe(201);
    expect(await fixture.credits(noor)).toBe(2);
  });

  test('under a broken client_id are 422', async () => {
    const [noor, bas] = await strangers();
    const answer = await fixture.post(noor, await fixture.open(noor, bas), 'Hello', 'one');
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { 'message.client_id': 'unknown' }]);
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
