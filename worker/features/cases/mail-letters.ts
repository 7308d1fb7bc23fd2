import { batch, type Database } from '#db/client';
import { closeSettledCases, insertLetterMail, lettersToWrite } from '#db/queries/cases/letters';
import { inRounds } from '../../lib/rounds.ts';
import type { MailContext } from '../../mail/compose-mail.ts';
import { letterMail } from './letter-mails.ts';

/** Letters that are written in one run. */
const BOUNDS = { size: 50, rows: 500, perSecond: 100 };

/**
 * Writes the mails of letters about decisions (docs/product.md, "Letters of a case"); run by the scheduled handler. A case is closed when the
 * mail server has accepted the last of them.
 */
export async function mailLetters(ctx: MailContext & { readonly db: Database }): Promise<void> {
  const { db, now } = ctx;
  await inRounds(BOUNDS, async (limit) => {
    let written = 0;
    for (const row of await lettersToWrite(db, limit)) {
      const mail = letterMail(ctx, row);
      if (!mail) continue;
      await batch(db, insertLetterMail(db, row.letter.id, mail));
      written += 1;
    }
    return written;
  });
  await closeSettledCases(db, now);
}
