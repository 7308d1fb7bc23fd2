import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  blockedBy as blockedList,
  blockedTotal,
  blockStatements,
  hiddenBy as hiddenList,
  hiddenTotal,
  hideStatements,
  relationshipOf,
  unblockStatements,
  unhideStatements,
} from '#db/queries/safety/blocks-and-hides';
import { blocks, eventOutbox, hides, members } from '#db/schema/index';
import { aBlock, aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const eventFor = (memberId: string) => ({ id: newId(), memberId, event: { type: 'user.changed' as const }, createdAt: 1, dueAt: 5 });
const threeMembers = () => Promise.all([aMember(db), aMember(db), aMember(db)]);
const blockedBy = async (id: string) => (await db.select().from(blocks).where(eq(blocks.blockerId, id))).map(({ blockedId }) => blockedId);
const hiddenBy = async (id: string) => (await db.select().from(hides).where(eq(hides.memberId, id))).map(({ hiddenId }) => hiddenId);
const eventsOf = (id: string) => db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id));
const unblock = (one: string, other: string) => batch(db, unblockStatements(db, one, eventFor(one), eventFor(other)));

test('a block is lifted from one member by the one who has set it, and tells both once', async () => {
  const [noor, bas, tom] = await threeMembers();
  for (const [blocker, blocked] of [
    [noor, bas],
    [noor, tom],
    [bas, noor],
    [tom, bas],
  ] as const)
    await aBlock(db, blocker.id, blocked.id);
  await unblock(noor.id, bas.id);
  await unblock(noor.id, bas.id);
  expect([await blockedBy(noor.id), await blockedBy(bas.id), await blockedBy(tom.id)]).toEqual([[tom.id], [noor.id], [bas.id]]);
  expect([(await eventsOf(noor.id)).length, (await eventsOf(bas.id)).length]).toEqual([1, 1]);
});

test.each(['deleted', 'banned'] as const)('the end of a block is not told to a member who is %s', async (status) => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await aBlock(db, noor.id, bas.id);
  await db.update(members).set({ status }).where(eq(members.id, bas.id));
  await unblock(noor.id, bas.id);
  expect([(await eventsOf(noor.id)).length, (await eventsOf(bas.id)).length]).toEqual([1, 0]);
});

test('a hide ends for one member by the one who has set it, and tells them once', async () => {
  const [noor, bas, tom] = await threeMembers();
  for (const [one, other] of [
    [noor, bas],
    [noor, tom],
    [bas, tom],
    [tom, bas],
  ] as const)
    await batch(db, hideStatements(db, other.id, 1, eventFor(one.id)));
  await batch(db, hideStatements(db, tom.id, 2, eventFor(noor.id)));
  expect((await eventsOf(noor.id)).length).toBe(2);
  for (let times = 0; times < 2; times += 1) await batch(db, unhideStatements(db, bas.id, eventFor(noor.id)));
  expect([await hiddenBy(noor.id), await hiddenBy(bas.id), await hiddenBy(tom.id)]).toEqual([[tom.id], [tom.id], [bas.id]]);
  expect((await eventsOf(noor.id)).length).toBe(3);
});

test('a block deletes the events between the two that wait, and no others', async () => {
  const [noor, bas, tom] = await threeMembers();
  const [ofPair, ofOthers, withTom] = [
    await aConversation(db, noor.id, bas.id),
    await aConversation(db, bas.id, tom.id),
    await aConversation(db, noor.id, tom.id),
  ];
  const waiting = {
    'noor: read by bas': [noor.id, { type: 'messages.read', conversation: ofPair }],
    'noor: sent by bas': [noor.id, { type: 'message.sent', message: { conversation_id: ofPair } }],
    'noor: profile of bas': [noor.id, { type: 'presence', profile: { id: bas.id } }],
    'noor: profile of tom': [noor.id, { type: 'presence', profile: { id: tom.id } }],
    'noor: read by tom': [noor.id, { type: 'messages.read', conversation: withTom }],
    'noor: another kind': [noor.id, { type: 'chat.deleted', conversation: ofPair }],
    'bas: read by tom': [bas.id, { type: 'messages.read', conversation: ofOthers }],
    'tom: profile of bas': [tom.id, { type: 'presence', profile: { id: bas.id } }],
    'tom: profile of noor': [tom.id, { type: 'presence', profile: { id: noor.id } }],
  } as const;
  for (const [id, [memberId, event]] of Object.entries(waiting))
    await db.$client.execute({
      sql: 'insert into event_outbox (id, member_id, event, created_at, due_at, tries) values (?, ?, ?, 1, 5, 0)',
      args: [id, memberId, JSON.stringify(event)],
    });
  await batch(db, blockStatements(db, noor.id, bas.id, 1, { ofConversation: [], always: [eventFor(noor.id)] }));
  const deleted = async () => {
    const left = new Set((await db.select({ id: eventOutbox.id }).from(eventOutbox)).map(({ id }) => id));
    return Object.keys(waiting).filter((id) => !left.has(id));
  };
  const ofNoorAndBas = ['noor: read by bas', 'noor: sent by bas', 'noor: profile of bas'];
  expect(await deleted()).toEqual(ofNoorAndBas);
  await batch(db, blockStatements(db, tom.id, bas.id, 1, { ofConversation: [], always: [eventFor(tom.id)] }));
  expect(await deleted()).toEqual([...ofNoorAndBas, 'bas: read by tom', 'tom: profile of bas']);
});

