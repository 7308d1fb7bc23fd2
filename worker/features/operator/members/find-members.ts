import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { findMembers as endpoint } from '#contract/operator/operated-members';
import type { FoundMemberRow } from '#db/queries/operator/member-overview';
import type { Context } from '../../../domain/context.ts';
import { foundMembers, membersFoundBy } from '../../../domain/operating/find-members.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** What the desk shows of a member in a list. */
export const foundMember = ({ id, name, email, status, isFictional, country, createdAt }: FoundMemberRow) => ({
  ...{ id, name, email, status, country },
  is_fictional: isFictional,
  signed_up_at: isoTime(createdAt),
});

/** Members by a whole address, an id, or the beginning of a name. */
export async function findMembers(ctx: Context, { q }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { found } = await requireOperator(ctx, {}, (_, db) => ({ found: membersFoundBy(db, q) }));
  const { members, isCapped } = foundMembers(found);
  return { members: members.map(foundMember), is_capped: isCapped };
}
