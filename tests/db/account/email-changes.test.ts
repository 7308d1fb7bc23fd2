import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  completeEmailChange,
  type EmailRelease,
  emailChangeById,
  insertEmailChange,
  memberWithOldEmail,
  replaceUnconfirmedEmail,
  revertEmailChange,
  voidEmailChanges,
} from '#db/queries/account/email-changes';
import { accountNotifications, emailChanges, eventOutbox, mails, members, sessions } from '#db/schema/index';
import { aMember, anEmailChange, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 1000;
const AT = { createdAt: NOW, dueAt: NOW };

async function aWaitingChange() {
  const { id: memberId, email: oldEmail } = await aMember(db);
  const id = await anEmailChange(db, { memberId, oldEmail, newEmail: newEmail() });
  return { id, memberId, oldEmail };
}

/** Completes a change; returns the address that the account has then, and how many events, notifications and mails tell of it. */
async function complete({ id, memberId, oldEmail }: Awaited<ReturnType<typeof aWaitingChange>>) {
  const [found] = await emailChangeById(db, id);
  if (!found) throw new Error('no change');
  await batch(
    db,
    completeEmailChange(db, {
      change: found.change,
      from: 'active',
      set: {},
      event: { id: newId(), memberId, event: { type: 'user.changed' }, ...AT },
      mail: { id: newId(), memberId, kind: 'mail_changed', recipient: oldEmail, subject: '', text: '', html: '', ...AT },
      notification: { id: newId(), memberId, kind: 'account', event: 'email_changed', createdAt: NOW },
      push: { id: newId(), memberId, kind: 'account', tag: 'account', ...AT },
      now: NOW,
    }),
  );
  const [account] = await db.select().from(members).where(eq(members.id, memberId));
  const told = await Promise.all([
    db.select().from(eventOutbox).where(eq(eventOutbox.memberId, memberId)),
    db.select().from(accountNotifications).where(eq(accountNotifications.memberId, memberId)),
    db.select().from(mails).where(eq(mails.memberId, memberId)),
  ]);
  return { email: account?.email, told: told.map((rows) => rows.length) };
}

const changeOf = async (id: string) => (await db.select().from(emailChanges).where(eq(emailChanges.id, id)))[0];
const accountOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0];
const mailsOf = async (id: string) => (await db.select().from(mails).where(eq(mails.memberId, id))).length;
const eventsOf = async (id: string) => (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).length;
const sessionsOf = async (id: string) => (await db.select().from(sessions).where(eq(sessions.memberId, id))).length;
const aMail = (memberId: string, recipient: string) => ({
  ...{ id: newId(), memberId, kind: 'mail_change' as const, recipient, subject: '', text: '', html: '' },
  ...AT,
});

test('a change is read by its id, with its account', async () => {
  const change = await aWaitingChange();
  await aWaitingChange();
  expect((await emailChangeById(db, change.id)).map(({ change: { id }, member }) => [id, member.id])).toEqual([
    [change.id, change.memberId],
  ]);
});

test('a change is stored for one account, with a mail, if the password is still that which was checked', async () => {
  const [noor, bas] = [await aMember(db, { passwordHash: 'a hash' }), await aMember(db, { passwordHash: 'a hash' })];
  const request = (passwordHash: string) =>
    batch(
      db,
      insertEmailChange(
        db,
        { id: newId(), memberId: noor.id, oldEmail: noor.email, newEmail: newEmail(), createdAt: NOW },
        passwordHash,
        aMail(noor.id, newEmail()),
      ),
    );
  expect((await request('another hash')).storedChange).toEqual([]);
  expect(await mailsOf(noor.id)).toBe(0);
  expect((await request('a hash')).storedChange).toHaveLength(1);
  expect([await mailsOf(noor.id), await mailsOf(bas.id)]).toEqual([1, 0]);
  expect((await db.select().from(emailChanges).where(eq(emailChanges.memberId, noor.id))).map(({ oldEmail }) => oldEmail)).toEqual([
    noor.email,
  ]);
});

test('the address of an unconfirmed account is replaced if it is still the one that was read', async () => {
  const [noor, other] = [await aMember(db, { status: 'not_confirmed' }), await aMember(db, { status: 'not_confirmed' })];
  const replace = async (email: string) => {
    const to = newEmail();
    const event = { id: newId(), memberId: noor.id, event: {}, ...AT };
    await batch(db, replaceUnconfirmedEmail(db, { id: noor.id, email }, aMail(noor.id, to), event));
    return (await accountOf(noor.id))?.email === to;
  };
  expect([await replace(newEmail()), await mailsOf(noor.id), await eventsOf(noor.id)]).toEqual([false, 0, 0]);
  expect([await replace(other.email), await mailsOf(noor.id), await eventsOf(noor.id)]).toEqual([false, 0, 0]);
  expect((await accountOf(other.id))?.email).toBe(other.email);
  expect([await replace(noor.email), await mailsOf(noor.id), await eventsOf(noor.id)]).toEqual([true, 1, 1]);
  expect((await accountOf(other.id))?.email).toBe(other.email);
  await db.update(members).set({ status: 'active', email: noor.email }).where(eq(members.id, noor.id));
  expect(await replace(noor.email)).toBe(false);
});

