import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, operatorEnrolments, operators } from '../../schema/index.ts';
import { isAmongFirst } from '../shared/first-rows.ts';

export type OperatorRow = typeof operators.$inferSelect;
export type Role = OperatorRow['role'];

/** Every operator with the member's address, name and status and how many passkeys and valid sessions there are, in the order in which they were added. */
export const allOperators = (db: Database, now: number) =>
  db
    .select({
      memberId: operators.memberId,
      role: operators.role,
      addedAt: operators.addedAt,
      email: members.email,
      name: members.name,
      status: members.status,
      passkeys: sql<number>`(select count(*) from operator_passkeys where member_id = operators.member_id)`,
      sessions: sql<number>`(select count(*) from operator_sessions where member_id = operators.member_id and expires_at > ${now})`,
      codeExpiresAt: operatorEnrolments.expiresAt,
    })
    .from(operators)
    .innerJoin(members, eq(members.id, operators.memberId))
    .leftJoin(operatorEnrolments, and(eq(operatorEnrolments.memberId, operators.memberId), gt(operatorEnrolments.expiresAt, now)))
    .orderBy(asc(operators.addedAt), asc(operators.memberId));

/** The operator that a member is; no row if they are none. */
export const operatorOfMember = (db: Database, memberId: string) => db.select().from(operators).where(eq(operators.memberId, memberId));

/** Condition: a member is an operator with an active account. */
export const isActiveOperator = (memberId: string): SQL =>
  sql`exists (select 1 from operators inner join members on members.id = operators.member_id and members.status = 'active'
    where operators.member_id = ${memberId})`;

/** Who could be given a case: operators with an active account, by name. */
export const activeOperators = (db: Database) =>
  db
    .select({ id: operators.memberId, name: members.name, role: operators.role })
    .from(operators)
    .innerJoin(members, and(eq(members.id, operators.memberId), eq(members.status, 'active')))
    .orderBy(asc(members.name), asc(operators.memberId));

/** Makes a member an operator; no row if they are one already. */
export const insertOperator = (db: Database, operator: OperatorRow) =>
  db.insert(operators).values(operator).onConflictDoNothing().returning({ memberId: operators.memberId });

/** Takes the desk from an operator, with passkeys, sessions and codes; no row if the member is no operator. */
export const deleteOperator = (db: Database, memberId: string) =>
  db.delete(operators).where(eq(operators.memberId, memberId)).returning({ memberId: operators.memberId });

/** Gives an operator a code in place of an earlier one. `codeHash` is its hash; times in ms. */
export const replaceEnrolment = (db: Database, enrolment: typeof operatorEnrolments.$inferInsert) =>
  db
    .insert(operatorEnrolments)
    .values(enrolment)
    .onConflictDoUpdate({
      target: operatorEnrolments.memberId,
      set: { codeHash: enrolment.codeHash, createdAt: enrolment.createdAt, expiresAt: enrolment.expiresAt },
    });

/** Deletes the code of an operator if it is this one and valid; no row otherwise. */
export const useEnrolment = (db: Database, memberId: string, codeHash: string, now: number) =>
  db
    .delete(operatorEnrolments)
    .where(and(eq(operatorEnrolments.memberId, memberId), eq(operatorEnrolments.codeHash, codeHash), gt(operatorEnrolments.expiresAt, now)))
    .returning({ memberId: operatorEnrolments.memberId });

/** Deletes codes that have expired. */
export const deletePastEnrolments = (db: Database, now: number) =>
  db.delete(operatorEnrolments).where(isAmongFirst(operatorEnrolments, lt(operatorEnrolments.expiresAt, now)));

/** The code of an operator if it is this one and valid. */
export const selectEnrolment = (db: Database, memberId: string, codeHash: string, now: number) =>
  db
    .select({ expiresAt: operatorEnrolments.expiresAt })
    .from(operatorEnrolments)
    .where(
      and(eq(operatorEnrolments.memberId, memberId), eq(operatorEnrolments.codeHash, codeHash), gt(operatorEnrolments.expiresAt, now)),
    );
