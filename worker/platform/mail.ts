import type { Database } from '#db/client';
import { acceptMail, claimDueMails, type MailRow } from '#db/queries/outbox';
import type { Env } from '../env.ts';

/** Takes one mail for delivery; throws when it cannot. */
export type MailDriver = (mail: MailRow) => Promise<void>;

/** The local driver: the table is the mailbox, and /_dev/mail shows it. */
const keepInTable: MailDriver = async () => {};

/** A deployed site has no driver yet: its mails wait in the table and none counts as delivered. */
const waitForDriver: MailDriver = async () => {
  throw new Error('no mail driver is set up');
};

/** Who delivers this site's mails. */
export const mailDriver = (env: Env): MailDriver => (env.ENVIRONMENT === 'development' ? keepInTable : waitForDriver);

/** Hands mails to the driver and notes which it accepted; the others stay for the sweep. */
export async function deliverMails(db: Database, driver: MailDriver, mails: readonly MailRow[], now: number): Promise<void> {
  for (const mail of mails) {
    try {
      await driver(mail);
      await acceptMail(db, mail.id, now);
    } catch (error) {
      console.warn(JSON.stringify({ at: 'mail', kind: mail.kind, error: error instanceof Error ? error.message : 'unknown' }));
    }
  }
}

/** Delivers mails that earlier requests could not; run by the scheduled handler. */
export async function sweepMails(db: Database, driver: MailDriver, now: number): Promise<void> {
  await deliverMails(db, driver, await claimDueMails(db, now, 50), now);
}
