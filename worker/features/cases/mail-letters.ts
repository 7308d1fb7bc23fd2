import { batch, type Database } from '#db/client';
import { closeSettledCases, insertLetterMail, lettersToWrite } from '#db/queries/cases/letters';
import type { MailContext } from '../../mail/compose-mail.ts';
import { letterMail } from './letter-mails.ts';

/** Letters written in one run; the next run follows a minute later. */
const LETTERS_PER_RUN = 50;

/**
 * Writes the mails of letters about decisions (docs/product.md, "Letters of a case"); run by the scheduled handler. A case is closed when the
 * mail server has accepted the last of them.
 */
export async function mailLetters(ctx: MailContext & { readonly db: Database }): Promise<void> {
  const { db, now } = ctx;
  for (const row of await lettersToWrite(db, LETTERS_PER_RUN)) {
    const mail = letterMail(ctx, row);
    if (mail) await batch(db, insertLetterMail(db, row.letter.id, mail));
  }
  await closeSettledCases(db, now);
}
