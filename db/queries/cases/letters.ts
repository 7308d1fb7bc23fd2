import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { caseDecisions, caseLetters, cases, complaints, mails, members } from '../../schema/index.ts';
import { closeSettled } from '../shared/accepted-letters.ts';
import { insertMailWhen, isGivenUpMail, type MailInsert } from '../shared/mail-queue.ts';
import { type ActingParty, maySee } from './case-access.ts';

/** Letters that no mail carries yet, the oldest first, with their decision and, of a letter to an account, its member. */
export const lettersToWrite = (db: Database, limit: number) =>
  db
    .select({
      letter: caseLetters,
      decision: caseDecisions,
      isAppeal: sql<number>`${cases.subjectKind} = 'decision'`,
      // The letter goes to whom the case concerns, by their account or by its address.
      isToMember: sql<number>`coalesce(${caseLetters.memberId}, (select named.id from members as named where named.email = ${caseLetters.email}))
        is ${cases.memberId}`,
      sources: sql<string>`(select json_group_array(distinct kind) from case_sources where case_sources.case_number = ${cases.number})`,
      member: {
        id: members.id,
        email: members.email,
        locale: members.locale,
        name: members.name,
        timezone: members.timezone,
        status: members.status,
        statusBefore: members.statusBefore,
      },
    })
    .from(caseLetters)
    .innerJoin(cases, eq(cases.number, caseLetters.caseNumber))
    .innerJoin(caseDecisions, eq(caseDecisions.caseNumber, caseLetters.caseNumber))
    .leftJoin(members, eq(members.id, caseLetters.memberId))
    .where(isNull(caseLetters.mailId))
    .orderBy(asc(caseLetters.createdAt))
    .limit(limit);

export type LetterToWrite = Awaited<ReturnType<typeof lettersToWrite>>[number];

/** Writes the mail of a letter once; no row if it has one. The complaints that it answers are marked as mailed. */
export const insertLetterMail = (db: Database, letterId: string, mail: MailInsert) => ({
  letterMail: insertMailWhen(db, mail, sql`exists (select 1 from ${caseLetters} where id = ${letterId} and mail_id is null)`),
  carriedLetter: db
    .update(caseLetters)
    .set({ mailId: mail.id })
    .where(and(eq(caseLetters.id, letterId), isNull(caseLetters.mailId))),
  mailedAnswer: db
    .update(complaints)
    .set({ answerMailedAt: mail.createdAt })
    .where(
      and(
        isNull(complaints.answerMailedAt),
        sql`${complaints.number} in (select case_sources.complaint_number from case_letters
          join case_sources on case_sources.case_number = case_letters.case_number
            and coalesce(case_sources.email, case_sources.member_id) = coalesce(case_letters.email, case_letters.member_id)
          where case_letters.id = ${letterId} and case_letters.kind in ('answer', 'appeal_outcome'))`,
      ),
    ),
});

/** Closes decided cases without a letter left, as after the erasure of whoever was to get one. */
export const closeSettledCases = (db: Database, now: number) => closeSettled(db, now, sql`true`);

const givenUpLetters = (number: string): SQL => sql`
  from case_letters left join mails on mails.id = case_letters.mail_id
  where case_letters.case_number = ${number} and case_letters.accepted_at is null and case_letters.mail_id is not null
    and (mails.id is null or (${isGivenUpMail}))`;

/** Condition on `cases`: the acting party may see a case, and it has letters that were given up. */
export const hasGivenUpLetters = (party: ActingParty, number: string): SQL =>
  sql`${maySee(party)} and exists (select 1 ${givenUpLetters(number)})`;
/** How many letters of a case were given up, as a text. */
export const countOfGivenUpLetters = (number: string): SQL => sql`(select cast(count(*) as text) ${givenUpLetters(number)})`;

/**
 * Makes the given-up mails of a case due again, to the address that the recipient has now; gives them. A letter whose mail is gone gets a new
 * one. Nothing happens unless the batch has written the activity with an id: what it may not write down, it may not send.
 */
export const sendLettersAgain = (db: Database, number: string, activityId: string, now: number) => {
  const isRecorded = sql`exists (select 1 from case_activity where case_activity.id = ${activityId})`;
  return {
    rewrittenLetters: db
      .update(caseLetters)
      .set({ mailId: null })
      .where(
        and(
          eq(caseLetters.caseNumber, number),
          isNull(caseLetters.acceptedAt),
          isRecorded,
          sql`${caseLetters.mailId} is not null and not exists (select 1 from mails where mails.id = ${caseLetters.mailId})`,
        ),
      )
      .returning({ id: caseLetters.id }),
    dueMails: db
      .update(mails)
      .set({
        tries: 0,
        dueAt: now,
        recipient: sql`coalesce((select coalesce(case_letters.email, members.email) from case_letters
        left join members on members.id = case_letters.member_id where case_letters.mail_id = ${mails.id}), ${mails.recipient})`,
      })
      .where(
        sql`${isGivenUpMail} and ${isRecorded}
        and ${mails.id} in (select mail_id from case_letters where case_number = ${number} and accepted_at is null)`,
      )
      .returning({ id: mails.id }),
  };
};
