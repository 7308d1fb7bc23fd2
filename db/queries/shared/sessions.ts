import { and, desc, eq, getTableColumns, gt, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { preparedRows } from '../../prepared-statement.ts';
import { rowCodec } from '../../row-codec.ts';
import { members, sessions } from '../../schema/index.ts';
import { DELIVERY_CLAIM_MS, insertEventsFrom } from './event-outbox.ts';
import { isAmongFirst } from './first-rows.ts';

/** The content of a session cookie: the member and the hash of its token. It proves nothing until a row of sessions matches. */
export interface SessionCredential {
  readonly memberId: string;
  readonly tokenHash: string;
}

// Secrets of a member and columns that no request needs are not read with the session.
const {
  passwordHash: _hash,
  signupKey: _key,
  signupOrigin: _origin,
  deleteReason: _reason,
  awayMailedAt: _mailed,
  birthYear: _year,
  searchRank: _rank,
  isSearchable: _found,
  ...sessionColumns
} = getTableColumns(members);

/** Condition: a row of sessions is the one of the credential and has not expired. */
export const isSessionOfCredential = ({ memberId, tokenHash }: SessionCredential, now: number) =>
  and(eq(sessions.memberId, memberId), eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now));

/** The same, and its member is neither deleted nor banned; for statements that write in the batch that checks the session. */
export const isActingSession = (credential: SessionCredential, now: number) =>
  and(
    isSessionOfCredential(credential, now),
    sql`exists (select 1 from ${members} where ${members.id} = ${credential.memberId} and ${members.status} in ('active', 'not_confirmed'))`,
  );

const sessionRow = rowCodec({
  ...sessionColumns,
  sessionId: sessions.id,
  sessionSeenAt: sessions.seenAt,
  sessionExpiresAt: sessions.expiresAt,
});

/** The member of a session with the session; no row if the credential is forged, the session has expired or the account is deleted. */
export const memberOfSession = preparedRows(
  (_, credential: SessionCredential, now: number) =>
    sql`
      select ${sessionRow.cell} as row from ${sessions} inner join ${members} on ${members.id} = ${sessions.memberId}
      where ${and(isSessionOfCredential(credential, now), ne(members.status, 'deleted'))}`,
  ({ row }: { row: string }) => sessionRow.read(row),
);

/** Opens a session; gives its id, or no row if the member is deleted or banned or the password has been replaced since it was checked. */
export const insertSession = (db: Database, session: typeof sessions.$inferInsert, passwordHash: string) =>
  db
    .insert(sessions)
    .select(
      sql`
        select ${session.id}, id, ${session.tokenHash}, ${session.device}, ${session.createdAt}, ${session.seenAt}, ${session.expiresAt}
        from ${members}
        where ${members.id} = ${session.memberId} and ${members.passwordHash} = ${passwordHash}
          and ${members.status} in ('active', 'not_confirmed')`,
    )
    .returning({ id: sessions.id });

/** Deletes the session of a credential at logout; gives its id, or no row if it does not exist. */
export const deleteSession = (db: Database, credential: SessionCredential) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.memberId, credential.memberId), eq(sessions.tokenHash, credential.tokenHash)))
    .returning({ id: sessions.id });

/** The valid sessions of a member, the latest seen first. */
export const sessionsOfMember = (db: Database, memberId: string, now: number) =>
  db
    .select({ id: sessions.id, device: sessions.device, createdAt: sessions.createdAt, seenAt: sessions.seenAt })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt));

/** Which of a member's sessions: all, one, or all but one. */
export interface WhichSessions {
  readonly only?: string;
  readonly except?: string;
}

/** Writes a `session.ended` event for each session, so that its sockets close. */
export const insertSessionEndedEvents = (db: Database, which: SQL | undefined, at: { createdAt: number; dueAt: number }, when: SQL) =>
  insertEventsFrom(
    db,
    sql`
      select lower(hex(randomblob(16))), ${sessions.memberId}, json_object('type', 'session.ended', 'session', ${sessions.id}),
        ${at.createdAt}, ${at.dueAt}, 0
      from ${sessions} where ${and(which, when)}`,
  );

/** Ends sessions of a member, if a condition holds inside the batch. `sessionEvents` are the events for their sockets. */
export const endSessions = (db: Database, memberId: string, { only, except }: WhichSessions, now: number, when: SQL = sql`true`) => {
  const which = and(
    eq(sessions.memberId, memberId),
    only === undefined ? undefined : eq(sessions.id, only),
    except === undefined ? undefined : ne(sessions.id, except),
  );
  return {
    sessionEvents: insertSessionEndedEvents(db, which, { createdAt: now, dueAt: now + DELIVERY_CLAIM_MS }, when),
    endedSessions: db.delete(sessions).where(and(which, when)).returning({ id: sessions.id }),
  };
};

/** Ends the sessions of all members, with the events for their sockets. */
export const endAllSessions = (db: Database, now: number) => ({
  sessionEvents: insertSessionEndedEvents(db, undefined, { createdAt: now, dueAt: now + DELIVERY_CLAIM_MS }, sql`true`),
  endedSessions: db.delete(sessions).returning({ id: sessions.id }),
});

/** Deletes sessions that have expired; their push subscriptions go with them. */
export const deleteExpiredSessions = (db: Database, now: number) =>
  db.delete(sessions).where(isAmongFirst(sessions, lt(sessions.expiresAt, now)));

/** Extends a session to a new end (ms) and marks it as seen. */
export const extendSession = (db: Database, id: string, now: number, expiresAt: number) =>
  db.update(sessions).set({ seenAt: now, expiresAt }).where(eq(sessions.id, id));

/**
 * Stores the last activity of a member. The search index holds only the bucket of a quarter of an hour or a day, so it changes once a bucket and not at
 * every poll. `knownAs` is the last activity that the caller has read; if it has changed since, nothing is written.
 */
export function updateLastActivity(
  db: Database,
  id: string,
  now: number,
  { bucket, knownAs }: { readonly bucket?: number; readonly knownAs?: number } = {},
) {
  return db
    .update(members)
    .set({ lastActiveAt: now, ...(bucket === undefined ? {} : { activityBucket: bucket }) })
    .where(and(eq(members.id, id), knownAs === undefined ? undefined : eq(members.lastActiveAt, knownAs)));
}

/**
 * Stores that a member has closed their last page at `leftAt`, unless they were active later. Cards then show them as last active at
 * `shownAsActiveAt`, and absence mails count what came after that time. Times in ms.
 */
export const recordLeave = (db: Database, id: string, { leftAt, shownAsActiveAt }: { leftAt: number; shownAsActiveAt: number }) =>
  db
    .update(members)
    .set({ lastActiveAt: sql`min(last_active_at, ${shownAsActiveAt})`, awayMailedAt: sql`min(away_mailed_at, ${shownAsActiveAt})` })
    .where(and(eq(members.id, id), lte(members.lastActiveAt, leftAt), inArray(members.status, ['active', 'not_confirmed'])));
