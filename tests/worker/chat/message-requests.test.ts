import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { eventOutbox } from '#db/schema/index';
import { aLike, aMatch, aMember, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { chatFixture, mapItems, range } from './chat-fixture.ts';

const fixture = chatFixture();

/** A member with credits (Noor), a recipient with hidden words (Bas), and their conversation. */
async function senderAndRecipient(hiddenWords: string[] = ['crypto'], credits = 9) {
  const [noor, bas] = await Promise.all([aMember(fixture.db, { credits }), aMember(fixture.db, { name: 'Bas', hiddenWords })]);
  return { noor, bas, id: await fixture.open(noor, bas) };
}

/** How a conversation shows to a member: in the list as [is a request, unread], in the thread, and in the badge. */
async function requestStateOf(member: TestMember, id: string) {
  const list = await fixture.list(member);
  const listed = Array.isArray(list.at('chats')) ? mapItems(list.at('chats'), (chat) => chat) : [];
  return {
    listed: listed.map((chat) => [Object(chat).conversation.is_aside, Object(chat).num_unread_messages]),
    thread: (await fixture.read(member, id)).at('is_aside'),
    badge: Object(await fixture.badge(member)).unread_messages,
  };
}

describe('a first message with a hidden word', () => {
  test('is a message request for its recipient: marked in the list and in their events alone, counted in no total and no badge', async () => {
    const { noor, bas, id } = await senderAndRecipient();
    await fixture.say(noor, id, 'Earn with Crypto!');
    await fixture.say(noor, id, 'Are you there?');
    expect(await requestStateOf(bas, id)).toEqual({ listed: [[true, 2]], thread: true, badge: 0 });
    expect(await requestStateOf(noor, id)).toEqual({ listed: [[false, 0]], thread: false, badge: 0 });
    expect(await fixture.eventsOf(bas)).toMatchObject([
      { type: 'message.sent', is_aside: true, unread: { conversation: 1, total: 0 } },
      { type: 'message.sent', is_aside: true, unread: { conversation: 2, total: 0 } },
    ]);
    expect(JSON.stringify(await fixture.eventsOf(noor))).not.toContain('aside');
  });

  test('leaves other unread messages in the totals', async () => {
    const { noor, bas, id } = await senderAndRecipient();
    const eva = await aMember(fixture.db, { credits: 1 });
    await fixture.say(eva, await fixture.open(eva, bas), 'Nice photo');
    await fixture.say(noor, id, 'crypto');
    expect(await fixture.badge(bas)).toMatchObject({ unread_messages: 1 });
    expect((await fixture.eventsOf(bas)).at(-1)).toMatchObject({ is_aside: true, unread: { conversation: 1, total: 1 } });
    await aLike(fixture.db, eva.id, bas.id);
    await fixture.as(noor).post('/api/likes.php', { profile: bas.id });
    expect((await fixture.eventsOf(bas)).at(-1)).toMatchObject({ badge: { unread_messages: 1, new_likes: 2 } });
  });

  test('is searched for in the first message alone, also between matches', async () => {
    const later = await senderAndRecipient();
    await fixture.say(later.noor, later.id, 'Hello');
    await fixture.say(later.noor, later.id, 'crypto');
    expect(await requestStateOf(later.bas, later.id)).toEqual({ listed: [[false, 2]], thread: false, badge: 2 });
    const answered = await senderAndRecipient();
    await fixture.say(answered.bas, answered.id, 'Hello').catch(() => aMatch(fixture.db, answered.noor.id, answered.bas.id));
    await fixture.say(answered.noor, answered.id, 'crypto');
    expect(await requestStateOf(answered.bas, answered.id)).toMatchObject({ thread: true });
  });

  test('is compared with the hidden words at the moment the message is stored', async () => {
    const { noor, bas, id } = await senderAndRecipient([]);
    await fixture.as(bas).put('/api/user.php', { hidden_words: ['crypto'] });
    await fixture.say(noor, id, 'crypto');
    expect(await requestStateOf(bas, id)).toMatchObject({ thread: true, badge: 0 });
    const other = await senderAndRecipient();
    await fixture.as(other.bas).put('/api/user.php', { hidden_words: [] });
    await fixture.say(other.noor, other.id, 'crypto');
    expect(await requestStateOf(other.bas, other.id)).toMatchObject({ thread: false, badge: 1 });
  });

  test('that races a change of the hidden words is always delivered', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { noor, bas, id } = await senderAndRecipient(['other']);
      const wanted = ['crypto', 'hello', 'money', 'crypto'].slice(0, 1 + (round % 4));
      const [sent] = await Promise.all([
        fixture.post(noor, id, 'crypto'),
        ...wanted.map((word) => fixture.as(bas).put('/api/user.php', { hidden_words: [word] })),
      ]);
      expect(sent.status).toBe(201);
    }
  });
});

