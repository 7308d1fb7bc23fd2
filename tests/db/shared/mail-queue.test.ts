import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  acceptMail,
  claimDueMails,
  giveUpMail,
  insertMail,
  insertMailOnceSince,
  MAIL_TRIES,
  mailById,
  mailsTo,
} from '#db/queries/shared/mail-queue';
import { mails } from '#db/schema/index';
import { aMember, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

async function aMail(change: Partial<typeof mails.$inferInsert> = {}) {
  const mail = {
    id: newId(),
    memberId: null,
    kind: 'activation' as const,
    recipient: newEmail(),
    subject: 'A subject',
    text: 'A text',
    html: 'Html',
    createdAt: 100,
    dueAt: 200,
    ...change,
  };
  await insertMail(db, mail);
  return mail;
}

const rowOf = async (id: string) => (await db.select().from(mails).where(eq(mails.id, id)))[0];

test('a mail is written once for a member and a kind within a time', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const mailTo = (memberId: string, kind: 'reset' | 'activation', createdAt: number) =>
    insertMailOnceSince(
      db,
      { id: newId(), memberId, kind, recipient: newEmail(), subject: 's', text: 't', html: 'h', createdAt, dueAt: createdAt },
      50,
    );
  const written = [];
  for (const [memberId, kind, createdAt] of [
    [noor.id, 'reset', 40],
    [noor.id, 'reset', 100],
    [noor.id, 'reset', 110],
    [noor.id, 'activation', 110],
    [bas.id, 'reset', 110],
    [bas.id, 'reset', 120],
  ] as const)
    written.push((await mailTo(memberId, kind, createdAt)).length);
  expect(written).toEqual([1, 1, 0, 1, 1, 0]);
});

test('a mail that is accepted is emptied by itself, keeps its copy if wanted, and is accepted once', async () => {
  const { id: memberId } = await aMember(db);
  const [mail, other] = [await aMail({ memberId }), await aMail({ memberId })];
  await acceptMail(db, mail.id, 300, { keepsCopy: true });
  await acceptMail(db, mail.id, 400, { keepsCopy: true });
  expect(await rowOf(mail.id)).toMatchObject({ acceptedAt: 300, recipient: '', subject: '', text: '', html: '' });
  expect(await rowOf(other.id)).toMatchObject({ acceptedAt: null, recipient: other.recipient, text: 'A text' });
  expect(await mailById(db, mail.id)).toMatchObject([{ id: mail.id, recipient: mail.recipient, text: 'A text' }]);
  expect((await mailsTo(db, mail.recipient)).map(({ id }) => id)).toEqual([mail.id]);
  expect((await mailsTo(db, null)).map(({ id }) => id)).toEqual(expect.arrayContaining([mail.id, other.id]));
  await acceptMail(db, other.id, 300, { keepsCopy: false });
  expect(await mailById(db, other.id)).toMatchObject([{ id: other.id, text: '' }]);
});

test('mails are claimed that are due and not accepted, the longest due first, and are not due again at once', async () => {
  await db.delete(mails);
  const [late, early, later] = [await aMail({ dueAt: 190 }), await aMail({ dueAt: 150 }), await aMail({ dueAt: 301 })];
  const accepted = await aMail({ dueAt: 100 });
  await acceptMail(db, accepted.id, 120, { keepsCopy: false });
  expect((await claimDueMails(db, 300, 1)).map(({ id }) => id)).toEqual([early.id]);
  expect((await claimDueMails(db, 300, 9)).map(({ id }) => id)).toEqual([late.id]);
  expect(await claimDueMails(db, 300, 9)).toEqual([]);
  expect((await claimDueMails(db, 301, 9)).map(({ id }) => id)).toEqual([later.id]);
});

test('the pause to the next try of a mail doubles, until it is given up', async () => {
  await db.delete(mails);
  const [fresh, tried, last] = [await aMail({ tries: 0 }), await aMail({ tries: MAIL_TRIES - 2 }), await aMail({ tries: MAIL_TRIES - 1 })];
  await claimDueMails(db, 1000, 9);
  const dueAtOf = async ({ id }: { id: string }) => (await rowOf(id))?.dueAt;
  // Also the last try is claimed, for as long as it may be under way.
  expect([await dueAtOf(fresh), await dueAtOf(tried), await dueAtOf(last)]).toEqual([16_000, 3_601_000, 3_601_000]);
  for (const mail of [tried, last]) await giveUpMail(db, mail.id);
  expect([await dueAtOf(tried), await dueAtOf(last)]).toEqual([3_601_000, Number.MAX_SAFE_INTEGER]);
});
