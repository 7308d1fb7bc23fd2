import type { AccountStatus } from '../../domain/account-status.ts';
import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { type MailedAccount, readerOf } from '../../mail/recipient.ts';
import { resetProof } from './reset-token.ts';

/** The mail with the link that sets a new password; it is valid for one hour and works once (docs/product.md, "Password reset link"). */
export async function passwordResetMail(ctx: MailContext, account: MailedAccount & AccountStatus & { readonly passwordHash: string }) {
  const proof = await resetProof(account);
  const token = await createToken(ctx.env.SIGNING_KEY, 'reset', { member: account.id, proof }, ctx.now);
  return composeMail(ctx, readerOf(account), {
    kind: 'reset',
    sentences: ({ reset }) => ({ ...reset, notes: [reset.expiry, reset.otherwise] }),
    path: `/reset-password/do?token=${token}`,
  });
}
