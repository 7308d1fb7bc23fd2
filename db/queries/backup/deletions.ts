import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
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

/** The accounts that were erased or deleted at or after a time. */
export async function deletionsSince(db: Database, since: number): Promise<Deletion[]> {
  const { erased, deleted } = await batch(db, {
    erased: erasedSince(db, since),
    deleted: db
      .select({ id: members.id, deletedAt: members.deletedAt })
      .from(members)
      .where(and(eq(members.status, 'deleted'), gte(members.deletedAt, since)))
      .orderBy(asc(members.deletedAt), asc(members.id)),
  });
  return [...erased.map(({ id }) => ({ id, deletedAt: null })), ...deleted];
}

/** Deletes an account at the time of its deletion; the scheduled handler erases it 28 days later. Nothing happens if it is not in use. */
const deleteAgain = (db: Database, id: string, deletedAt: number) => {
  const isDeleted = sql`exists (select 1 from ${members} where ${members.id} = ${id} and ${members.status} = 'deleted')`;
  return {
    changedMember: db
      .update(members)
      .set({ statusBefore: sql`${members.status}`, status: 'deleted', deletedAt })
      .where(and(eq(members.id, id), inArray(members.status, ['active', 'not_confirmed'])))
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
