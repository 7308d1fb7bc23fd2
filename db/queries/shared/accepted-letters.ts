import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { caseLetters, cases } from '../../schema/index.ts';

/** Marks the letter of an accepted mail as accepted and closes its case if that was the last one. Mails that carry no letter change nothing. */
export const acceptLetter = (db: Database, mailId: string, now: number) => ({
  acceptedLetter: db
    .update(caseLetters)
    .set({ acceptedAt: now })
    .where(and(eq(caseLetters.mailId, mailId), isNull(caseLetters.acceptedAt))),
  closedCase: closeSettled(db, now, sql`${cases.number} = (select case_number from case_letters where mail_id = ${mailId})`),
});

/** Closes those decided cases that `which` names and that have no letter left. */
export const closeSettled = (db: Database, now: number, which: SQL) =>
  db
    .update(cases)
    .set({ status: 'closed', closedAt: now })
    .where(
      and(
        which,
        // Written out, as the index for it demands.
        sql`${cases.status} = 'decided'`,
        sql`not exists (select 1 from case_letters where case_letters.case_number = ${cases.number} and case_letters.accepted_at is null)`,
      ),
    );
