import { batch, type Database } from '#db/client';
import { complaintsToAnswer, insertAnswerMail } from '#db/queries/complaints/complaints';
import { inRounds } from '../../lib/rounds.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { complaintAnswerMail } from './complaint-mails.ts';

/** Mails that are written in one run. */
const BOUNDS = { size: 50, rows: 500, perSecond: 100 };

/** Writes the mails with answers that the operator has given (`npm run site -- complaint answer`); run by the scheduled handler. */
export async function mailAnswers(ctx: MailContext & { readonly db: Database }): Promise<void> {
  const { db, now } = ctx;
  await inRounds(BOUNDS, async (limit) => {
    const waiting = await complaintsToAnswer(db, limit);
    for (const complaint of waiting) {
      const mail = complaintAnswerMail(ctx, complaint, complaint.number, complaint.answer ?? '');
      await batch(db, insertAnswerMail(db, complaint.number, mail, now));
    }
    return waiting.length;
  });
}
