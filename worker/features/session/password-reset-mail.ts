import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import { resetProof } from './reset-token.ts';

/** The mail with the link that sets a new password; it is valid for one hour and works once (docs/product.md, "Password reset link"). */
export async function passwordResetMail(ctx: MailContext, recipient: Recipient & { readonly passwordHash: string }) {
  const proof = await resetProof(recipient);
  const token = await createToken(ctx.env.SIGNING_KEY, 'reset', { member: recipient.id, proof }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'reset',
    sentences: ({ reset }) => ({ ...reset, notes: [reset.expiry, reset.otherwise] }),
    path: `/reset-password/do?token=${token}`,
  });
}
