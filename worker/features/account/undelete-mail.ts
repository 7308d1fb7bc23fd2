import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/** The mail after a deletion, with the link that restores the account (docs/product.md, "Restoring a deleted account"). */
export async function undeleteMail(ctx: MailContext, recipient: Recipient, deletedAt: number) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'undelete', { member: recipient.id, deleted_at: deletedAt }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'deleted',
    sentences: ({ deleted }) => ({ ...deleted, notes: [deleted.expiry, deleted.otherwise] }),
    path: `/account-deleted?token=${token}`,
  });
}
