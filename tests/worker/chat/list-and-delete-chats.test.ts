import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { aBlock, aMatch, aMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { chatFixture, mapItems, range, refusal, seqsOf } from './chat-fixture.ts';

const fixture = chatFixture();

const conversationOf = (count: number) => fixture.aMatchedConversation(...range(1, count).map((n) => `Number ${n}`));

describe('deleting', () => {
  test('is on my side only: 404 for me, unchanged for the other, and removed from my list and badge', async () => {
    const { noor, bas, id } = await conversationOf(2);
    expect((await fixture.remove(noor, id)).status).toBe(204);
    expect((await fixture.read(noor, id)).status).toBe(404);
    expect((await fixture.list(noor)).at('total')).toBe(0);
    expect(await fixture.badge(noor)).toMatchObject({ unread_messages: 0 });
    expect(seqsOf(await fixture.read(bas, id))).toEqual([1, 2]);
    expect((await fixture.list(bas)).at('total')).toBe(1);
    expect(refusal(await fixture.remove(noor, id))).toBe('404 not_found');
  });

  test('is undone by a new message, under the same id and without the deleted ones', async () => {
    const { noor, bas, id } = await conversationOf(2);
    await fixture.remove(noor, id);
    expect((await fixture.say(bas, id, 'Are you there?')).at('message.seq')).toBe(3);
    const answer = await fixture.read(noor, id);
    expect([seqsOf(answer), answer.at('has_more')]).toEqual([[3], false]);
    expect(seqsOf(await fixture.read(noor, id, '&before=3'))).toEqual([]);
    const list = await fixture.list(noor);
    expect([list.at('total'), list.at('chats.0.conversation.id'), list.at('chats.0.num_unread_messages')]).toEqual([1, id, 1]);
    expect(seqsOf(await fixture.read(bas, id))).toEqual([1, 2, 3]);
  });

  test('is undone by opening it from the member, empty and in no list until its next message', async () => {
    const { noor, bas, id } = await conversationOf(2);
    await fixture.remove(noor, id);
    expect(await fixture.open(noor, bas)).toBe(id);
    const answer = await fixture.read(noor, id);
    expect([answer.status, seqsOf(answer), answer.at('has_more')]).toEqual([200, [], false]);
    expect((await fixture.list(noor)).at('total')).toBe(0);
    expect((await fixture.say(noor, id, 'Hello again')).at('message.seq')).toBe(3);
    expect(seqsOf(await fixture.read(noor, id))).toEqual([3]);
    expect((await fixture.list(noor)).at('total')).toBe(1);
  });

  test('at the same moment as ten new messages loses none of those that came after it', async () => {
    const { noor, bas, id } = await conversationOf(1);
    await Promise.all([
      ...range(1, 5).map((n) => fixture.say(bas, id, `Before ${n}`)),
      fixture.remove(noor, id),
      ...range(6, 10).map((n) => fixture.say(bas, id, `After ${n}`)),
    ]);
    await fixture.say(bas, id, 'Last');
    const shown = seqsOf(await fixture.read(noor, id));
    expect(shown).toEqual(range(Number(shown[0]), 12));
    expect((await fixture.list(noor)).at('chats.0.num_unread_messages')).toBe(shown.length);
  });
});

describe('conversations with gone and blocked members', () => {
  const GONE = { is_gone: true, name: '', age: null, city: null, main_image: null, is_online: false, did_like_profile: false };

  test.each(['deleted', 'banned'] as const)(
    'a %s member leaves the conversation readable, with an empty card, and cannot be written to',
    async (status) => {
      const { noor, bas, id } = await fixture.aMatchedConversation('Hello');
      await changeMember(fixture.db, bas.id, { status });
      const answer = await fixture.read(noor, id);
      expect(answer.body).toMatchObject({ profile: { id: bas.id, ...GONE }, can_send: { ok: false, code: 'gone' }, typing_pass: '' });
      expect(seqsOf(answer)).toEqual([1]);
      expect(refusal(await fixture.post(noor, id, 'Still there?'))).toBe('404 not_found');
      expect((await fixture.list(noor)).at('chats.0.profile')).toMatchObject(GONE);
    },
  );

  test('for the blocked member it looks exactly like a conversation with a deleted member', async () => {
    const blocked = await fixture.aMatchedConversation('Hello');
    const deleted = await fixture.aMatchedConversation('Hello');
    await aBlock(fixture.db, blocked.bas.id, blocked.noor.id);
    await changeMember(fixture.db, deleted.bas.id, { status: 'deleted' });
    const seen = [];
    for (const { noor, bas, id } of [blocked, deleted]) {
      const { messages: _, ...thread } = Object((await fixture.read(noor, id)).body);
      const [entry] = mapItems((await fixture.list(noor)).at('chats'), ({ profile, num_unread_messages }) => ({
        profile,
        num_unread_messages,
      }));
      const refused = await fixture.post(noor, id, 'Hi');
      seen.push(JSON.stringify([thread, entry, refused.status, refused.body]).replaceAll(bas.id, 'other'));
    }
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).toContain('"code":"gone"');
  });

  test('for the blocking member it is 403 blocked, not listed, and still readable by its id', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation('Hello');
    await aBlock(fixture.db, noor.id, bas.id);
    expect((await fixture.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'blocked' });
    expect(refusal(await fixture.post(noor, id, 'Hi'))).toBe('403 blocked');
    expect((await fixture.list(noor)).at('total')).toBe(0);
    expect((await fixture.list(bas)).at('total')).toBe(1);
  });
});

