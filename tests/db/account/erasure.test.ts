import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { deleteAnonymousOrders, deleteErasuresBefore, erasedSince, eraseMember } from '#db/queries/account/erasure';
import {
  conversations,
  discounts,
  discountUses,
  eventOutbox,
  fileRemovals,
  firstMessages,
  images,
  mails,
  members,
  orders,
  participants,
} from '#db/schema/index';
import { aConversation, aDiscountCode, aMember, anImage, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 5000;
const aDeletedMember = () => aMember(db, { status: 'deleted' });
const erase = (id: string) => batch(db, eraseMember(db, id, NOW));
const exists = async (id: string) => (await db.select().from(members).where(eq(members.id, id))).length === 1;
const sidesOf = async (conversationId: string) =>
  (await db.select().from(participants).where(eq(participants.conversationId, conversationId))).map(({ memberId }) => memberId);
const conversationExists = async (id: string) => (await db.select().from(conversations).where(eq(conversations.id, id))).length === 1;
/** A conversation in which the first of the two has written. */
async function aWrittenConversation(oneId: string, otherId: string): Promise<string> {
  const id = await aConversation(db, oneId, otherId);
  await db.update(conversations).set({ firstSenderId: oneId }).where(eq(conversations.id, id));
  return id;
}

test('a written conversation stays with the other member until that one is erased, too', async () => {
  const [noor, bas, tom] = [await aDeletedMember(), await aDeletedMember(), await aMember(db)];
  const id = await aWrittenConversation(noor.id, bas.id);
  const elsewhere = await aWrittenConversation(bas.id, tom.id);
  await aConversation(db, tom.id, (await aMember(db)).id);
  await erase(noor.id);
  expect([await conversationExists(id), await sidesOf(id)]).toEqual([true, [bas.id]]);
  await erase(bas.id);
  expect([await conversationExists(id), await sidesOf(id)]).toEqual([false, []]);
  expect([await conversationExists(elsewhere), await sidesOf(elsewhere)]).toEqual([true, [tom.id]]);
  const ida = await aDeletedMember();
  await aWrittenConversation(ida.id, tom.id);
  await erase(ida.id);
  expect(await conversationExists(elsewhere)).toBe(true);
});

test('a conversation without a message goes with either member, and no other of theirs', async () => {
  const [noor, bas, tom] = [await aDeletedMember(), await aMember(db), await aMember(db)];
  const [empty, elsewhere] = [await aConversation(db, noor.id, bas.id), await aConversation(db, bas.id, tom.id)];
  await erase(noor.id);
  expect([await conversationExists(empty), await sidesOf(empty)]).toEqual([false, []]);
  expect([await conversationExists(elsewhere), (await sidesOf(elsewhere)).toSorted()]).toEqual([true, [bas.id, tom.id].toSorted()]);
});

/** The rows of a member that no foreign key deletes. */
async function storeLooseRows(memberId: string): Promise<void> {
  const mail = { recipient: '', subject: '', text: '', html: '', createdAt: 1, dueAt: 1 };
  await db.insert(firstMessages).values({ memberId, conversationId: newId(), textHash: '', createdAt: 1 });
  await db.insert(eventOutbox).values({ id: newId(), memberId, event: {}, createdAt: 1, dueAt: 1 });
  await db.insert(mails).values({ id: newId(), memberId, kind: 'reset', ...mail });
}
const looseRowsOf = async (id: string) => {
  const rows = [
    await db.select().from(firstMessages).where(eq(firstMessages.memberId, id)),
    await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id)),
    await db.select().from(mails).where(eq(mails.memberId, id)),
  ];
  return rows.map(({ length }) => length);
};

test('a deleted member is erased alone, with what no foreign key deletes', async () => {
  const [noor, bas] = [await aDeletedMember(), await aDeletedMember()];
  for (const { id } of [noor, bas]) await storeLooseRows(id);
  await erase(noor.id);
  expect([await exists(noor.id), await looseRowsOf(noor.id)]).toEqual([false, [0, 0, 0]]);
  expect([await exists(bas.id), await looseRowsOf(bas.id)]).toEqual([true, [1, 1, 1]]);
});

const namesOf = async () => (await db.select().from(fileRemovals)).map(({ name }) => name).toSorted();

test('nothing of a member happens who is not deleted any more', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await storeLooseRows(noor.id);
  await anImage(db, noor.id);
  const [empty, written] = [await aConversation(db, noor.id, bas.id), await aWrittenConversation(noor.id, (await aMember(db)).id)];
  await db.delete(participants).where(eq(participants.memberId, bas.id));
  const unwritten = await aConversation(db, noor.id, (await aMember(db)).id);
  const code = await aDiscountCode(db, { kind: 'stay', memberId: noor.id });
  await db.insert(discountUses).values({ orderId: newId(), code, memberId: noor.id, state: 'kept', createdAt: 1 });
  await erase(noor.id);
  expect([await exists(noor.id), await looseRowsOf(noor.id), await namesOf()]).toEqual([true, [1, 1, 1], []]);
  expect([await conversationExists(empty), await sidesOf(empty), (await sidesOf(written)).length]).toEqual([true, [noor.id], 2]);
  expect(await sidesOf(unwritten)).toHaveLength(2);
  expect(await db.select().from(discounts).where(eq(discounts.code, code))).toMatchObject([{ memberId: noor.id }]);
});