test('the account is found that has the old address of a change by now', async () => {
  const [change, another] = [await aWaitingChange(), await aWaitingChange()];
  const find = async (id: string) => (await memberWithOldEmail(db, id)).map((member) => member.id);
  expect([await find(change.id), await find(another.id)]).toEqual([[change.memberId], [another.memberId]]);
  await db.update(members).set({ email: newEmail() }).where(eq(members.id, change.memberId));
  expect(await find(change.id)).toEqual([]);
});

/** A completed change, and the account that has the new address. */
async function aCompletedChange(createdAt = 10) {
  const [oldEmail, member] = [newEmail(), await aMember(db)];
  const id = await anEmailChange(db, { memberId: member.id, oldEmail, newEmail: member.email, createdAt, doneAt: 20 });
  return { id, memberId: member.id, oldEmail, email: member.email };
}

async function revert(id: string, holder: EmailRelease | null = null) {
  const [found] = await emailChangeById(db, id);
  if (!found) throw new Error('no change');
  const { change } = found;
  const { memberId } = change;
  const notification = { id: newId(), memberId, kind: 'account' as const, event: 'email_reverted', createdAt: NOW };
  const undeleteMail = aMail(memberId, change.oldEmail);
  await batch(db, revertEmailChange(db, { change, holder, undeleteMail, notification, now: NOW }));
}
const told = async (memberId: string) => [
  (await accountOf(memberId))?.email,
  await sessionsOf(memberId),
  (await db.select().from(accountNotifications).where(eq(accountNotifications.memberId, memberId))).length,
];

test('a completed change is reverted with its later ones, and ends the sessions of its account', async () => {
  const [change, other] = [await aCompletedChange(), await aCompletedChange()];
  const { memberId, email } = change;
  const more = (createdAt: number, undoneAt?: number) =>
    anEmailChange(db, { memberId, oldEmail: email, newEmail: newEmail(), createdAt, ...(undoneAt ? { undoneAt } : {}) });
  const [earlier, later, undone] = [await more(9), await more(11), await more(11, 15)];
  await revert(change.id);
  const undoneAtOf = async (id: string) => (await changeOf(id))?.undoneAt;
  expect([await undoneAtOf(change.id), await undoneAtOf(later), await undoneAtOf(undone), await undoneAtOf(earlier)]).toEqual([
    NOW,
    NOW,
    15,
    null,
  ]);
  expect([await told(memberId), await mailsOf(memberId)]).toEqual([[change.oldEmail, 0, 1], 0]);
  expect([await undoneAtOf(other.id), await told(other.memberId)]).toEqual([null, [other.email, 1, 0]]);
});

test.each([
  ['that is not completed', { doneAt: null }],
  ['that was undone before', { undoneAt: 30 }],
])('a change %s is not reverted', async (_, columns) => {
  const [change, deleted] = [await aCompletedChange(), await aMember(db, { status: 'deleted' })];
  await db.update(emailChanges).set(columns).where(eq(emailChanges.id, change.id));
  // Another change that was undone at this very time.
  await anEmailChange(db, { memberId: deleted.id, oldEmail: newEmail(), newEmail: newEmail(), doneAt: 1, undoneAt: NOW });
  const later = await anEmailChange(db, { memberId: change.memberId, oldEmail: newEmail(), newEmail: newEmail(), createdAt: 11 });
  await db.update(members).set({ status: 'deleted' }).where(eq(members.id, change.memberId));
  await revert(change.id);
  expect([(await changeOf(later))?.undoneAt, await told(change.memberId), await mailsOf(change.memberId)]).toEqual([
    null,
    [change.email, 1, 0],
    0,
  ]);
});

test('a deleted account whose change is reverted gets the mail with its link', async () => {
  const [change, active] = [await aCompletedChange(), await aCompletedChange()];
  await db.update(members).set({ status: 'deleted' }).where(eq(members.id, change.memberId));
  await revert(active.id);
  await revert(change.id);
  expect([await mailsOf(change.memberId), await mailsOf(active.memberId)]).toEqual([1, 0]);
});

const RELEASED = { status: 'deleted', statusBefore: 'active' } as const;

test('the account that has the old address by now loses it and its sessions', async () => {
  const [change, holder, bas] = [await aCompletedChange(), await aMember(db), await aMember(db)];
  await db.update(members).set({ email: change.oldEmail }).where(eq(members.id, holder.id));
  await revert(change.id, { id: holder.id, from: 'active', to: RELEASED });
  expect(await accountOf(holder.id)).toMatchObject({ email: `released:${holder.id}`, ...RELEASED, deletedAt: NOW });
  expect([await sessionsOf(holder.id), (await told(change.memberId))[0], await sessionsOf(bas.id)]).toEqual([0, change.oldEmail, 1]);
});

