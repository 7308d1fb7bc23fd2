import { and, asc, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { batch, type Database } from '../../client.ts';
import { members } from '../../schema/index.ts';
import { erasedSince, eraseMember } from '../account/erasure.ts';
import { stopAllRenewals } from '../credits/renewals.ts';
import { endSessions } from '../shared/sessions.ts';

/** An account that is gone: erased, or deleted at a time (ms) and not yet erased. */
export interface Deletion {
  readonly id: string;
  readonly deletedAt: number | null;
}

/**
 * The accounts that were erased or deleted at or after a time, and those that were deleted at or before `dueUntil` and wait for their
 * erasure: the time of a deletion is earlier than the deletion itself where it is not to be undone.
 */
export async function deletionsSince(db: Database, { since, dueUntil }: { since: number; dueUntil: number }): Promise<Deletion[]> {
  const { erased, deleted } = await batch(db, {
    erased: erasedSince(db, since),
    deleted: db
      .select({ id: members.id, deletedAt: members.deletedAt })
      .from(members)
      .where(and(eq(members.status, 'deleted'), or(gte(members.deletedAt, since), lte(members.deletedAt, dueUntil))))
      .orderBy(asc(members.deletedAt), asc(members.id)),
  });
  return [...erased.map(({ id }) => ({ id, deletedAt: null })), ...deleted];
}

/**
 * Deletes an account at the time of its deletion; the scheduled handler erases it 28 days later. Nothing happens to one that is banned, or
 * that was deleted by then.
 */
const deleteAgain = (db: Database, id: string, deletedAt: number) => {
  const isDeleted = sql`exists (select 1 from ${members} where ${members.id} = ${id} and ${members.status} = 'deleted')`;
  return {
    changedMember: db
      .update(members)
      .set({
        statusBefore: sql`iif(${members.status} = 'deleted', ${members.statusBefore}, ${members.status})`,
        status: 'deleted',
        deletedAt,
      })
      .where(
        and(
          eq(members.id, id),
          or(inArray(members.status, ['active', 'not_confirmed']), and(eq(members.status, 'deleted'), gt(members.deletedAt, deletedAt))),
        ),
      )
      .returning({ id: members.id }),
    ...endSessions(db, id, {}, deletedAt, isDeleted),
    ...stopAllRenewals(db, id, deletedAt, isDeleted),
  };
};

/** Erases an account whatever its status is. */
const eraseAgain = (db: Database, id: string, now: number) => ({
  changedMember: db.update(members).set({ status: 'deleted', deletedAt: now }).where(eq(members.id, id)).returning({ id: members.id }),
  ...eraseMember(db, id, now),
});

/** Deletes or erases an account of a restored backup again. Returns whether the backup had it in another state. */
export async function applyDeletion(db: Database, { id, deletedAt }: Deletion, now: number): Promise<boolean> {
  const { changedMember } = await batch(db, deletedAt === null ? eraseAgain(db, id, now) : deleteAgain(db, id, deletedAt));
  return changedMember.length > 0;
}
