import { describe, expect, test } from 'vitest';
import { blocks } from '#db/schema/index';
import { aBlock, aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { chatFixture, mapItems, range, refusal, seqsOf } from './chat-fixture.ts';

const fixture = chatFixture();

const conversationOf = (count: number) => fixture.aMatchedConversation(...range(1, count).map((n) => `Number ${n}`));

describe('reading', () => {
  test('gives the newest fifty, oldest first, and says whether there are more', async () => {
    const { noor, bas, id } = await conversationOf(55);
    const answer = await fixture.read(noor, id);
    expect([seqsOf(answer), answer.at('has_more')]).toEqual([range(6, 55), true]);
    expect(answer.body).toMatchObject({ read_to: 0, read_by_other_to: 0, profile: { id: bas.id, name: 'Bas' }, first_messages: null });
    const all = await fixture.read(noor, id, '&limit=100');
    expect([seqsOf(all), all.at('has_more')]).toEqual([range(1, 55), false]);
  });

  test('calls the other a stranger until I have written there, or we match', async () => {
    const [noor, bas] = await Promise.all([aMember(fixture.db), aMember(fixture.db, { name: 'Bas', credits: 9 })]);
    const id = await fixture.open(bas, noor);
    const isStranger = async (who: TestMember) => (await fixture.read(who, id)).at('is_stranger');
    await fixture.say(bas, id, 'Hello');
    expect([await isStranger(noor), await isStranger(bas)]).toEqual([true, false]);
    await fixture.say(noor, id, 'Hello you');
    expect(await isStranger(noor)).toBe(false);
    const match = await fixture.aMatchedConversation('Hello');
    expect((await fixture.read(match.noor, match.id)).at('is_stranger')).toBe(false);
  });

  test('pages before and after a message by its seq and by its id', async () => {
    const { noor, id } = await conversationOf(12);
    const idOf = async (seq: number) => (await fixture.messagesOf(id)).find((row) => row.seq === seq)?.id ?? '';
    for (const mark of ['8', await idOf(8)]) {
      const before = await fixture.read(noor, id, `&before=${mark}&limit=3`);
      expect([seqsOf(before), before.at('has_more')]).toEqual([[5, 6, 7], true]);
      const after = await fixture.read(noor, id, `&after=${mark}&limit=3`);
      expect([seqsOf(after), after.at('has_more')]).toEqual([[9, 10, 11], true]);
    }
    const rest = await fixture.read(noor, id, '&after=9');
    expect([seqsOf(rest), rest.at('has_more')]).toEqual([[10, 11, 12], false]);
    const first = await fixture.read(noor, id, '&before=4');
    expect([seqsOf(first), first.at('has_more')]).toEqual([[1, 2, 3], false]);
    expect(seqsOf(await fixture.read(noor, id, '&after=12'))).toEqual([]);
    expect(seqsOf(await fixture.read(noor, id, '&after=3&before=6'))).toEqual([4, 5]);
  });

  test('clamps its limit and refuses an invalid position', async () => {
    const { noor, id } = await conversationOf(3);
    expect(seqsOf(await fixture.read(noor, id, '&limit=0'))).toEqual([3]);
    expect(seqsOf(await fixture.read(noor, id, '&limit=1e9'))).toEqual([1, 2, 3]);
    for (const mark of ['-1', 'x', '1.5']) expect((await fixture.read(noor, id, `&before=${mark}`)).status).toBe(422);
    expect((await fixture.read(noor, id, '&limit=many')).at('error.fields.limit')).toBe('wrong_type');
  });

  test('of a conversation of others, of an unknown one and of a deleted one answers the same 404, on every call', async () => {
    const { noor, id } = await fixture.aMatchedConversation('Hello');
    const eva = await aMember(fixture.db);
    await fixture.remove(noor, id);
    const cases: [TestMember, string][] = [
      [eva, id],
      [noor, id],
      [noor, newId()],
    ];
    const answers = [];
    for (const [member, conversation] of cases) {
      answers.push(
        await fixture.read(member, conversation),
        await fixture.markRead(member, conversation, 1),
        await fixture.remove(member, conversation),
      );
    }
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers.map(refusal)[0]).toBe('404 not_found');
  });

  test('does not take the message id of another conversation as a position in this one', async () => {
    const { noor, id } = await conversationOf(2);
    const elsewhere = await fixture.aMatchedConversation('Secret', 'Secret too');
    const foreign = (await fixture.messagesOf(elsewhere.id)).find(({ seq }) => seq === 2)?.id ?? '';
    expect(seqsOf(await fixture.read(noor, id, `&before=${foreign}`))).toEqual([]);
    expect((await fixture.markRead(noor, id, foreign)).at('read_to')).toBe(0);
  });
});

