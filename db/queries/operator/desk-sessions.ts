import { and, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, operatorChallenges, operatorPasskeys, operatorSessions, operators } from '../../schema/index.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import type { Role } from './operators.ts';

/** The cookie of a desk: the member and the hash of its token. It proves nothing until a row of the sessions matches. */
export interface DeskCredential {
  readonly memberId: string;
  readonly tokenHash: string;
}

/** The operator of a desk session with the session and the member's status; no row if it is forged, has ended, or the member is no operator. */
export const operatorOfSession = (db: Database, { memberId, tokenHash }: DeskCredential, now: number) =>
  db
    .select({
      memberId: operators.memberId,
      role: operators.role,
      email: members.email,
      name: members.name,
      status: members.status,
      banReason: members.banReason,
      sessionId: operatorSessions.id,
      passkeyId: operatorSessions.passkeyId,
      device: operatorSessions.device,
      seenAt: operatorSessions.seenAt,
      confirmedAt: operatorSessions.confirmedAt,
      expiresAt: operatorSessions.expiresAt,
    })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.memberId, operatorSessions.memberId))
    .innerJoin(members, eq(members.id, operatorSessions.memberId))
    .where(and(eq(operatorSessions.memberId, memberId), eq(operatorSessions.tokenHash, tokenHash), gt(operatorSessions.expiresAt, now)));

export type DeskSessionRow = typeof operatorSessions.$inferSelect;

/** Opens a session of the desk with a passkey, if a condition holds; no row if not, or if passkey or active account are gone. */
export const insertDeskSession = (db: Database, session: DeskSessionRow, when: SQL = sql`true`) =>
  db
    .insert(operatorSessions)
    .select(
      sql`
        select ${session.id}, operator_passkeys.member_id, ${session.passkeyId}, ${session.tokenHash}, ${session.device}, ${session.createdAt},
          ${session.seenAt}, ${session.confirmedAt}, ${session.expiresAt}
        from operator_passkeys inner join ${members} on ${members.id} = operator_passkeys.member_id
        where operator_passkeys.id = ${session.passkeyId} and operator_passkeys.member_id = ${session.memberId}
          and ${members.status} = 'active' and ${when}`,
    )
    .returning({ id: operatorSessions.id });

/** The valid sessions of an operator with the names of their passkeys, the latest seen first. */
export const deskSessionsOf = (db: Database, memberId: string, now: number) =>
  db
    .select({
      id: operatorSessions.id,
      device: operatorSessions.device,
      passkey: operatorPasskeys.name,
      createdAt: operatorSessions.createdAt,
      seenAt: operatorSessions.seenAt,
      expiresAt: operatorSessions.expiresAt,
    })
    .from(operatorSessions)
    .innerJoin(operatorPasskeys, eq(operatorPasskeys.id, operatorSessions.passkeyId))
    .where(and(eq(operatorSessions.memberId, memberId), gt(operatorSessions.expiresAt, now)))
    .orderBy(desc(operatorSessions.seenAt), desc(operatorSessions.createdAt));

/** Condition: a session of the desk is one of this operator. */
export const isDeskSessionOf = (memberId: string, id: string): SQL =>
  sql`exists (select 1 from operator_sessions where id = ${id} and member_id = ${memberId})`;

/** Ends sessions of an operator by their ids; a row for each that there was. */
export const deleteDeskSessions = (db: Database, memberId: string, ids: readonly string[]) =>
  db
    .delete(operatorSessions)
    .where(and(eq(operatorSessions.memberId, memberId), inArray(operatorSessions.id, [...ids])))
    .returning({ id: operatorSessions.id });

/** Ends all sessions of an operator; a row for each that was valid. */
export const deleteAllDeskSessions = (db: Database, memberId: string, now: number) =>
  db
    .delete(operatorSessions)
    .where(and(eq(operatorSessions.memberId, memberId), gt(operatorSessions.expiresAt, now)))
    .returning({ id: operatorSessions.id });

/** Ends all sessions of an operator and voids all challenges, if a condition holds inside the batch; nobody goes on who knew the old password. */
export const endDesk = (db: Database, memberId: string, when: SQL) => ({
  endedDeskSessions: db.delete(operatorSessions).where(and(eq(operatorSessions.memberId, memberId), when)),
  voidedChallenges: db.delete(operatorChallenges).where(and(eq(operatorChallenges.memberId, memberId), when)),
});

/** Stores when a session was last seen. */
export const updateDeskSeen = (db: Database, id: string, now: number) =>
  db.update(operatorSessions).set({ seenAt: now }).where(eq(operatorSessions.id, id));

/** Stores that the operator of a session has just used the passkey; no row if the session has ended. */
export const confirmDeskSession = (db: Database, id: string, now: number, when: SQL = sql`true`) =>
  db
    .update(operatorSessions)
    .set({ confirmedAt: now, seenAt: now })
    .where(and(eq(operatorSessions.id, id), gt(operatorSessions.expiresAt, now), when))
    .returning({ id: operatorSessions.id });

/** What a session of the desk has to be for an act, proven again where the act is written. */
export interface DeskProof {
  readonly sessionId: string;
  readonly roles: readonly Role[];
  /** The passkey was used after this time (ms); 0 where no confirmation is needed. */
  readonly confirmedAfter: number;
}

/** Condition: a session of the desk is valid, and its operator has one of the roles and an active account. */
export const isProven = ({ sessionId, roles, confirmedAfter }: DeskProof, now: number): SQL =>
  sql`exists (select 1 from operator_sessions
    inner join operators on operators.member_id = operator_sessions.member_id
    inner join members on members.id = operator_sessions.member_id
    where operator_sessions.id = ${sessionId} and operator_sessions.expires_at > ${now} and operator_sessions.confirmed_at > ${confirmedAfter}
      and members.status = 'active' and ${inArray(sql`operators.role`, [...roles])})`;

/** Deletes sessions of the desk that have ended. */
export const deletePastDeskSessions = (db: Database, now: number) =>
  db.delete(operatorSessions).where(isAmongFirst(operatorSessions, lt(operatorSessions.expiresAt, now)));
