import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account';
import { blocks, messages } from '#db/schema/index';
import { aBlock, aMatch, aMember, newId, type TestMember } from '../support/factories.ts';
import { checkInvariants } from '../support/invariants.ts';
import { type ChatWorld, each, refusal, startChatWorld } from './chat-world.ts';

let world: ChatWorld;

beforeAll(async () => {
  world = await startChatWorld();
});

afterAll(() => world?.stop());

/** Two who match, so that nothing costs anything, and their conversation. */
async function aTalk(...texts: string[]) {
  const [noor, bas] = await Promise.all([aMember(world.db), aMember(world.db, { name: 'Bas' })]);
  await aMatch(world.db, noor.id, bas.id);
  const id = await world.open(noor, bas);
  for (const text of texts) await world.say(bas, id, text);
  return { noor, bas, id };
}

const seqs = (answer: Awaited<ReturnType<ChatWorld['read']>>) => each(answer.at('messages'), ({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const talkOf = (count: number) => aTalk(...range(1, count).map((n) => `Number ${n}`));

describe('reading', () => {
  test('gives the newest fifty, oldest first, and says whether there are more', async () => {
    const { noor, bas, id } = await talkOf(55);
    const answer = await world.read(noor, id);
    expect([seqs(answer), answer.at('has_more')]).toEqual([range(6, 55), true]);
    expect(answer.body).toMatchObject({ read_to: 0, read_by_other_to: 0, profile: { id: bas.id, name: 'Bas' }, first_messages: null });
    const all = await world.read(noor, id, '&limit=100');
    expect([seqs(all), all.at('has_more')]).toEqual([range(1, 55), false]);
  });

  test('goes before and after a message by its seq and by its id', async () => {
    const { noor, id } = await talkOf(12);
    const idOf = async (seq: number) => (await world.rowsOf(id)).find((row) => row.seq === seq)?.id ?? '';
    for (const mark of ['8', await idOf(8)]) {
      const before = await world.read(noor, id, `&before=${mark}&limit=3`);
      expect([seqs(before), before.at('has_more')]).toEqual([[5, 6, 7], true]);
      const after = await world.read(noor, id, `&after=${mark}&limit=3`);
      expect([seqs(after), after.at('has_more')]).toEqual([[9, 10, 11], true]);
    }
    const rest = await world.read(noor, id, '&after=9');
    expect([seqs(rest), rest.at('has_more')]).toEqual([[10, 11, 12], false]);
    const first = await world.read(noor, id, '&before=4');
    expect([seqs(first), first.at('has_more')]).toEqual([[1, 2, 3], false]);
    expect(seqs(await world.read(noor, id, '&after=12'))).toEqual([]);
    expect(seqs(await world.read(noor, id, '&after=3&before=6'))).toEqual([4, 5]);
  });

  test('clamps its limit and refuses a mark that is none', async () => {
    const { noor, id } = await talkOf(3);
    expect(seqs(await world.read(noor, id, '&limit=0'))).toEqual([3]);
    expect(seqs(await world.read(noor, id, '&limit=1e9'))).toEqual([1, 2, 3]);
    for (const mark of ['-1', 'x', '1.5']) expect((await world.read(noor, id, `&before=${mark}`)).status).toBe(422);
    expect((await world.read(noor, id, '&limit=many')).at('error.fields.limit')).toBe('wrong_type');
  });

  test('of a conversation of others, of an unknown one and of a deleted one answers the same 404, on every call', async () => {
    const { noor, id } = await aTalk('Hello');
    const eva = await aMember(world.db);
    await world.remove(noor, id);
    const cases: [TestMember, string][] = [[eva, id], [noor, id], [noor, newId()]];
    const answers = [];
    for (const [member, conversation] of cases) {
      answers.push(await world.read(member, conversation), await world.mark(member, conversation, 1), await world.remove(member, conversation));
    }
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers.map(refusal)[0]).toBe('404 not_found');
  });

  test('shows a message id of another conversation as no mark of this one', async () => {
    const { noor, id } = await talkOf(2);
    const elsewhere = await aTalk('Secret', 'Secret too');
    const foreign = (await world.rowsOf(elsewhere.id)).find(({ seq }) => seq === 2)?.id ?? '';
    expect(seqs(await world.read(noor, id, `&before=${foreign}`))).toEqual([]);
    expect((await world.mark(noor, id, foreign)).at('read_to')).toBe(0);
  });
});

describe('the read mark', () => {
  test('moves by seq and by id, never back, and never beyond the last message', async () => {
    const { noor, bas, id } = await talkOf(6);
    expect((await world.mark(noor, id, 2)).body).toEqual({ read_to: 2, unread: { conversation: 4, total: 4 } });
    const fourth = (await world.rowsOf(id)).find(({ seq }) => seq === 4)?.id;
    expect((await world.mark(noor, id, fourth)).at('read_to')).toBe(4);
    expect((await world.mark(noor, id, 1)).at('read_to')).toBe(4);
    expect((await world.mark(noor, id, newId())).at('read_to')).toBe(4);
    expect((await world.mark(noor, id, 999)).body).toEqual({ read_to: 6, unread: { conversation: 0, total: 0 } });
    expect((await world.read(noor, id)).at('read_to')).toBe(6);
    expect((await world.read(bas, id)).at('read_by_other_to')).toBe(6);
    await world.say(bas, id, 'One more');
    expect((await world.read(noor, id)).at('read_to')).toBe(6);
  });

  test.each([[-1], [1.5], ['x'], [null], [{}]])('refuses %j', async (readTo) => {
    const { noor, id } = await aTalk('Hello');
    expect((await world.mark(noor, id, readTo)).status).toBe(422);
  });

  test('set by ten devices at the same moment ends at the furthest', async () => {
    const { noor, id } = await talkOf(10);
    await Promise.all(range(1, 10).map((seq) => world.mark(noor, id, seq)));
    expect((await world.read(noor, id)).at('read_to')).toBe(10);
    expect(await world.badge(noor)).toEqual({ unread_messages: 0, new_likes: 1 });
  });
});

describe('unread messages', () => {
  test('count on the receiving side alone, in the list and in the badge, over all conversations', async () => {
    const { noor, bas, id } = await talkOf(3);
    const eva = await aMember(world.db);
    await aMatch(world.db, noor.id, eva.id);
    const other = await world.open(eva, noor);
    await world.say(eva, other, 'Hi');
    await world.say(noor, id, 'My own does not count');
    const list = await world.list(noor);
    expect(each(list.at('chats'), ({ num_unread_messages }) => num_unread_messages).toSorted()).toEqual([1, 3]);
    expect(await world.badge(noor)).toMatchObject({ unread_messages: 4 });
    expect((await world.list(bas)).at('chats.0.num_unread_messages')).toBe(1);
    expect((await world.mark(noor, id, 3)).at('unread')).toEqual({ conversation: 0, total: 1 });
    expect((await world.list(bas)).at('chats.0.num_unread_messages')).toBe(1);
  });

  test('of somebody I block leave the badge with their conversation, and come back with it', async () => {
    const { noor, bas, id } = await talkOf(2);
    await aBlock(world.db, noor.id, bas.id);
    expect((await world.list(noor)).body).toEqual({ chats: [], total: 0, next: null });
    expect(await world.badge(noor)).toMatchObject({ unread_messages: 0 });
    await world.db.delete(blocks);
    expect(each((await world.list(noor)).at('chats'), ({ conversation }) => conversation)).toMatchObject([{ id }]);
    expect(await world.badge(noor)).toMatchObject({ unread_messages: 2 });
  });
});

describe('deleting', () => {
  test('is on my side only: 404 for me, all there for the other, gone from list and badge', async () => {
    const { noor, bas, id } = await talkOf(2);
    expect((await world.remove(noor, id)).status).toBe(204);
    expect((await world.read(noor, id)).status).toBe(404);
    expect((await world.list(noor)).at('total')).toBe(0);
    expect(await world.badge(noor)).toMatchObject({ unread_messages: 0 });
    expect(seqs(await world.read(bas, id))).toEqual([1, 2]);
    expect((await world.list(bas)).at('total')).toBe(1);
    expect(refusal(await world.remove(noor, id))).toBe('404 not_found');
  });

  test('is undone by a new message, under the same id and without the cleared ones', async () => {
    const { noor, bas, id } = await talkOf(2);
    await world.remove(noor, id);
    expect((await world.say(bas, id, 'Are you there?')).at('message.seq')).toBe(3);
    const answer = await world.read(noor, id);
    expect([seqs(answer), answer.at('has_more')]).toEqual([[3], false]);
    expect(seqs(await world.read(noor, id, '&before=3'))).toEqual([]);
    const list = await world.list(noor);
    expect([list.at('total'), list.at('chats.0.conversation.id'), list.at('chats.0.num_unread_messages')]).toEqual([1, id, 1]);
    expect(seqs(await world.read(bas, id))).toEqual([1, 2, 3]);
  });

  test('is undone by opening it from the member, empty and in no list until its next message', async () => {
    const { noor, bas, id } = await talkOf(2);
    await world.remove(noor, id);
    expect(await world.open(noor, bas)).toBe(id);
    const answer = await world.read(noor, id);
    expect([answer.status, seqs(answer), answer.at('has_more')]).toEqual([200, [], false]);
    expect((await world.list(noor)).at('total')).toBe(0);
    expect((await world.say(noor, id, 'Hello again')).at('message.seq')).toBe(3);
    expect(seqs(await world.read(noor, id))).toEqual([3]);
    expect((await world.list(noor)).at('total')).toBe(1);
  });

  test('at the same moment as ten new messages loses none of those that came after it', async () => {
    const { noor, bas, id } = await talkOf(1);
    await Promise.all([...range(1, 5).map((n) => world.say(bas, id, `Before ${n}`)), world.remove(noor, id), ...range(6, 10).map((n) => world.say(bas, id, `After ${n}`))]);
    await world.say(bas, id, 'Last');
    const shown = seqs(await world.read(noor, id));
    expect(shown).toEqual(range(Number(shown[0]), 12));
    expect((await world.list(noor)).at('chats.0.num_unread_messages')).toBe(shown.length);
  });
});

describe('gone and blocked', () => {
  const GONE = { is_gone: true, name: '', age: null, city: null, main_image: null, is_online: false, did_like_profile: false };

  test.each(['deleted', 'banned'] as const)('a %s member leaves the conversation readable, with an empty card, and cannot be written to', async (status) => {
    const { noor, bas, id } = await aTalk('Hello');
    await changeMember(world.db, bas.id, { status });
    const answer = await world.read(noor, id);
    expect(answer.body).toMatchObject({ profile: { id: bas.id, ...GONE }, can_send: { ok: false, code: 'gone' }, typing_pass: '' });
    expect(seqs(answer)).toEqual([1]);
    expect(refusal(await world.post(noor, id, 'Still there?'))).toBe('404 not_found');
    expect((await world.list(noor)).at('chats.0.profile')).toMatchObject(GONE);
  });

  test('for the blocked one it looks exactly as with a deleted member', async () => {
    const blocked = await aTalk('Hello');
    const deleted = await aTalk('Hello');
    await aBlock(world.db, blocked.bas.id, blocked.noor.id);
    await changeMember(world.db, deleted.bas.id, { status: 'deleted' });
    const seen = [];
    for (const { noor, bas, id } of [blocked, deleted]) {
      const { messages: _, ...thread } = Object((await world.read(noor, id)).body);
      const [entry] = each((await world.list(noor)).at('chats'), ({ profile, num_unread_messages }) => ({ profile, num_unread_messages }));
      const refused = await world.post(noor, id, 'Hi');
      seen.push(JSON.stringify([thread, entry, refused.status, refused.body]).replaceAll(bas.id, 'other'));
    }
    expect(seen[0]).toBe(seen[1]);
    expect(seen[0]).toContain('"code":"gone"');
  });

  test('for the blocking one it is 403 blocked, out of the list, and still readable by its address', async () => {
    const { noor, bas, id } = await aTalk('Hello');
    await aBlock(world.db, noor.id, bas.id);
    expect((await world.read(noor, id)).at('can_send')).toEqual({ ok: false, code: 'blocked' });
    expect(refusal(await world.post(noor, id, 'Hi'))).toBe('403 blocked');
    expect((await world.list(noor)).at('total')).toBe(0);
    expect((await world.list(bas)).at('total')).toBe(1);
  });
});

describe('the list', () => {
  test('is newest first and walked by next and before without a loss or a double, with the total', async () => {
    const noor = await aMember(world.db);
    const ids: string[] = [];
    for (const n of range(1, 12)) {
      const other = await aMember(world.db, { name: `Number ${n}` });
      await aMatch(world.db, noor.id, other.id);
      const id = await world.open(other, noor);
      await world.say(other, id, `Hello from ${n}`);
      ids.unshift(id);
    }
    await world.say(noor, ids.at(-1) ?? '', 'Up again');
    ids.unshift(ids.pop() ?? '');
    const seen: unknown[] = [];
    for (let next: unknown = ''; next !== null && seen.length < 40; ) {
      const answer = await world.list(noor, `?limit=5${next ? `&before=${encodeURIComponent(String(next))}` : ''}`);
      expect(answer.at('total')).toBe(12);
      seen.push(...each(answer.at('chats'), ({ conversation }) => Object(conversation).id));
      next = answer.at('next');
    }
    expect(seen.length).toBe(12);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen[0]).toBe(ids[0]);
    const times = each((await world.list(noor)).at('chats'), ({ conversation }) => String(Object(conversation).updated_at));
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('goes on among conversations of the same instant', async () => {
    const noor = await aMember(world.db);
    for (const n of range(1, 7)) {
      const other = await aMember(world.db);
      await aMatch(world.db, noor.id, other.id);
      await world.say(other, await world.open(other, noor), `Hello ${n}`);
    }
    await world.db.run(`update messages set created_at = 1000 where conversation_id in (select conversation_id from inbox where member_id = '${noor.id}')`);
    await world.db.run(`update inbox set last_at = 1000 where conversation_id in (select conversation_id from inbox where member_id = '${noor.id}')`);
    const first = await world.list(noor, '?limit=4');
    const rest = await world.list(noor, `?limit=4&before=${String(first.at('next'))}`);
    const ids = [first, rest].flatMap((answer) => each(answer.at('chats'), ({ conversation }) => Object(conversation).id));
    expect([ids.length, new Set(ids).size, rest.at('next')]).toEqual([7, 7, null]);
  });

  test('shows the last message, whose it was, and the card of the other', async () => {
    const { noor, bas, id } = await aTalk('Hello');
    await world.say(noor, id, 'Hi Bas');
    const [entry] = each((await world.list(bas)).at('chats'), (item) => item);
    expect(entry).toMatchObject({
      conversation: { id, is_aside: false, last_message: { text: 'Hi Bas', sender_id: noor.id, seq: 2 } },
      profile: { id: noor.id, name: 'Noor', did_like_profile: true },
      num_unread_messages: 1,
    });
  });

  test('refuses a forged cursor and answers 304 while nothing changes', async () => {
    const { noor, bas, id } = await aTalk('Hello');
    expect((await world.list(noor, '?before=x')).at('error.fields.before')).toBe('unknown');
    const etag = (await world.list(noor)).headers.get('ETag') ?? '';
    const ask = () => world.as(noor).get('/api/chats.php', { 'If-None-Match': etag });
    expect((await ask()).status).toBe(304);
    await world.say(bas, id, 'News');
    expect((await ask()).status).toBe(200);
  });
});

test('after all of it every invariant holds, and no message went missing', async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
  expect((await world.db.select().from(messages)).length).toBeGreaterThan(100);
});