test('a block tells of the conversation of the two where there is one, and nothing the second time', async () => {
  const [noor, bas, tom] = await threeMembers();
  await aConversation(db, noor.id, tom.id);
  await aConversation(db, bas.id, tom.id);
  const conversation = await aConversation(db, noor.id, bas.id);
  const block = (other: string) =>
    batch(db, blockStatements(db, noor.id, other, 1, { ofConversation: [eventFor(other)], always: [eventFor(noor.id)] }));
  const stranger = await aMember(db);
  for (const other of [bas.id, bas.id, stranger.id]) await block(other);
  expect((await eventsOf(bas.id)).map(({ event }) => event)).toMatchObject([{ conversation }]);
  expect([(await eventsOf(noor.id)).length, (await eventsOf(stranger.id)).length]).toEqual([2, 0]);
  expect(
    await db
      .select()
      .from(blocks)
      .where(and(eq(blocks.blockerId, noor.id), eq(blocks.blockedId, bas.id))),
  ).toHaveLength(1);
});

test.each([
  ['blocks', blockedList, blockedTotal, blocks, (blockerId: string, blockedId: string) => ({ blockerId, blockedId })],
  ['hides', hiddenList, hiddenTotal, hides, (memberId: string, hiddenId: string) => ({ memberId, hiddenId })],
] as const)('the list of whom a member %s is their own, and goes on behind its cursor', async (_, list, total, table, pair) => {
  const [noor, tom] = [await aMember(db), await aMember(db)];
  const people = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))).map(({ id }) => id).toSorted();
  const [late, second, third, early] = people as [string, string, string, string];
  const at = new Map([
    [late, 9],
    [second, 5],
    [third, 5],
    [early, 1],
  ]);
  for (const [id, createdAt] of at) await db.insert(table).values({ ...pair(noor.id, id), createdAt });
  await db.insert(table).values([
    { ...pair(noor.id, tom.id), createdAt: 0 },
    { ...pair(tom.id, late), createdAt: 4 },
  ]);
  await aBlock(db, second, noor.id);
  await aBlock(db, third, tom.id);
  const rows = async (cursor: Parameters<typeof list>[2]) => (await list(db, noor.id, cursor, 9)).map(({ id, blocksMe }) => [id, blocksMe]);
  const all = [
    [late, 0],
    [second, 1],
    [third, 0],
    [early, 0],
    [tom.id, 0],
  ];
  expect([await rows(null), await rows({ at: 5, id: second }), await rows({ at: 5, id: '' }), await rows({ at: 1, id: early })]).toEqual([
    all,
    all.slice(2),
    all.slice(1),
    all.slice(4),
  ]);
  expect([await total(db, noor.id), await total(db, tom.id)]).toEqual([[{ total: 5 }], [{ total: 1 }]]);
});

test('the relationship of two is theirs alone', async () => {
  const [noor, bas, tom] = await threeMembers();
  const facts = async () =>
    (await relationshipOf(db, noor.id, bas.id)).map(({ id, iBlock, blocksMe, iHide }) => [id, iBlock, blocksMe, iHide]);
  for (const [one, other] of [
    [noor, tom],
    [tom, bas],
    [bas, tom],
    [tom, noor],
    [bas, noor],
  ] as const) {
    if (one !== bas || other !== noor) await aBlock(db, one.id, other.id);
    await db.insert(hides).values({ memberId: one.id, hiddenId: other.id, createdAt: 1 });
  }
  expect(await facts()).toEqual([[bas.id, 0, 0, 0]]);
  await aBlock(db, noor.id, bas.id);
  await db.insert(hides).values({ memberId: noor.id, hiddenId: bas.id, createdAt: 1 });
  expect(await facts()).toEqual([[bas.id, 1, 0, 1]]);
  await aBlock(db, bas.id, noor.id);
  expect(await facts()).toEqual([[bas.id, 1, 1, 1]]);
});
