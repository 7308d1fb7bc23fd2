import { relationshipOf } from '#db/queries/safety/blocks-and-hides';
import { accountExists } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

/** The caller's relationship to another member. */
export interface Relationship {
  readonly me: string;
  readonly iBlock: boolean;
  readonly iHide: boolean;
  /** Whether the member exists for the caller: has not left and does not block the caller. */
  readonly isVisible: boolean;
}

type RelationshipRow = Awaited<ReturnType<typeof relationshipOf>>[number];

/**
 * The caller's relationship to a member. Refuses oneself with 422 and an unknown member with 404 (docs/product.md, "Blocking a member").
 */
export function relationshipFrom(me: string, id: string, row: RelationshipRow | undefined): Relationship {
  if (me === id) refuseFields({ profile: 'not_allowed' });
  if (!row) return refuse('not_found');
  return { me, iBlock: row.iBlock === 1, iHide: row.iHide === 1, isVisible: accountExists(row) && row.blocksMe === 0 };
}

/** Proves the session and reads the caller's relationship to a member in one round trip. Refuses oneself and an unknown member. */
export async function readRelationship(ctx: Context, id: string): Promise<Relationship> {
  const { member, relationship } = await requireSession(ctx, (me, db) => ({ relationship: relationshipOf(db, me, id) }));
  return relationshipFrom(member.id, id, relationship[0]);
}