test('an account that has another address by now loses nothing', async () => {
  const [change, holder] = [await aCompletedChange(), await aMember(db)];
  await revert(change.id, { id: holder.id, from: 'active', to: RELEASED });
  expect(await accountOf(holder.id)).toMatchObject({ email: holder.email, status: 'active' });
  expect([await sessionsOf(holder.id), (await told(change.memberId))[0]]).toEqual([1, change.oldEmail]);
});

test('nothing is reverted while the old address is that of another account than the one that was read, or of one in another status', async () => {
  const [change, holder, bas] = [await aCompletedChange(), await aMember(db), await aMember(db)];
  await db.update(members).set({ email: change.oldEmail }).where(eq(members.id, holder.id));
  for (const release of [
    { id: holder.id, from: 'banned' as const, to: RELEASED },
    { id: bas.id, from: 'active' as const, to: RELEASED },
  ]) {
    await expect(revert(change.id, release)).rejects.toThrow();
    expect(await accountOf(holder.id)).toMatchObject({ email: change.oldEmail, status: 'active' });
  }
});

test('a change that is not reverted takes no address from anybody', async () => {
  const [change, holder] = [await aCompletedChange(), await aMember(db)];
  await db.update(emailChanges).set({ doneAt: null }).where(eq(emailChanges.id, change.id));
  await db.update(members).set({ email: change.oldEmail }).where(eq(members.id, holder.id));
  await revert(change.id, { id: holder.id, from: 'active', to: RELEASED });
  expect([(await accountOf(holder.id))?.email, await sessionsOf(holder.id)]).toEqual([change.oldEmail, 1]);
});

const doneAtOf = async (id: string) => (await db.select().from(emailChanges).where(eq(emailChanges.id, id)))[0]?.doneAt;

test('a change of address is completed by itself, once, and told of', async () => {
  const change = await aWaitingChange();
  const other = await aWaitingChange();
  const later = await anEmailChange(db, { memberId: change.memberId, oldEmail: change.oldEmail, newEmail: newEmail() });
  const [found] = await emailChangeById(db, change.id);
  expect(await complete(change)).toEqual({ email: found?.change.newEmail, told: [1, 1, 1] });
  expect(await complete(change)).toEqual({ email: found?.change.newEmail, told: [1, 1, 1] });
  expect([await doneAtOf(change.id), await doneAtOf(later), await doneAtOf(other.id)]).toEqual([NOW, null, null]);
});

const changeRow = (columns: Partial<typeof emailChanges.$inferInsert>) => (id: string) =>
  db.update(emailChanges).set(columns).where(eq(emailChanges.id, id));

test('a change of address is not completed once another account has the old address', async () => {
  const [change, bas] = [await aWaitingChange(), await aMember(db)];
  const email = newEmail();
  await db.update(members).set({ email }).where(eq(members.id, change.memberId));
  await db.update(members).set({ email: change.oldEmail }).where(eq(members.id, bas.id));
  expect(await complete(change)).toEqual({ email, told: [0, 0, 0] });
});

test.each([
  ['that was completed before', changeRow({ doneAt: 5 })],
  ['that was undone', changeRow({ undoneAt: 5 })],
  ['from an address that the account no longer has', changeRow({ oldEmail: 'another@example.org' })],
  [
    'of an account that was banned since',
    (_: string, memberId: string) => db.update(members).set({ status: 'banned' }).where(eq(members.id, memberId)),
  ],
])('a change of address %s changes nothing', async (_, happen) => {
  const change = await aWaitingChange();
  await happen(change.id, change.memberId);
  expect(await complete(change)).toEqual({ email: change.oldEmail, told: [0, 0, 0] });
});

test('waiting changes of a member are voided, on a condition, and neither completed ones nor those of others', async () => {
  const change = await aWaitingChange();
  const { memberId, oldEmail } = change;
  const done = await anEmailChange(db, { memberId, oldEmail, newEmail: newEmail(), doneAt: 5 });
  const undone = await anEmailChange(db, { memberId, oldEmail, newEmail: newEmail(), undoneAt: 6 });
  const other = await aWaitingChange();
  const undoneAt = async () =>
    Promise.all([change.id, done, undone, other.id].map(async (id) => (await emailChangeById(db, id))[0]?.change.undoneAt));
  await voidEmailChanges(db, memberId, NOW, sql`false`);
  expect(await undoneAt()).toEqual([null, null, 6, null]);
  await voidEmailChanges(db, memberId, NOW);
  expect(await undoneAt()).toEqual([NOW, null, 6, null]);
});
