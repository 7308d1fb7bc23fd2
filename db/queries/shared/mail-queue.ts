import { and, asc, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { batch, type Database } from '../../client.ts';
import { mailbox, mails } from '../../schema/index.ts';
import { acceptLetter } from './accepted-letters.ts';
import { DELIVERY_CLAIM_MS } from './event-outbox.ts';

export type MailRow = typeof mails.$inferSelect;
export type MailInsert = typeof mails.$inferInsert;

/**
 * When the last of that many tries of the sweep has failed, after about fourteen hours, a mail is given up: its row stays, but is never due
 * again.
 */
export const MAIL_TRIES = 20;
const LONGEST_PAUSE_MS = 3600_000;
const NEVER_DUE_AT = Number.MAX_SAFE_INTEGER;

/** Writes a mail to be sent. */
export const insertMail = (db: Database, mail: MailInsert) => db.insert(mails).values(mail).returning();

/** Writes a mail if a condition still holds inside the batch. */
export const insertMailWhen = (db: Database, mail: MailInsert, when: SQL) =>
  db
    .insert(mails)
    .select(
      sql`
        select ${mail.id}, ${mail.memberId}, ${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html},
          ${mail.headers ? JSON.stringify(mail.headers) : null}, ${mail.createdAt}, ${mail.dueAt}, 0, null
        where ${when}`,
    )
    .returning();

/** Writes a mail unless its member was sent one of the same kind after `since`; of concurrent ones only the first is written. */
export const insertMailOnceSince = (db: Database, mail: MailInsert, since: number) =>
  insertMailWhen(
    db,
    mail,
    sql`not exists (
      select 1 from ${mails}
      where ${mails.memberId} = ${mail.memberId} and ${mails.kind} = ${mail.kind} and ${mails.createdAt} > ${since})`,
  );

/**
 * Marks a mail as accepted by the mail server and empties it, because its links open the account of whoever reads them. The address of
 * somebody without an account stays: mails about complaints are erased by it. With `keepsCopy` the mailbox of a local site gets a copy. A letter
 * about a decision that it carries is accepted with it, and its case is closed with the last one.
 */
export const acceptMail = (db: Database, id: string, now: number, { keepsCopy }: { readonly keepsCopy: boolean }) =>
  batch(db, {
    copy: keepsCopy
      ? db.run(sql`
          insert into ${mailbox} (id, recipient, subject, text, html, headers)
          select id, recipient, subject, text, html, headers from ${mails} where id = ${id} and accepted_at is null`)
      : null,
    accepted: db
      .update(mails)
      .set({
        acceptedAt: now,
        recipient: sql`iif(${mails.memberId} is null, ${mails.recipient}, '')`,
        subject: '',
        text: '',
        html: '',
        headers: null,
      })
      .where(and(eq(mails.id, id), isNull(mails.acceptedAt))),
    ...acceptLetter(db, id, now),
  });

/** Condition on `mails`: the last try has failed. While that is under way, the mail is still claimed, so that nobody else sends it. */
export const isGivenUpMail: SQL = sql`mails.accepted_at is null and mails.tries >= ${MAIL_TRIES} and mails.due_at = ${NEVER_DUE_AT}`;

/** Gives up a mail whose last try has failed. */
export const giveUpMail = (db: Database, id: string) =>
  db
    .update(mails)
    .set({ dueAt: NEVER_DUE_AT })
    .where(and(eq(mails.id, id), isNull(mails.acceptedAt), gte(mails.tries, MAIL_TRIES)));

/**
 * Claims due mails for this sweep and doubles the pause to their next try; the conditional write guards against two sweeps at once. Of the first
 * `limit` due mails, those for which `isOutdated` holds are deleted, and none of them is claimed.
 */
export async function claimDueMails(db: Database, now: number, limit: number, isOutdated: SQL = sql`false`): Promise<MailRow[]> {
  const firstDue = (which?: SQL) =>
    db
      .select({ id: mails.id })
      .from(mails)
      .where(and(isNull(mails.acceptedAt), lte(mails.dueAt, now), which))
      .orderBy(asc(mails.dueAt))
      .limit(limit);
  const { claimed } = await batch(db, {
    outdated: db.delete(mails).where(and(inArray(mails.id, firstDue()), isOutdated)),
    claimed: db
      .update(mails)
      .set({
        dueAt: sql`${now} + min(${DELIVERY_CLAIM_MS} << min(${mails.tries}, 16), ${LONGEST_PAUSE_MS})`,
        tries: sql`${mails.tries} + 1`,
      })
      .where(inArray(mails.id, firstDue(sql`not (${isOutdated})`)))
      .returning(),
  });
  return claimed;
}

const recipientInMailbox = sql<string>`coalesce(${mailbox.recipient}, ${mails.recipient})`;

/** Mails as the mailbox of a local site shows them: with the content of those that wait, and that of the copy once they are accepted. */
const mailboxRows = (db: Database) =>
  db
    .select({
      id: mails.id,
      memberId: mails.memberId,
      kind: mails.kind,
      recipient: recipientInMailbox,
      subject: sql<string>`coalesce(${mailbox.subject}, ${mails.subject})`,
      text: sql<string>`coalesce(${mailbox.text}, ${mails.text})`,
      html: sql<string>`coalesce(${mailbox.html}, ${mails.html})`,
      headers: sql`coalesce(${mailbox.headers}, ${mails.headers})`.mapWith(mails.headers),
      createdAt: mails.createdAt,
      tries: mails.tries,
      acceptedAt: mails.acceptedAt,
    })
    .from(mails)
    .leftJoin(mailbox, eq(mailbox.id, mails.id));
export type MailboxRow = Awaited<ReturnType<typeof mailboxRows>>[number];

/** The latest 200 mails to a recipient, or to all for null, newest first; for the local mailbox. */
export const mailsTo = (db: Database, recipient: string | null) =>
  mailboxRows(db)
    .where(recipient === null ? undefined : sql`${recipientInMailbox} = ${recipient}`)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(200);

export const mailById = (db: Database, id: string) => mailboxRows(db).where(eq(mails.id, id));
