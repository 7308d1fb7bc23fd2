import { batch, type Database } from '#db/client';
import { isOutdatedAbsenceMail } from '#db/queries/notifications/absence-mails';
import { acceptMail, claimDueMails, giveUpMail, MAIL_TRIES, type MailRow } from '#db/queries/shared/mail-queue';
import type { Env } from '../config/env.ts';
import { countEvents } from '../domain/operating/daily-figures.ts';
import { logLine } from '../lib/log.ts';
import { senderOf } from '../lib/mail-headers.ts';
import { inRounds } from '../lib/rounds.ts';
import { bindingDriver } from '../platform/mail/binding-driver.ts';
import { httpDriver } from '../platform/mail/http-driver.ts';
import { type MailDriver, MailFault } from '../platform/mail/mail-driver.ts';

/** How long a driver has for one mail. */
const MAIL_TIMEOUT_MS = 5_000;
/** Mails that are delivered at the same time. */
const CONCURRENT_MAILS = 3;
/** Mails of one sweep. Even if all that are claimed at a time time out, they are done before the claim ends. */
const SWEEP_BOUNDS = { size: 2 * CONCURRENT_MAILS, rows: 1_000, perSecond: 25 };

/** The driver of a local site. It does nothing, because /_dev/mail shows the mails. */
const storeOnlyDriver: MailDriver = async () => {};

/** The SMTP driver. Its library is loaded with the first mail, so that sites without SMTP never load it. */
const lazySmtpDriver =
  (mailUrl: string, from: string): MailDriver =>
  async (mail) => {
    const { smtpDriver } = await import('../platform/mail/smtp-driver.ts');
    await smtpDriver(mailUrl, senderOf(from), MAIL_TIMEOUT_MS)(mail);
  };

/**
 * The mail driver of this site: that of MAIL_URL (smtp, smtps or https). Without it, in development the one that does nothing, in
 * production the binding EMAIL. Returns null if none is set up; mails then wait in the table, and every sweep logs that.
 */
export function mailDriver({ MAIL_URL, MAIL_FROM, EMAIL, ENVIRONMENT }: Env): MailDriver | null {
  if (MAIL_URL && MAIL_FROM) {
    return /^smtps?:/.test(MAIL_URL) ? lazySmtpDriver(MAIL_URL, MAIL_FROM) : httpDriver(MAIL_URL, senderOf(MAIL_FROM), MAIL_TIMEOUT_MS);
  }
  if (ENVIRONMENT === 'development') return storeOnlyDriver;
  return EMAIL && MAIL_FROM ? bindingDriver(EMAIL, senderOf(MAIL_FROM)) : null;
}

/** Waits for a delivery. Throws a MailFault after MAIL_TIMEOUT_MS, even if the driver hangs. */
async function withTimeout(delivery: Promise<void>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new MailFault('timeout')), MAIL_TIMEOUT_MS);
  try {
    await Promise.race([delivery, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The reason of a failure for the log. Messages of other errors are left out, because they may hold addresses. */
const loggableReason = (error: unknown): string =>
  error instanceof MailFault ? error.message : error instanceof Error ? error.name : 'unknown';

/** Counts a try that failed. Without the database it is not counted, and the sweep goes on with the next mail all the same. */
async function countFailure(db: Database, kind: MailRow['kind'], isGivenUp: boolean): Promise<void> {
  const now = Date.now();
  const one = new Map([[kind, 1]]);
  try {
    await batch(db, {
      failed: countEvents(db, 'mails_failed', one, now),
      givenUp: isGivenUp ? countEvents(db, 'mails_given_up', one, now) : null,
    });
  } catch (error) {
    logLine('warn', { at: 'figures', name: error instanceof Error ? error.name : 'unknown' });
  }
}

/**
 * Hands mails to the driver of this site, several at a time. Marks and empties those that it accepts; a local site keeps a copy in its
 * mailbox. Failures are logged, and those mails stay for the sweep.
 */
export async function deliverMails(env: Env, db: Database, mails: readonly MailRow[], now: number): Promise<void> {
  const driver = mailDriver(env);
  if (!driver) return;
  const keepsCopy = env.ENVIRONMENT === 'development';
  const waiting = [...mails];
  const deliverNext = async (): Promise<void> => {
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
      try {
        await withTimeout(driver(mail));
        await acceptMail(db, mail.id, now, { keepsCopy });
      } catch (error) {
        const isGivenUp = mail.tries >= MAIL_TRIES;
        logLine('warn', { at: 'mail', kind: mail.kind, tries: mail.tries, is_given_up: isGivenUp, error: loggableReason(error) });
        if (isGivenUp) await giveUpMail(db, mail.id);
        await countFailure(db, mail.kind, isGivenUp);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAILS }, deliverNext));
}

/**
 * Delivers the mails that earlier requests could not, and deletes absence mails that were put off and have become outdated. The scheduled handler runs it. What is left after 1,000 mails or 40 seconds waits for the
 * next run.
 */
export async function sweepMails(env: Env, db: Database): Promise<void> {
  if (!mailDriver(env)) {
    logLine('error', { at: 'mail', error: 'mails wait: set MAIL_URL and MAIL_FROM, or bind EMAIL and set MAIL_FROM' });
    return;
  }
  await inRounds(SWEEP_BOUNDS, async (limit) => {
    const now = Date.now();
    const mails = await claimDueMails(db, now, limit, isOutdatedAbsenceMail);
    await deliverMails(env, db, mails, now);
    return mails.length;
  });
}
