import { cardOfMember, profileOfMember } from '#db/queries/profile/profile';
import { accountExists } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { cardOf } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';

/**
 * The cards of the caller (`mine`) and of the named member (`theirs`), each as the other sees it. Refuses oneself with 422, and a member
 * who has left or blocks the caller with 404 (docs/product.md, "Liking and unliking").
 */
export async function readBothMembers(ctx: Context, id: string) {
  if (ctx.session.credential?.memberId === id) {
    await requireSession(ctx, () => ({}));
    refuseFields({ profile: 'not_allowed' });
  }
  const {
    member,
    theirs: [other],
    mine: [self],
  } = await requireSession(ctx, (me, db) => ({ theirs: profileOfMember(db, me, id), mine: cardOfMember(db, id, me) }));
  if (!other || !self || !accountExists(other) || other.blocksMe === 1) return refuse('not_found');
  return {
    me: member.id,
    isConfirmed: member.status === 'active',
    hasBirthDate: member.dateOfBirth !== null,
    mine: cardOf(self, 'member', ctx.now),
    theirs: cardOf(other, 'member', ctx.now),
    likesMe: other.likesMe === 1,
    iBlock: other.iBlock === 1,
  };
}
