import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  deleteExpiredSessions,
  deleteSession,
  endSessions,
  extendSession,
  insertSession,
  isActingSession,
  memberOfSession,
  recordLeave,
  sessionsOfMember,
  updateLastActivity,
} from '#db/queries/shared/sessions';
import { eventOutbox, members, sessions } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

/** Rows of this file are dated at 1000, so that sessions of the factories never expire in them. */
const NOW = 1000;

/** A member with a password hash of their own and this many sessions. */
async function aMemberWithSessions(count: number, traits: Parameters<typeof aMember>[1] = {}) {
  const { id } = await aMember(db, traits);
  await db.delete(sessions).where(eq(sessions.memberId, id));
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    memberId: id,
    tokenHash: newId(),
    device: 'a browser',
    createdAt: 1,
    seenAt: 1,
    expiresAt: NOW + 1,
  }));
  if (count > 0) await db.insert(sessions).values(rows);
  return { id, rows, credentials: rows.map(({ tokenHash }) => ({ memberId: id, tokenHash })) };
}

const sessionIdsOf = async (memberId: string) =>
  (await db.select().from(sessions).where(eq(sessions.memberId, memberId))).map(({ id }) => id).toSorted();
const isActing = async (credential: { memberId: string; tokenHash: string }, now = NOW) =>
  (await db.select({ id: sessions.id }).from(sessions).where(isActingSession(credential, now))).length === 1;

test('a session is that of its member and its token, until it expires', async () => {
  const [noor, bas] = [await aMemberWithSessions(2), await aMemberWithSessions(1)];
  const [own, second] = noor.credentials;
  const [theirs] = bas.credentials;
  if (!own || !second || !theirs) throw new Error('no session');
  const readId = async (credential: typeof own, now = NOW) => (await memberOfSession(db, credential, now))[0]?.sessionId;
  expect([await readId(own), await readId(second)]).toEqual(noor.rows.map(({ id }) => id));
  for (const [credential, now] of [
    [{ ...own, tokenHash: theirs.tokenHash }, NOW],
    [{ ...own, memberId: theirs.memberId }, NOW],
    [own, NOW + 1],
  ] as const)
    expect([await readId(credential, now), await isActing(credential, now)]).toEqual([undefined, false]);
  expect([await isActing(own), await isActing(theirs)]).toEqual([true, true]);
});

test.each([
  ['active', true, true],
  ['not_confirmed', true, true],
  ['banned', true, false],
  ['deleted', false, false],
] as const)('a session of a member who is %s is read: %s, and may write: %s', async (status, isRead, mayWrite) => {
  const { credentials } = await aMemberWithSessions(1, { status });
  const [credential] = credentials;
  if (!credential) throw new Error('no session');
  expect([(await memberOfSession(db, credential, NOW)).length === 1, await isActing(credential)]).toEqual([isRead, mayWrite]);
});

test.each([
  ['the password that was checked', {}, true],
  ['another password', { hash: 'another' }, false],
  ['a banned member', { status: 'banned' }, false],
  ['a deleted member', { status: 'deleted' }, false],
] as const)(
  'a session is opened for %s',
  async (_, { hash, status = 'active' }: { hash?: string; status?: 'active' | 'banned' | 'deleted' }, isOpened) => {
    const [{ id }, other] = [await aMemberWithSessions(0, { status }), await aMemberWithSessions(0)];
    const [row] = await db.select().from(members).where(eq(members.id, id));
    const session = { id: newId(), memberId: id, tokenHash: newId(), device: 'x', createdAt: 1, seenAt: 1, expiresAt: 2 };
    expect(await insertSession(db, session, hash ?? row?.passwordHash ?? '')).toEqual(isOpened ? [{ id: session.id }] : []);
    expect([await sessionIdsOf(id), await sessionIdsOf(other.id)]).toEqual([isOpened ? [session.id] : [], []]);
  },
);

test('a logout ends one session of one member', async () => {
  const [noor, bas] = [await aMemberWithSessions(2), await aMemberWithSessions(1)];
  const [own] = noor.credentials;
  const [theirs] = bas.credentials;
  expect(await deleteSession(db, { memberId: noor.id, tokenHash: theirs?.tokenHash ?? '' })).toEqual([]);
  expect(await deleteSession(db, { memberId: noor.id, tokenHash: own?.tokenHash ?? '' })).toEqual([{ id: noor.rows[0]?.id }]);
  expect([await sessionIdsOf(noor.id), await sessionIdsOf(bas.id)]).toEqual([[noor.rows[1]?.id], [bas.rows[0]?.id]]);
});

