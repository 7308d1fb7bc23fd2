import type { Database } from '#db/client';
import { acceptMail, claimDueMails, MAIL_TRIES, type MailRow } from '#db/queries/shared/event-outbox';
import type { Env } from '../config/env.ts';
import { senderOf } from '../lib/mail-headers.ts';
import { bindingDriver } from '../platform/mail/binding-driver.ts';
import { httpDriver } from '../platform/mail/http-driver.ts';
import { type MailDriver, MailFault } from '../platform/mail/mail-driver.ts';

/** How long a driver has for one mail. */
const MAIL_MS = 5_000;
const AT_ONCE = 3;
/** A claim lasts for two rounds of mails that hang. */
const CLAIMED_AT_ONCE = 2 * AT_ONCE;
const SWEEP_MS = 45_000;

/** The local driver: the table is the mailbox, and /_dev/mail shows it. */
const keepInTable: MailDriver = async () => {};

/** Only a site that speaks SMTP evaluates what it takes. */
const smtpWhenAsked =
  (mailUrl: string, from: string): MailDriver =>
  async (mail) => {
    const { smtpDriver } = await import('../platform/mail/smtp-driver.ts');
    await smtpDriver(mailUrl, senderOf(from), MAIL_MS)(mail);
  };

/**
 * Who delivers this site's mails: MAIL_URL (smtp, smtps or https); without it in development the table, live the binding EMAIL.
 * Null when nobody does: then mails wait in the table, and every sweep says so.
 */
export function mailDriver({ MAIL_URL, MAIL_FROM, EMAIL, ENVIRONMENT }: Env): MailDriver | null {
  if (MAIL_URL && MAIL_FROM) {
    return /^smtps?:/.test(MAIL_URL) ? smtpWhenAsked(MAIL_URL, MAIL_FROM) : httpDriver(MAIL_URL, senderOf(MAIL_FROM), MAIL_MS);
  }
  if (ENVIRONMENT === 'development') return keepInTable;
  return EMAIL && MAIL_FROM ? bindingDriver(EMAIL, senderOf(MAIL_FROM)) : null;
}

/** Whatever a driver awaits, a mail is over after MAIL_MS. */
async function inTime(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new MailFault('timeout')), MAIL_MS);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the log may hold of a failure: messages of others carry addresses. */
const reasonOf = (error: unknown): string => (error instanceof MailFault ? error.message : error instanceof Error ? error.name : 'unknown');

/** Hands mails to the driver, three at a time, and notes which it accepted; the others stay for the sweep. */
export async function deliverMails(db: Database, driver: MailDriver | null, mails: readonly MailRow[], now: number): Promise<void> {
  if (!driver) return;
  const waiting = [...mails];
  const deliverNext = async (): Promise<void> => {
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
      try {
        await inTime(driver(mail));
        await acceptMail(db, mail.id, now);
      } catch (error) {
        const isGivenUp = mail.tries >= MAIL_TRIES;
        console.warn(JSON.stringify({ at: 'mail', kind: mail.kind, tries: mail.tries, is_given_up: isGivenUp, error: reasonOf(error) }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deliverNext));
}

/** Delivers mails that earlier requests could not; run by the scheduled handler. */
export async function sweepMails(db: Database, driver: MailDriver | null): Promise<void> {
  if (!driver) {
    console.error(JSON.stringify({ at: 'mail', error: 'mails wait: set MAIL_URL and MAIL_FROM, or bind EMAIL and set MAIL_FROM' }));
    return;
  }
  const end = Date.now() + SWEEP_MS;
  for (;;) {
    const now = Date.now();
    const mails = await claimDueMails(db, now, CLAIMED_AT_ONCE);
    await deliverMails(db, driver, mails, now);
    if (mails.length < CLAIMED_AT_ONCE || now > end) return;
  }
}