test('the files of an erased member are to be removed, except those that others share', async () => {
  const [noor, bas] = [await aDeletedMember(), await aDeletedMember()];
  const [own, shared, theirs] = [await anImage(db, noor.id), await anImage(db, noor.id, 1), await anImage(db, bas.id)];
  const filesOf = async (id: string) => {
    const [row] = await db.select().from(images).where(eq(images.id, id));
    return { thumb: row?.thumb ?? '', medium: row?.medium ?? '', large: row?.large ?? '' };
  };
  const [files, sharedFiles] = [await filesOf(own), await filesOf(shared)];
  await db.update(images).set(sharedFiles).where(eq(images.id, theirs));
  await erase(noor.id);
  expect(await namesOf()).toEqual(Object.values(files).toSorted());
  await erase(bas.id);
  expect(await namesOf()).toEqual([...Object.values(files), ...Object.values(sharedFiles)].toSorted());
});

test('a stay code goes with its member, and stays without one if an order has used it', async () => {
  const people = [await aDeletedMember(), await aDeletedMember(), await aDeletedMember()];
  const codes: string[] = [];
  for (const { id } of people) codes.push(await aDiscountCode(db, { kind: 'stay', memberId: id }));
  const [used, unused, theirs] = codes as [string, string, string];
  for (const code of [used, theirs])
    await db.insert(discountUses).values({ orderId: newId(), code, memberId: null, state: 'kept', createdAt: 1 });
  for (const { id } of people.slice(0, 2)) await erase(id);
  const ownerOf = async (code: string) => (await db.select().from(discounts).where(eq(discounts.code, code))).map((row) => row.memberId);
  expect([await ownerOf(used), await ownerOf(unused), await ownerOf(theirs)]).toEqual([[null], [], [people[2]?.id]]);
});

test('orders of erased members are deleted that were made before a time', async () => {
  const noor = await aMember(db);
  const stored = async (createdAt: number, memberId: string | null) => {
    const row = anOrderRow({ memberId: noor.id, createdAt });
    await db.insert(orders).values({ ...row, memberId });
    return row.id;
  };
  await stored(9, null);
  const kept = [await stored(10, null), await stored(9, noor.id)];
  await batch(db, deleteAnonymousOrders(db, 10));
  expect((await db.select().from(orders)).map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

test('an erasure leaves the id of the account and its time, until that is too long ago', async () => {
  const [noor, stays] = [await aDeletedMember(), await aMember(db)];
  for (const { id } of [noor, stays]) await erase(id);
  const ids = async (since: number) => (await erasedSince(db, since)).map(({ id }) => id);
  expect(await ids(NOW)).toContain(noor.id);
  expect(await ids(NOW)).not.toContain(stays.id);
  expect(await ids(NOW + 1)).toEqual([]);
  await deleteErasuresBefore(db, NOW);
  expect(await ids(NOW)).toContain(noor.id);
  await deleteErasuresBefore(db, NOW + 1);
  expect(await ids(0)).toEqual([]);
});

test('orders that are deleted take along their uses of discounts, and the stay codes that only they have used', async () => {
  const { id: memberId } = await aMember(db);
  const aUse = async (code: string, createdAt: number, ofMember: string | null = null) => {
    const order = { ...anOrderRow({ memberId, createdAt }), memberId: ofMember };
    await db.insert(orders).values(order);
    await db.insert(discountUses).values({ orderId: order.id, code, memberId: ofMember, state: 'kept', createdAt });
    return order.id;
  };
  const stay = { kind: 'stay', memberId: null } as const;
  const [past, both, present] = [await aDiscountCode(db, stay), await aDiscountCode(db, stay), await aDiscountCode(db, stay)];
  const [general, ofMember] = [await aDiscountCode(db), await aDiscountCode(db, { ...stay, memberId })];
  const pastUses: string[] = [];
  for (const code of [past, both, general, ofMember]) pastUses.push(await aUse(code, 9));
  const kept = [await aUse(both, 10), await aUse(present, 10), await aUse(general, 9, memberId)];
  await batch(db, deleteAnonymousOrders(db, 10));
  const uses = (await db.select().from(discountUses)).map(({ orderId }) => orderId);
  expect([...pastUses, ...kept].filter((id) => uses.includes(id))).toEqual(kept);
  const codes = (await db.select().from(discounts)).map(({ code }) => code);
  expect([past, both, present, general, ofMember].map((code) => codes.includes(code))).toEqual([false, true, true, true, true]);
});
