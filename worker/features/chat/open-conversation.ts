import type { openConversation as endpoint } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { conversationOfPair, createConversationStatements } from '#db/queries/chat/conversations';
import { profileOfMember } from '#db/queries/profile/profile';
import { accountExists } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';

/**
 * Opens the conversation with a member, free of charge (docs/product.md, "Opening a conversation"). One that the caller has deleted comes
 * back without its old messages (docs/product.md, "Deleting a conversation").
 */
export async function openConversation(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const {
    member,
    others: [other],
    conversations: [existing],
  } = await requireSession(ctx, (me, db) => ({ others: profileOfMember(db, me, id), conversations: conversationOfPair(db, me, id) }));
  if (member.id === id) refuseFields({ profile: 'not_allowed' });
  if (other?.iBlock === 1 && other.blocksMe === 0 && accountExists(other)) refuse('blocked');
  if (!other || !accountExists(other) || other.blocksMe === 1) return refuse('not_found');
  if (existing?.isAccessible) return { id: existing.id };
  const { opened } = await batch(ctx.db, createConversationStatements(ctx.db, randomId(), member.id, id, ctx.now));
  return opened[0] ?? refuse('not_found');
}