describe('the list', () => {
  test('is newest first, paged by next and before without a gap or a repetition, with the total', async () => {
    const noor = await aMember(fixture.db);
    const ids: string[] = [];
    for (const n of range(1, 12)) {
      const other = await aMember(fixture.db, { name: `Number ${n}` });
      await aMatch(fixture.db, noor.id, other.id);
      const id = await fixture.open(other, noor);
      await fixture.say(other, id, `Hello from ${n}`);
      ids.unshift(id);
    }
    await fixture.say(noor, ids.at(-1) ?? '', 'Up again');
    ids.unshift(ids.pop() ?? '');
    const seen: unknown[] = [];
    for (let next: unknown = ''; next !== null && seen.length < 40; ) {
      const answer = await fixture.list(noor, `?limit=5${next ? `&before=${encodeURIComponent(String(next))}` : ''}`);
      expect(answer.at('total')).toBe(12);
      seen.push(...mapItems(answer.at('chats'), ({ conversation }) => Object(conversation).id));
      next = answer.at('next');
    }
    expect(seen.length).toBe(12);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen[0]).toBe(ids[0]);
    const times = mapItems((await fixture.list(noor)).at('chats'), ({ conversation }) => String(Object(conversation).updated_at));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('is paged also among conversations of the same instant', async () => {
    const noor = await aMember(fixture.db);
    for (const n of range(1, 7)) {
      const other = await aMember(fixture.db);
      await aMatch(fixture.db, noor.id, other.id);
      await fixture.say(other, await fixture.open(other, noor), `Hello ${n}`);
    }
    await fixture.db.run(
      `update messages set created_at = 1000 where conversation_id in (select conversation_id from participants where member_id = '${noor.id}')`,
    );
    await fixture.db.run(
      `update participants set last_at = 1000 where conversation_id in (select conversation_id from participants where member_id = '${noor.id}')`,
    );
    const first = await fixture.list(noor, '?limit=4');
    const rest = await fixture.list(noor, `?limit=4&before=${String(first.at('next'))}`);
    const ids = [first, rest].flatMap((answer) => mapItems(answer.at('chats'), ({ conversation }) => Object(conversation).id));
    expect([ids.length, new Set(ids).size, rest.at('next')]).toEqual([7, 7, null]);
  });

  test('shows the last message, whose it was, and the card of the other', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation('Hello');
    await fixture.say(noor, id, 'Hi Bas');
    const [entry] = mapItems((await fixture.list(bas)).at('chats'), (item) => item);
    expect(entry).toMatchObject({
      conversation: { id, is_aside: false, last_message: { text: 'Hi Bas', sender_id: noor.id, seq: 2 } },
      profile: { id: noor.id, name: 'Noor', did_like_profile: true },
      num_unread_messages: 1,
    });
  });

  test('refuses a forged cursor and answers 304 while nothing changes', async () => {
    const { noor, bas, id } = await fixture.aMatchedConversation('Hello');
    expect((await fixture.list(noor, '?before=x')).at('error.fields.before')).toBe('unknown');
    const etag = (await fixture.list(noor)).headers.get('ETag') ?? '';
    const ask = () => fixture.as(noor).get('/api/chats.php', { 'If-None-Match': etag });
    expect((await ask()).status).toBe(304);
    await fixture.say(bas, id, 'News');
    expect((await ask()).status).toBe(200);
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
