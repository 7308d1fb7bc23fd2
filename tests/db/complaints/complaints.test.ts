import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  closeComplaint,
  closedComplaints,
  complaintByNumber,
  complaintStatusOf,
  complaintsOfMember,
  complaintsToAnswer,
  deleteComplaintsBefore,
  deleteComplaintsFromEmailOf,
  insertAnswerMail,
  insertComplaint,
  openComplaints,
  sameComplaint,
} from '#db/queries/complaints/complaints';
import { insertMail, type MailInsert } from '#db/queries/shared/mail-queue';
import { complaints, mails } from '#db/schema/index';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(async () => {
  await db.delete(complaints);
  await db.delete(mails);
});

const CONTENT = { email: 'eva@example.org', subject: 'other' as const, text: 'A text', reference: 'A reference' };
const aRow = (change: Partial<Parameters<typeof insertComplaint>[1]> = {}) => ({
  number: newId(),
  memberId: null,
  name: 'Eva',
  locale: 'en' as const,
  profileId: null,
  createdAt: 100,
  ...CONTENT,
  ...change,
});
const aMail = (change: Partial<MailInsert> = {}): MailInsert => ({
  id: newId(),
  memberId: null,
  kind: 'complaint',
  recipient: 'eva@example.org',
  subject: 's',
  text: 't',
  html: 'h',
  createdAt: 100,
  dueAt: 100,
  ...change,
});
async function make(change: Parameters<typeof aRow>[0] = {}): Promise<string> {
  const row = aRow(change);
  await batch(db, insertComplaint(db, row, null, 1_000_000));
  return row.number;
}
const numbersOf = (rows: readonly { number: string }[]) => rows.map(({ number }) => number);
const rowOf = async (number: string) => (await db.select().from(complaints).where(eq(complaints.number, number)))[0];

test.each([
  ['another address', { email: 'ida@example.org' }],
  ['another subject', { subject: 'payment' as const }],
  ['another text', { text: 'Another text' }],
  ['another reference', { reference: 'Another reference' }],
] as const)('a complaint is the same only with the same content since a time, not with %s', async (_, change) => {
  const number = await make();
  expect(await sameComplaint(db, CONTENT, 99)).toEqual([{ number }]);
  expect(await sameComplaint(db, CONTENT, 100)).toEqual([]);
  expect(await sameComplaint(db, { ...CONTENT, ...change }, 99)).toEqual([]);
  const again = await batch(db, insertComplaint(db, aRow(), aMail(), 99));
  const other = await batch(db, insertComplaint(db, aRow(change), aMail(), 99));
  const later = await batch(db, insertComplaint(db, aRow(), aMail(), 100));
  expect([again, other, later].map(({ complaintMail }) => complaintMail?.length)).toEqual([0, 1, 1]);
  expect(await db.select().from(complaints)).toHaveLength(3);
});

test('the profile of a complaint is stored if it exists', async () => {
  const [{ id }] = [await aMember(db), await aMember(db)];
  expect((await rowOf(await make({ profileId: id })))?.profileId).toBe(id);
  expect((await rowOf(await make({ profileId: newId() })))?.profileId).toBeNull();
});

test('the status of a complaint is for who knows its number and its address', async () => {
  const [number, other] = [await make(), await make({ email: 'ida@example.org' })];
  expect(numbersOf(await complaintStatusOf(db, number, 'eva@example.org'))).toEqual([number]);
  expect([await complaintStatusOf(db, other, 'eva@example.org'), await complaintStatusOf(db, number, 'ida@example.org')]).toEqual([[], []]);
});

test('a complaint is closed once, by itself, and its answer is mailed once', async () => {
  const [number, other, unanswered] = [await make(), await make({ createdAt: 200 }), await make({ createdAt: 300 })];
  const { id: memberId } = await aMember(db);
  expect(numbersOf(await closeComplaint(db, number, 'An answer', 500))).toEqual([number]);
  expect(await closeComplaint(db, number, 'Another answer', 600)).toEqual([]);
  await closeComplaint(db, unanswered, null, 700);
  expect(await rowOf(number)).toMatchObject({ answer: 'An answer', closedAt: 500 });
  expect([numbersOf(await openComplaints(db, 9)), numbersOf(await closedComplaints(db, 9))]).toEqual([[other], [unanswered, number]]);
  expect(numbersOf(await complaintsToAnswer(db, 9))).toEqual([number]);
  const answer = () => batch(db, insertAnswerMail(db, number, aMail({ kind: 'complaint_answer', memberId }), 800));
  expect([(await answer()).answerMail.length, (await answer()).answerMail.length]).toEqual([1, 0]);
  expect([await complaintsToAnswer(db, 9), (await rowOf(number))?.answerMailedAt, (await rowOf(other))?.answerMailedAt]).toEqual([
    [],
    800,
    null,
  ]);
});

test('a complaint is read with its own member and the number of others from its address', async () => {
  const [noor, bas] = [await aMember(db, { name: 'Noor' }), await aMember(db, { name: 'Bas' })];
  const [number] = [
    await make({ memberId: noor.id }),
    await make({ memberId: noor.id, createdAt: 200 }),
    await make({ memberId: bas.id, email: 'bas@example.org' }),
  ];
  expect(await complaintByNumber(db, number)).toMatchObject([{ complaint: { number }, member: { name: 'Noor' }, others: 1 }]);
  expect((await complaintsOfMember(db, noor.id)).map(({ memberId, createdAt }) => [memberId, createdAt])).toEqual([
    [noor.id, 100],
    [noor.id, 200],
  ]);
});

test('complaints are deleted that were closed before a time, and mails about them to people without an account', async () => {
  const [early, late, open] = [await make(), await make({ createdAt: 200 }), await make({ createdAt: 300 })];
  await closeComplaint(db, early, null, 499);
  await closeComplaint(db, late, null, 500);
  const { id: memberId } = await aMember(db);
  const kept = [aMail({ createdAt: 500 }), aMail({ memberId }), aMail({ kind: 'account_exists' })];
  for (const mail of [...kept, aMail(), aMail({ kind: 'complaint_answer' })]) await insertMail(db, mail);
  await batch(db, deleteComplaintsBefore(db, 500));
  expect((await db.select().from(complaints)).map(({ number }) => number).toSorted()).toEqual([late, open].toSorted());
  expect((await db.select().from(mails)).map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
});

test('what was complained from the address of a deleted account goes, and nothing else', async () => {
  const [eva, ida] = [newEmail(), newEmail()];
  const another = await aMember(db, { status: 'deleted' });
  const ofAnother = await make({ email: another.email });
  const deleted = await aMember(db, { email: eva, status: 'deleted' });
  const active = await aMember(db, { email: ida });
  const [gone, ofOther, ofMember] = [
    await make({ email: eva }),
    await make({ email: ida }),
    await make({ email: eva, memberId: deleted.id, createdAt: 200 }),
  ];
  const kept = [
    aMail({ recipient: ida }),
    aMail({ recipient: eva, memberId: deleted.id }),
    aMail({ recipient: eva, kind: 'account_exists' }),
  ];
  for (const mail of [...kept, aMail({ recipient: eva })]) await insertMail(db, mail);
  for (const { id } of [active, deleted]) await batch(db, deleteComplaintsFromEmailOf(db, id));
  expect(await rowOf(gone)).toBeUndefined();
  expect((await db.select().from(complaints)).map(({ number }) => number).toSorted()).toEqual([ofAnother, ofOther, ofMember].toSorted());
  expect((await db.select().from(mails)).map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
});
