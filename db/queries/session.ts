import { and, eq, getTableColumns, gt, lt, ne } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { compiled } from '../compiled.ts';
import { members, sessions } from '../schema/index.ts';

export interface SessionClaim {
  readonly memberId: string;
  readonly tokenHash: string;
}

// Nothing that proves who a member is leaves the database with their session.
const {
  passwordHash: _hash,
  signupKey: _key,
  signupOrigin: _origin,
  deleteReason: _reason,
  awayMailedAt: _mailed,
  birthYear: _year,
  walkRank: _rank,
  isSearchable: _found,
  ...sessionColumns
} = getTableColumns(members);

/** The member a session belongs to, with the session; no row: the claim is not true. */
export const memberOfSession = compiled((db, claim: SessionClaim, now: number) =>
  db
    .select({
      ...sessionColumns,
      sessionId: sessions.id,
      sessionSeenAt: sessions.seenAt,
      sessionExpiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(
      and(
        eq(sessions.memberId, claim.memberId),
        eq(sessions.tokenHash, claim.tokenHash),
        gt(sessions.expiresAt, now),
        ne(members.status, 'deleted'),
      ),
    ),
);

export const insertSession = (db: Database, session: typeof sessions.$inferInsert) => db.insert(sessions).values(session);

export const deleteSession = (db: Database, claim: SessionClaim) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.memberId, claim.memberId), eq(sessions.tokenHash, claim.tokenHash)))
    .returning({ id: sessions.id });

export const deleteExpiredSessions = (db: Database, now: number) => db.delete(sessions).where(lt(sessions.expiresAt, now));

/** Moves a session's end forward; the member stays signed in while they come by. */
export const extendSession = (db: Database, id: string, now: number, expiresAt: number) =>
  db.update(sessions).set({ seenAt: now, expiresAt }).where(eq(sessions.id, id));

/** Notes activity. The search index holds only the bucket, so it is rewritten once a bucket and not at every poll. */
export function touchMember(db: Database, id: string, now: number, bucket: { changedTo: number } | null) {
  return db
    .update(members)
    .set({ lastActiveAt: now, ...(bucket ? { activeBucket: bucket.changedTo } : {}) })
    .where(eq(members.id, id));
}