describe('the read mark', () => {
  test('moves by seq and by id, never back, and never beyond the last message', async () => {
    const { noor, bas, id } = await conversationOf(6);
    expect((await fixture.markRead(noor, id, 2)).body).toEqual({
      read_to: 2,
      unread: { conversation: 4, total: 4, unseen_notifications: 2 },
    });
    const fourth = (await fixture.messagesOf(id)).find(({ seq }) => seq === 4)?.id;
    expect((await fixture.markRead(noor, id, fourth)).at('read_to')).toBe(4);
    expect((await fixture.markRead(noor, id, 1)).at('read_to')).toBe(4);
    expect((await fixture.markRead(noor, id, newId())).at('read_to')).toBe(4);
    expect((await fixture.markRead(noor, id, 999)).body).toEqual({
      read_to: 6,
      unread: { conversation: 0, total: 0, unseen_notifications: 1 },
    });
    expect((await fixture.read(noor, id)).at('read_to')).toBe(6);
    expect((await fixture.read(bas, id)).at('read_by_other_to')).toBe(6);
    await fixture.say(bas, id, 'One more');
    expect((await fixture.read(noor, id)).at('read_to')).toBe(6);
  });

  test.each([[-1], [1.5], ['x'], [null], [{}]])('refuses %j', async (readTo) => {
    const { noor, id } = await fixture.aMatchedConversation('Hello');
    expect((await fixture.markRead(noor, id, readTo)).status).toBe(422);
  });

  test('set by ten devices at the same moment ends at the furthest', async () => {
    const { noor, id } = await conversationOf(10);
    await Promise.all(range(1, 10).map((seq) => fixture.markRead(noor, id, seq)));
    expect((await fixture.read(noor, id)).at('read_to')).toBe(10);
    expect(await fixture.badge(noor)).toEqual({ unread_messages: 0, new_likes: 1, unseen_notifications: 1 });
  });
});

describe('unread messages', () => {
  test('count for the receiver alone, in the list and in the badge, over all conversations', async () => {
    const { noor, bas, id } = await conversationOf(3);
    const eva = await aMember(fixture.db);
    await aMatch(fixture.db, noor.id, eva.id);
    const other = await fixture.open(eva, noor);
    await fixture.say(eva, other, 'Hi');
    await fixture.say(noor, id, 'My own does not count');
    const list = await fixture.list(noor);
    expect(mapItems(list.at('chats'), ({ num_unread_messages }) => num_unread_messages).toSorted()).toEqual([1, 3]);
    expect(await fixture.badge(noor)).toMatchObject({ unread_messages: 4 });
    expect((await fixture.list(bas)).at('chats.0.num_unread_messages')).toBe(1);
    expect((await fixture.markRead(noor, id, 3)).at('unread')).toEqual({ conversation: 0, total: 1, unseen_notifications: 3 });
    expect((await fixture.list(bas)).at('chats.0.num_unread_messages')).toBe(1);
  });

  test('from a member whom I block leave the badge with their conversation, and return with it', async () => {
    const { noor, bas, id } = await conversationOf(2);
    await aBlock(fixture.db, noor.id, bas.id);
    expect((await fixture.list(noor)).body).toEqual({ chats: [], total: 0, next: null });
    expect(await fixture.badge(noor)).toMatchObject({ unread_messages: 0 });
    await fixture.db.delete(blocks);
    expect(mapItems((await fixture.list(noor)).at('chats'), ({ conversation }) => conversation)).toMatchObject([{ id }]);
    expect(await fixture.badge(noor)).toMatchObject({ unread_messages: 2 });
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
