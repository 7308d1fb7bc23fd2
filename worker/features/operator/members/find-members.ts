import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { type findMembers as endpoint, FOUND_MEMBERS_MAX } from '#contract/operator/operated-members';
import type { Database } from '#db/client';
import { type FoundMemberRow, memberByKey, membersByName } from '#db/queries/operator/member-overview';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** What the desk shows of a member in a list. */
export const foundMember = ({ id, name, email, status, isFictional, country, createdAt }: FoundMemberRow) => ({
  ...{ id, name, email, status, country },
  is_fictional: isFictional,
  signed_up_at: isoTime(createdAt),
});

/** An address is found whole only, so that nobody reads through the addresses of others. */
function searchStatement(db: Database, q: string) {
  if (q.includes('@')) return memberByKey(db, 'email', q.toLowerCase());
  return /^[\w-]{22}$/.test(q) ? memberByKey(db, 'id', q) : membersByName(db, q, FOUND_MEMBERS_MAX + 1);
}

/** Members by a whole address, an id, or the beginning of a name. */
export async function findMembers(ctx: Context, { q }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { found } = await requireOperator(ctx, {}, (_, db) => ({ found: searchStatement(db, q) }));
  return { members: found.slice(0, FOUND_MEMBERS_MAX).map(foundMember), is_capped: found.length > FOUND_MEMBERS_MAX };
}