describe('a message request', () => {
  test('stays one while its thread is only loaded, and ends with the first message that is marked as read', async () => {
    const { noor, bas, id } = await senderAndRecipient();
    for (const n of range(1, 3)) await fixture.say(noor, id, `crypto ${n}`);
    await fixture.read(bas, id);
    await fixture.markRead(bas, id, 0);
    expect(await requestStateOf(bas, id)).toEqual({ listed: [[true, 3]], thread: true, badge: 0 });
    await fixture.db.delete(eventOutbox);
    expect((await fixture.markRead(bas, id, 1)).at('unread')).toEqual({ conversation: 2, total: 2, unseen_notifications: 1 });
    expect(await requestStateOf(bas, id)).toEqual({ listed: [[false, 2]], thread: false, badge: 2 });
    expect(await fixture.eventsOf(bas)).toMatchObject([{ type: 'messages.read', unread: { conversation: 2, total: 2 } }]);
    await fixture.say(noor, id, 'crypto again');
    expect(await requestStateOf(bas, id)).toEqual({ listed: [[false, 3]], thread: false, badge: 3 });
    expect(JSON.stringify(await fixture.eventsOf(bas))).not.toContain('aside');
  });

  test('ends with an answer', async () => {
    const { noor, bas, id } = await senderAndRecipient();
    await fixture.say(noor, id, 'crypto');
    await fixture.db.delete(eventOutbox);
    await fixture.say(bas, id, 'No, thank you');
    expect(await requestStateOf(bas, id)).toEqual({ listed: [[false, 1]], thread: false, badge: 1 });
    expect(JSON.stringify([await fixture.eventsOf(bas), await fixture.eventsOf(noor)])).not.toContain('aside');
  });

  test('that was deleted unread is one again with the next message', async () => {
    const { noor, bas, id } = await senderAndRecipient();
    await fixture.say(noor, id, 'crypto');
    await fixture.remove(bas, id);
    await fixture.say(noor, id, 'crypto, once more');
    expect(await requestStateOf(bas, id)).toEqual({ listed: [[true, 1]], thread: true, badge: 0 });
  });
});

describe('the sender of a message request', () => {
  /** All that the sender gets, from before the first message to after the recipient's deletion, with ids, times and tokens replaced. */
  async function seenBySender(hiddenWords: string[]): Promise<string[]> {
    const { noor, bas, id } = await senderAndRecipient(hiddenWords);
    const seen: unknown[] = [];
    const record = async () => {
      seen.push((await fixture.read(noor, id)).body, (await fixture.list(noor)).body, (await fixture.as(noor).get('/api/user.php')).body);
      seen.push((await fixture.as(noor).get('/api/transactions.php')).body, await fixture.eventsOf(noor));
      seen.push((await fixture.as(noor).get(`/api/profile.php?id=${bas.id}`)).body, (await fixture.as(noor).get('/api/likes.php')).body);
    };
    await record();
    for (const text of ['Earn with crypto', 'Hello?']) {
      const answer = await fixture.post(noor, id, text);
      seen.push(answer.status, [...answer.headers.keys()].toSorted(), answer.body);
      await record();
    }
    await fixture.markRead(bas, id, 1);
    await record();
    await fixture.say(bas, id, 'No');
    await record();
    await changeMember(fixture.db, bas.id, { status: 'deleted', statusBefore: 'active' });
    await record();
    const names = new Map<string, string>();
    const named = (value: string) => names.get(value) ?? names.set(value, `#${names.size}`).get(value);
    return seen.map((one) =>
      JSON.stringify(one)
        .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(/"(?:typing_pass|send_pass|email|next)":"[^"]*"/g, '')
        .replace(/(?<=")[\w-]{22}(?=")/g, (found) => String(named(found))),
    );
  }

  test('sees word for word what the sender of any other message sees', async () => {
    const [request, ordinary] = [await seenBySender(['crypto']), await seenBySender(['something else'])];
    expect(request.length).toBeGreaterThan(20);
    expect(request).toEqual(ordinary);
  });
});

describe('is_stranger', () => {
  test('is true for a member whom I have neither matched with nor ever written to', async () => {
    const { noor, bas, id } = await senderAndRecipient([]);
    const stranger = async (member: TestMember) => (await fixture.read(member, id)).at('is_stranger');
    expect([await stranger(noor), await stranger(bas)]).toEqual([true, true]);
    await fixture.say(noor, id, 'Hello');
    expect([await stranger(noor), await stranger(bas)]).toEqual([false, true]);
    await aMatch(fixture.db, noor.id, bas.id);
    expect(await stranger(bas)).toBe(false);
    await fixture.as(bas).delete('/api/likes.php', { profile: noor.id });
    expect(await stranger(bas)).toBe(true);
    await fixture.say(bas, id, 'Hello yourself');
    expect(await stranger(bas)).toBe(false);
    await fixture.remove(bas, id);
    await fixture.open(bas, noor);
    expect(await stranger(bas)).toBe(false);
  });

  test('is true for fictional profiles, too', async () => {
    const [noor, fictional] = await Promise.all([aMember(fixture.db), aMember(fixture.db, { isFictional: true })]);
    expect((await fixture.read(noor, await fixture.open(noor, fictional))).at('is_stranger')).toBe(true);
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