test('the sessions of a member are their own, without those that have expired', async () => {
  const [noor] = [await aMemberWithSessions(2), await aMemberWithSessions(1)];
  await db
    .update(sessions)
    .set({ expiresAt: NOW })
    .where(eq(sessions.id, noor.rows[0]?.id ?? ''));
  expect((await sessionsOfMember(db, noor.id, NOW)).map(({ id }) => id)).toEqual([noor.rows[1]?.id]);
});

test('sessions are ended for one member, all, one or all but one, with an event each, if the condition holds', async () => {
  const bas = await aMemberWithSessions(1);
  for (const [which, left] of [
    [{}, []],
    [{ only: 1 }, [0, 2]],
    [{ except: 1 }, [1]],
  ] as const) {
    const noor = await aMemberWithSessions(3);
    const ids = noor.rows.map(({ id }) => id);
    const named = Object.fromEntries(Object.entries(which).map(([key, at]) => [key, ids[at] ?? '']));
    await batch(db, endSessions(db, noor.id, named, NOW, sql`false`));
    expect((await sessionIdsOf(noor.id)).toSorted()).toEqual(ids.toSorted());
    await batch(db, endSessions(db, noor.id, named, NOW, sql`true`));
    expect(await sessionIdsOf(noor.id)).toEqual(left.map((at) => ids[at]).toSorted());
    const events = (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, noor.id))).map(({ event }) => event);
    const ended = ids.filter((_, at) => !(left as readonly number[]).includes(at));
    expect(events.map((event) => (event as { session: string }).session).toSorted()).toEqual(ended.toSorted());
  }
  expect([await sessionIdsOf(bas.id), await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, bas.id))]).toEqual([
    [bas.rows[0]?.id],
    [],
  ]);
});

test('a session is extended by itself, and expired ones are deleted', async () => {
  const noor = await aMemberWithSessions(2);
  const [first = '', second = ''] = noor.rows.map(({ id }) => id);
  await extendSession(db, first, NOW, NOW + 500);
  const rows = await db.select().from(sessions).where(eq(sessions.memberId, noor.id));
  expect(new Map(rows.map(({ id, expiresAt, seenAt }) => [id, [seenAt, expiresAt]]))).toEqual(
    new Map([
      [first, [NOW, NOW + 500]],
      [second, [1, NOW + 1]],
    ]),
  );
  await deleteExpiredSessions(db, NOW + 1);
  expect((await sessionIdsOf(noor.id)).toSorted()).toEqual([first, second].toSorted());
  await deleteExpiredSessions(db, NOW + 2);
  expect(await sessionIdsOf(noor.id)).toEqual([first]);
});

test('activity is stored for one member, unless it was stored by another call since', async () => {
  const [noor, bas] = [await aMemberWithSessions(0), await aMemberWithSessions(0)];
  for (const { id } of [noor, bas]) await db.update(members).set({ lastActiveAt: 10 }).where(eq(members.id, id));
  const activeAt = async ({ id }: { id: string }) => (await db.select().from(members).where(eq(members.id, id)))[0]?.lastActiveAt;
  await updateLastActivity(db, noor.id, 20, { knownAs: 5 });
  expect([await activeAt(noor), await activeAt(bas)]).toEqual([10, 10]);
  await updateLastActivity(db, noor.id, 20, { knownAs: 10 });
  expect([await activeAt(noor), await activeAt(bas)]).toEqual([20, 10]);
});

test.each(['active', 'not_confirmed', 'banned', 'deleted'] as const)(
  'leaving is stored for a member who is %s and was not active since',
  async (status) => {
    const [noor, bas] = [await aMemberWithSessions(0, { status }), await aMemberWithSessions(0)];
    for (const { id } of [noor, bas]) await db.update(members).set({ lastActiveAt: 50 }).where(eq(members.id, id));
    const activeAt = async ({ id }: { id: string }) => (await db.select().from(members).where(eq(members.id, id)))[0]?.lastActiveAt;
    await recordLeave(db, noor.id, { leftAt: 49, shownAsActiveAt: 20 });
    expect(await activeAt(noor)).toBe(50);
    await recordLeave(db, noor.id, { leftAt: 50, shownAsActiveAt: 20 });
    expect([await activeAt(noor), await activeAt(bas)]).toEqual([status === 'active' || status === 'not_confirmed' ? 20 : 50, 50]);
  },
);
