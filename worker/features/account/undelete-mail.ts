import type { AccountStatus } from '../../domain/account-status.ts';
import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { type MailedAccount, readerOf } from '../../mail/recipient.ts';

/** The mail after a deletion, with the link that restores the account (docs/product.md, "Restoring a deleted account"). */
export async function undeleteMail(ctx: MailContext, account: MailedAccount & AccountStatus, deletedAt: number) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'undelete', { member: account.id, deleted_at: deletedAt }, ctx.now);
  return composeMail(ctx, readerOf(account), {
    kind: 'deleted',
    sentences: ({ deleted }) => ({ ...deleted, notes: [deleted.expiry, deleted.otherwise] }),
    path: `/account-deleted?token=${token}`,
  });
}
