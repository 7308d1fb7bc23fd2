import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, operatorActivity } from '../../schema/index.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import { type DeskProof, isProven } from './desk-sessions.ts';

export type ActivityRow = typeof operatorActivity.$inferSelect;

/** A condition on the database, for callers that do not build SQL. */
export type Condition = SQL;

/**
 * Writes what was done, if a condition holds. With a `proof`, the session of the desk is proven again: if it has ended meanwhile, or its
 * operator lost the role, the time is null, which violates `NOT NULL operator_activity.created_at` and undoes the batch.
 */
export const insertActivity = (db: Database, row: ActivityRow, proof: DeskProof | null, when: SQL = sql`true`) =>
  db.run(sql`
    insert into ${operatorActivity} (id, actor, operator_id, act, about_id, subject, amount, reason, created_at)
    select ${row.id}, ${row.actor}, ${row.operatorId}, ${row.act}, ${row.aboutId}, ${row.subject}, ${row.amount}, ${row.reason},
      ${proof ? sql`case when ${isProven(proof, row.createdAt)} then ${row.createdAt} end` : row.createdAt}
    where ${when} ${proof ? sql`or not ${isProven(proof, row.createdAt)}` : sql``}`);

const columns = {
  id: operatorActivity.id,
  actor: operatorActivity.actor,
  act: operatorActivity.act,
  aboutId: operatorActivity.aboutId,
  subject: operatorActivity.subject,
  amount: operatorActivity.amount,
  reason: operatorActivity.reason,
  createdAt: operatorActivity.createdAt,
};

/** The latest acts of an operator, with the names of the members whom they concern. */
export const activityOfOperator = (db: Database, operatorId: string, limit: number) =>
  db
    .select({ ...columns, aboutName: members.name })
    .from(operatorActivity)
    .leftJoin(members, eq(members.id, operatorActivity.aboutId))
    .where(and(eq(operatorActivity.operatorId, operatorId), isNotNull(operatorActivity.operatorId)))
    .orderBy(desc(operatorActivity.createdAt), desc(operatorActivity.id))
    .limit(limit);

/** The latest acts that concern a member, with the address of the operator; null for acts of the command line. */
export const activityAbout = (db: Database, aboutId: string, limit: number) =>
  db
    .select({ ...columns, operator: members.email })
    .from(operatorActivity)
    .leftJoin(members, eq(members.id, operatorActivity.operatorId))
    .where(and(eq(operatorActivity.aboutId, aboutId), isNotNull(operatorActivity.aboutId)))
    .orderBy(desc(operatorActivity.createdAt), desc(operatorActivity.id))
    .limit(limit);

/** The latest acts of all operators and of the command line, with the addresses of both members. */
export const latestActivity = (db: Database, limit: number) =>
  db
    .select({
      ...columns,
      operator: members.email,
      aboutEmail: sql<string | null>`(select email from members as about where about.id = ${operatorActivity.aboutId})`,
    })
    .from(operatorActivity)
    .leftJoin(members, eq(members.id, operatorActivity.operatorId))
    .orderBy(desc(operatorActivity.createdAt), desc(operatorActivity.id))
    .limit(limit);

/** Condition: an operator has not done this about a member since a time (ms). */
export const isFirstActSince = (operatorId: string, act: string, aboutId: string, since: number): SQL => sql`
  not exists (select 1 from operator_activity as earlier where earlier.operator_id = ${operatorId} and earlier.created_at > ${since}
    and earlier.act = ${act} and earlier.about_id = ${aboutId})`;

/** Deletes what was done before a time (ms). */
export const deleteActivityBefore = (db: Database, before: number) =>
  db.delete(operatorActivity).where(isAmongFirst(operatorActivity, lt(operatorActivity.createdAt, before)));
