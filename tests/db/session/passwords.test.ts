import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { passwordHashOf, replacePassword } from '#db/queries/session/passwords';
import { accountNotifications, emailChanges, likes, type members, sessions } from '#db/schema/index';
import { aMember, anEmailChange, aSession, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 5000;

interface Replacement {
  readonly oldHash?: string;
  readonly status?: 'active' | 'not_confirmed';
  readonly to?: 'active';
  readonly except?: string;
}

/** Replaces the password of a member by `hash`; returns whether it was the one that was read. */
async function replace(
  member: { id: string; passwordHash: string },
  hash: string,
  { oldHash = member.passwordHash, status = 'active', to, except }: Replacement = {},
) {
  const notification = { id: newId(), memberId: member.id, kind: 'account' as const, event: 'password_changed', createdAt: NOW };
  const change = { passwordHash: hash, ...(to && { status: to }) };
  const step = { memberId: member.id, status, oldHash, change, now: NOW, notification };
  return (await batch(db, replacePassword(db, step, except === undefined ? {} : { except }))).replacedPassword.length === 1;
}

/** A member with two sessions and a waiting change of address. */
async function aMemberWithSessions(traits: Partial<typeof members.$inferInsert> = {}) {
  const member = await aMember(db, traits);
  await aSession(db, member.id);
  await anEmailChange(db, { memberId: member.id, oldEmail: member.email, newEmail: newEmail() });
  return member;
}

/** The number of sessions, waiting changes of address and notifications of a member. */
const stateOf = async (id: string) => {
  const changes = await db.select().from(emailChanges).where(eq(emailChanges.memberId, id));
  return [
    (await db.select().from(sessions).where(eq(sessions.memberId, id))).length,
    changes.filter(({ undoneAt }) => undoneAt === null).length,
    (await db.select().from(accountNotifications).where(eq(accountNotifications.memberId, id))).length,
  ];
};

test('a password is replaced for one member, whose sessions and waiting changes of address end', async () => {
  const [noor, bas] = [await aMemberWithSessions(), await aMemberWithSessions()];
  expect(await replace(noor, 'new')).toBe(true);
  expect([await passwordHashOf(db, noor.id), await passwordHashOf(db, bas.id)]).toEqual([
    [{ passwordHash: 'new' }],
    [{ passwordHash: bas.passwordHash }],
  ]);
  expect([await stateOf(noor.id), await stateOf(bas.id)]).toEqual([
    [0, 0, 1],
    [2, 1, 0],
  ]);
});

test('the session that replaces a password can stay', async () => {
  const noor = await aMemberWithSessions();
  const [kept] = await db.select().from(sessions).where(eq(sessions.memberId, noor.id));
  expect(await replace(noor, 'new', { except: kept?.id ?? '' })).toBe(true);
  expect(await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.memberId, noor.id))).toEqual([{ id: kept?.id }]);
});

test.each([
  ['a password that was replaced since', { oldHash: 'another' }],
  ['an account whose status has changed since', { status: 'not_confirmed' }],
] as const)('%s is not replaced and ends nothing, also while others have the new one', async (_, stale) => {
  const noor = await aMemberWithSessions();
  await aMember(db, { passwordHash: 'new' });
  expect(await replace(noor, 'new', stale)).toBe(false);
  expect([await passwordHashOf(db, noor.id), await stateOf(noor.id)]).toEqual([[{ passwordHash: noor.passwordHash }], [2, 1, 0]]);
});

test('a password that confirms the account dates its likes anew', async () => {
  const [eva, bas] = [await aMember(db, { status: 'not_confirmed' }), await aMember(db)];
  await db.insert(likes).values({ likerId: eva.id, likedId: bas.id, createdAt: 1 });
  const likedAt = async () => (await db.select().from(likes).where(eq(likes.likerId, eva.id)))[0]?.createdAt;
  expect([await replace(eva, 'new', { status: 'not_confirmed' }), await likedAt()]).toEqual([true, 1]);
  expect([await replace(eva, 'newer', { oldHash: 'new', status: 'not_confirmed', to: 'active' }), await likedAt()]).toEqual([true, NOW]);
});
