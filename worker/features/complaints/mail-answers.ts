import { batch, type Database } from '#db/client';
import { complaintsToAnswer, insertAnswerMail } from '#db/queries/complaints/complaints';
import type { MailContext } from '../../mail/compose-mail.ts';
import { complaintAnswerMail } from './complaint-mails.ts';

/** Mails written in one run; the next run follows a minute later. */
const ANSWERS_PER_RUN = 50;

/** Writes the mails with answers that the operator has given (`npm run site -- complaint answer`); run by the scheduled handler. */
export async function mailAnswers(ctx: MailContext & { readonly db: Database }): Promise<void> {
  const { db, now } = ctx;
  const waiting = await complaintsToAnswer(db, ANSWERS_PER_RUN);
  for (const complaint of waiting) {
    const mail = complaintAnswerMail(ctx, complaint, complaint.number, complaint.answer ?? '');
    await batch(db, insertAnswerMail(db, complaint.number, mail, now));
  }
}
