import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { complaints, mails, members } from '../../schema/index.ts';
import { previousStatementWrote } from '../shared/event-outbox.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';

export type ComplaintRow = typeof complaints.$inferSelect;
export type ComplaintInsert = Pick<
  ComplaintRow,
  'number' | 'memberId' | 'email' | 'name' | 'locale' | 'subject' | 'text' | 'reference' | 'profileId' | 'createdAt'
>;

/** The fields by which two complaints count as the same. */
type ComplaintContent = Pick<ComplaintInsert, 'email' | 'subject' | 'text' | 'reference'>;

const hasContent = ({ email, subject, text, reference }: ComplaintContent, since: number) =>
  sql`email = ${email} and created_at > ${since} and subject = ${subject} and text = ${text} and reference = ${reference}`;

/** The number of a complaint with the same content made since a time, if there is one. */
export const sameComplaint = (db: Database, content: ComplaintContent, since: number) =>
  db.select({ number: complaints.number }).from(complaints).where(hasContent(content, since)).limit(1);

/** Stores a complaint and its mail unless the same was made since `sameSince`; `complaintMail` then has no row. The id of an unknown profile is stored as null. */
export const insertComplaint = (db: Database, row: ComplaintInsert, mail: MailInsert | null, sameSince: number) => ({
  storedComplaint: db.run(sql`
      insert into complaints (number, member_id, email, name, locale, subject, text, reference, profile_id, created_at)
      select ${row.number}, ${row.memberId}, ${row.email}, ${row.name}, ${row.locale}, ${row.subject}, ${row.text}, ${row.reference},
        (select id from ${members} where id = ${row.profileId}), ${row.createdAt}
      where not exists (select 1 from complaints where ${hasContent(row, sameSince)})`),
  complaintMail: mail && insertMailWhen(db, mail, previousStatementWrote),
});

/** The status of a complaint, for somebody who knows its number and email address; otherwise no row. */
export const complaintStatusOf = (db: Database, number: string, email: string) =>
  db
    .select({
      number: complaints.number,
      createdAt: complaints.createdAt,
      isAnswered: sql<number>`${complaints.answer} is not null`,
      closedAt: complaints.closedAt,
    })
    .from(complaints)
    .where(and(eq(complaints.number, number), eq(complaints.email, email)));

/** Complaints that are not closed, the oldest first. */
export const openComplaints = (db: Database, limit: number) =>
  db.select().from(complaints).where(isNull(complaints.closedAt)).orderBy(asc(complaints.createdAt)).limit(limit);

/** Closed complaints, the latest closed first. */
export const closedComplaints = (db: Database, limit: number) =>
  db.select().from(complaints).where(isNotNull(complaints.closedAt)).orderBy(desc(complaints.closedAt)).limit(limit);

/** One complaint with its account, if it has one, and the number of other complaints from the same email address. */
export const complaintByNumber = (db: Database, number: string) =>
  db
    .select({
      complaint: complaints,
      member: { name: members.name, email: members.email, status: members.status },
      others: sql<number>`(select count(*) - 1 from complaints as each where each.email = ${complaints.email})`,
    })
    .from(complaints)
    .leftJoin(members, eq(members.id, complaints.memberId))
    .where(eq(complaints.number, number));

/** Closes an open complaint, with an answer that is to be mailed or with null; no row if it is not open. */
export const closeComplaint = (db: Database, number: string, answer: string | null, now: number) =>
  db
    .update(complaints)
    .set({ answer, closedAt: now })
    .where(and(eq(complaints.number, number), isNull(complaints.closedAt)))
    .returning({ number: complaints.number });

/** Closed complaints whose answer is not mailed yet and that no letter of a case answers, the earliest closed first. */
export const complaintsToAnswer = (db: Database, limit: number) =>
  db
    .select()
    .from(complaints)
    .where(
      and(
        isNotNull(complaints.answer),
        isNull(complaints.answerMailedAt),
        // One letter answers all complaints of a person in a case.
        sql`not exists (select 1 from case_sources
          join case_letters on case_letters.case_number = case_sources.case_number and case_letters.kind in ('answer', 'appeal_outcome')
            and coalesce(case_letters.email, case_letters.member_id) = coalesce(case_sources.email, case_sources.member_id)
          where case_sources.complaint_number = ${complaints.number})`,
      ),
    )
    .orderBy(asc(complaints.closedAt))
    .limit(limit);

/** Writes the mail of an answer once; no row if it was written before. */
export const insertAnswerMail = (db: Database, number: string, mail: MailInsert, now: number) => ({
  answeredComplaint: db
    .update(complaints)
    .set({ answerMailedAt: now })
    .where(and(eq(complaints.number, number), isNull(complaints.answerMailedAt))),
  answerMail: insertMailWhen(db, mail, previousStatementWrote),
});

/** All complaints of a member, the oldest first. */
export const complaintsOfMember = (db: Database, memberId: string) =>
  db.select().from(complaints).where(eq(complaints.memberId, memberId)).orderBy(asc(complaints.createdAt));

const isMailWithoutMember = and(
  isNull(mails.memberId),
  inArray(mails.kind, ['complaint', 'complaint_answer', 'notice', 'outcome', 'appeal_outcome']),
);

/** Deletes complaints that were closed before a time, and mails about complaints to people without an account from before it. */
export const deleteComplaintsBefore = (db: Database, before: number) => ({
  deletedComplaints: db
    .delete(complaints)
    .where(isAmongFirst(complaints, and(isNotNull(complaints.closedAt), lt(complaints.closedAt, before)))),
  deletedComplaintMails: db.delete(mails).where(isAmongFirst(mails, and(isMailWithoutMember, lt(mails.createdAt, before)))),
});

/** Deletes complaints without an account, and mails about them, whose email address is that of a deleted account. It runs in the batch that erases the account, before its row goes. */
export const deleteComplaintsFromEmailOf = (db: Database, memberId: string) => {
  const address = sql`(select email from ${members} where id = ${memberId} and status = 'deleted')`;
  return {
    deletedComplaints: db.delete(complaints).where(and(isNull(complaints.memberId), sql`${complaints.email} = ${address}`)),
    deletedComplaintMails: db.delete(mails).where(and(isMailWithoutMember, sql`${mails.recipient} = ${address}`)),
  };
};
