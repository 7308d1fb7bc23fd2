import { signToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/** The mail after a deletion, with the link that restores the account (docs/product.md, "Restoring a deleted account"). */
export async function deletedMail(ctx: MailContext, recipient: Recipient, deletedAt: number) {
  const token = await signToken(ctx.env.SIGNING_KEY, 'undelete', { member: recipient.id, deleted_at: deletedAt }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'deleted',
    words: ({ deleted }) => ({ ...deleted, notes: [deleted.expiry, deleted.otherwise] }),
    path: `/account-deleted?token=${token}`,
  });
}
