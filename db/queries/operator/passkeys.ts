import { and, asc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { operatorChallenges, operatorPasskeys, operators } from '../../schema/index.ts';
import { isAmongFirst } from '../shared/first-rows.ts';

export type ChallengeRow = typeof operatorChallenges.$inferSelect;

interface InsertConditions {
  readonly now: number;
  readonly most: number;
  readonly when?: SQL;
}

/** Stores a challenge. Fewer than `most` of the operator may be open, so that a stolen password fills no table; no row otherwise. */
export const insertChallenge = (db: Database, challenge: ChallengeRow, { now, most, when = sql`true` }: InsertConditions) =>
  db
    .insert(operatorChallenges)
    .select(
      sql`
        select ${challenge.id}, ${challenge.memberId}, ${challenge.purpose}, ${challenge.challenge}, ${challenge.sessionId},
          ${challenge.codeHash}, ${challenge.expiresAt}
        where (select count(*) from operator_challenges where member_id = ${challenge.memberId} and expires_at > ${now}) < ${most}
          and exists (select 1 from ${operators} where member_id = ${challenge.memberId}) and ${when}`,
    )
    .returning({ id: operatorChallenges.id });

/** Condition: an operator has a passkey. */
export const hasPasskey = (memberId: string): SQL => sql`exists (select 1 from operator_passkeys where member_id = ${memberId})`;
/** Condition: this is the code of an operator, and it is valid. */
export const isEnrolmentCode = (memberId: string, codeHash: string, now: number): SQL =>
  sql`exists (select 1 from operator_enrolments where member_id = ${memberId} and code_hash = ${codeHash} and expires_at > ${now})`;

export interface ChallengeKey {
  readonly id: string;
  readonly purpose: ChallengeRow['purpose'];
  /** The hash of the token of the session that asked; null before there is one. */
  readonly tokenHash: string | null;
}

/** Takes a challenge out of the table, so that nobody can answer it again; no row if it was used, has expired or is for something else. */
export const takeChallenge = (db: Database, { id, purpose, tokenHash }: ChallengeKey, now: number) =>
  db
    .delete(operatorChallenges)
    .where(
      and(
        eq(operatorChallenges.id, id),
        eq(operatorChallenges.purpose, purpose),
        tokenHash === null
          ? isNull(operatorChallenges.sessionId)
          : sql`${operatorChallenges.sessionId} in (select id from operator_sessions where token_hash = ${tokenHash})`,
        gt(operatorChallenges.expiresAt, now),
      ),
    )
    .returning();

/** Deletes challenges that have expired. */
export const deletePastChallenges = (db: Database, now: number) =>
  db.delete(operatorChallenges).where(isAmongFirst(operatorChallenges, lt(operatorChallenges.expiresAt, now)));

export type PasskeyRow = typeof operatorPasskeys.$inferSelect;

/** The passkeys of an operator, the oldest first. */
export const passkeysOf = (db: Database, memberId: string) =>
  db
    .select()
    .from(operatorPasskeys)
    .where(eq(operatorPasskeys.memberId, memberId))
    .orderBy(asc(operatorPasskeys.createdAt), asc(operatorPasskeys.id));

/** A passkey by the id of its credential; no row if it is stored for nobody. */
export const passkeyById = (db: Database, id: string) => db.select().from(operatorPasskeys).where(eq(operatorPasskeys.id, id));

/** Stores a passkey of an operator who has fewer than `most`; no row if there are as many, or if the passkey is stored already. */
export const insertPasskey = (db: Database, passkey: PasskeyRow, most: number, when: SQL = sql`true`) =>
  db
    .insert(operatorPasskeys)
    .select(
      sql`
        select ${passkey.id}, member_id, ${passkey.publicKey}, ${passkey.counter}, ${JSON.stringify(passkey.transports)}, ${passkey.name},
          ${passkey.createdAt}, ${passkey.usedAt}
        from ${operators}
        where member_id = ${passkey.memberId} and ${when}
          and (select count(*) from operator_passkeys where member_id = ${passkey.memberId}) < ${most}`,
    )
    .onConflictDoNothing()
    .returning({ id: operatorPasskeys.id });

/** Condition: a passkey is one of this operator, who has another one. */
export const isRemovablePasskey = (memberId: string, id: string): SQL => sql`
  (exists (select 1 from operator_passkeys as one where one.id = ${id} and one.member_id = ${memberId})
    and (select count(*) from operator_passkeys as other where other.member_id = ${memberId}) > 1)`;

/** Removes a passkey of an operator who has another one; no row otherwise. Its sessions go by foreign key. */
export const deletePasskeyOf = (db: Database, memberId: string, id: string) =>
  db
    .delete(operatorPasskeys)
    .where(and(eq(operatorPasskeys.id, id), isRemovablePasskey(memberId, id)))
    .returning({ id: operatorPasskeys.id });

/** Condition: the passkey has not been used since its counter was read. An authenticator that does not count always says 0. */
const isAtCounter = (id: string, counter: number) =>
  sql`exists (select 1 from operator_passkeys where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)))`;

/** Stores that a passkey was used; no row if another use with the same or a higher counter came first. */
export const updatePasskeyCounter = (
  db: Database,
  { id, counter, now }: { readonly id: string; readonly counter: number; readonly now: number },
) =>
  db
    .update(operatorPasskeys)
    .set({ counter, usedAt: now })
    .where(and(eq(operatorPasskeys.id, id), isAtCounter(id, counter)))
    .returning({ id: operatorPasskeys.id });
