import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  banMember,
  deleteMember,
  insertMailIfAccountExists,
  membersDeletedUntil,
  unbanMember,
  undeleteMember,
} from '#db/queries/account/account-status';
import { entitlements, eventOutbox, mails, members, participants, sessions } from '#db/schema/index';
import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 5000;
const aMail = (memberId: string) => ({
  ...{ id: newId(), memberId, kind: 'deleted' as const, recipient: '', subject: '', text: '', html: '' },
  ...{ createdAt: NOW, dueAt: NOW },
});
type Status = 'active' | 'not_confirmed' | 'deleted' | 'banned';
const stepOf = (id: string, from: Status, status: Status) => {
  const statusBefore = status === 'deleted' || status === 'banned' ? ('active' as const) : null;
  return { id, from, to: { status, statusBefore }, now: NOW };
};
const erase = (id: string, from: Status = 'active') => batch(db, deleteMember(db, stepOf(id, from, 'deleted'), 'bored', aMail(id)));
const ban = (id: string, from: Status = 'active') => batch(db, banMember(db, stepOf(id, from, 'banned'), 'scam'));

const rowOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0];
const eventsOf = async (id: string) =>
  (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).map(({ event }) => (event as { type: string }).type);
const countsOf = async (id: string) => [
  (await db.select().from(sessions).where(eq(sessions.memberId, id))).length,
  (await db.select().from(mails).where(eq(mails.memberId, id))).length,
];
const list = (memberId: string, conversationId: string, isListed = true) =>
  db
    .update(participants)
    .set({ isListed })
    .where(and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId)));

test('an account is deleted alone, with a mail, and its sessions end', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await erase(noor.id);
  expect(await rowOf(noor.id)).toMatchObject({ status: 'deleted', statusBefore: 'active', deletedAt: NOW, deleteReason: 'bored' });
  expect([await countsOf(noor.id), await eventsOf(noor.id)]).toEqual([[0, 1], ['session.ended']]);
  expect([(await rowOf(bas.id))?.status, await countsOf(bas.id), await eventsOf(bas.id)]).toEqual(['active', [1, 0], []]);
});

test('an account is banned alone: its sessions stay, their sockets are closed', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await ban(noor.id);
  expect(await rowOf(noor.id)).toMatchObject({ status: 'banned', statusBefore: 'active', banReason: 'scam' });
  expect([await countsOf(noor.id), await eventsOf(noor.id)]).toEqual([[1, 0], ['session.ended']]);
  expect([(await rowOf(bas.id))?.status, await eventsOf(bas.id)]).toEqual(['active', []]);
});

test('an account that has another status by now is neither deleted nor banned', async () => {
  const noor = await aMember(db);
  const partner = await aMember(db);
  await list(noor.id, await aConversation(db, noor.id, partner.id));
  await erase(noor.id, 'not_confirmed');
  await ban(noor.id, 'not_confirmed');
  expect([(await rowOf(noor.id))?.status, await countsOf(noor.id), await eventsOf(noor.id)]).toEqual(['active', [1, 0], []]);
  expect(await eventsOf(partner.id)).toEqual([]);
});

test.each([
  ['deleted', erase],
  ['banned', ban],
] as const)('those who have a listed conversation with a member who is %s hear of it, unless they have left', async (_, leave) => {
  const [noor, partner, gone, unlisted, stranger, theirs] = [
    await aMember(db),
    await aMember(db),
    await aMember(db, { status: 'banned' }),
    await aMember(db),
    await aMember(db),
    await aMember(db),
  ];
  for (const other of [partner, gone, unlisted]) await list(noor.id, await aConversation(db, noor.id, other.id), other !== unlisted);
  await list(stranger.id, await aConversation(db, stranger.id, theirs.id));
  await list(theirs.id, await aConversation(db, stranger.id, theirs.id));
  await leave(noor.id);
  expect(await eventsOf(partner.id)).toEqual(['user.changed']);
  for (const { id } of [gone, unlisted, stranger, theirs]) expect(await eventsOf(id)).toEqual([]);
});

test('a deletion is undone by itself, a ban from the status in which it was read', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await erase(noor.id);
  await ban(bas.id);
  const back = (id: string, from: Status) => stepOf(id, from, 'active');
  expect(await undeleteMember(db, back(noor.id, 'deleted'), NOW - 1)).toEqual([]);
  expect(await unbanMember(db, back(bas.id, 'deleted'))).toEqual([]);
  expect(await undeleteMember(db, back(noor.id, 'deleted'), NOW)).toEqual([{ id: noor.id }]);
  expect(await unbanMember(db, back(bas.id, 'banned'))).toEqual([{ id: bas.id }]);
  for (const { id } of [noor, bas])
    expect(await rowOf(id)).toMatchObject({ status: 'active', statusBefore: null, deletedAt: null, deleteReason: null, banReason: null });
});

test.each([
  ['active', 1],
  ['not_confirmed', 1],
  ['deleted', 0],
  ['banned', 0],
] as const)('a mail to an account that is %s: %i', async (status, count) => {
  const noor = await aMember(db, { status });
  await aMember(db);
  await insertMailIfAccountExists(db, aMail(noor.id));
  expect((await countsOf(noor.id))[1]).toBe(count);
});

test('accounts are found that were deleted until a time, the earliest first', async () => {
  await db.delete(members);
  const deleted = async (deletedAt: number, status: Status = 'deleted') => (await aMember(db, { status, deletedAt })).id;
  const [late, early] = [await deleted(20), await deleted(10)];
  await deleted(21);
  await deleted(5, 'banned');
  const found = async (limit: number) => (await membersDeletedUntil(db, 20, limit)).map(({ id }) => id);
  expect([await found(9), await found(1)]).toEqual([[early, late], [early]]);
});

test('the renewals of a banned or deleted member stop, not those of others, nor if nothing has changed', async () => {
  const [noor, bas, gone] = [await aMember(db), await aMember(db), await aMember(db, { status: 'banned' })];
  for (const { id: memberId } of [noor, bas, gone])
    await db.insert(entitlements).values({
      ...{ id: newId(), memberId, source: 'grant', fromAt: 1, untilAt: 2, renews: true, state: 'active', createdAt: 1 },
    });
  const renewing = async () =>
    (await db.select().from(entitlements).where(eq(entitlements.renews, true))).map(({ memberId }) => memberId).toSorted();
  await ban(noor.id, 'not_confirmed');
  await erase(noor.id, 'not_confirmed');
  expect(await renewing()).toEqual([noor.id, bas.id, gone.id].toSorted());
  await ban(noor.id);
  expect(await renewing()).toEqual([bas.id, gone.id].toSorted());
  await erase(bas.id);
  expect(await renewing()).toEqual([gone.id]);
});
