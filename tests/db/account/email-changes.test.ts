import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { completeEmailChange, emailChangeById, voidEmailChanges } from '#db/queries/account/email-changes';
import { accountNotifications, emailChanges, eventOutbox, mails, members } from '#db/schema/index';
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
