import { resetProof } from '../domain/reset-proof.ts';
import { signToken } from '../domain/tokens.ts';
import { composeMail, type MailContext, type Recipient } from './compose.ts';

/** The mail with the link to a new password, good for an hour and once (api.md, resetpassword.php). */
export async function resetMail(ctx: MailContext, recipient: Recipient & { readonly passwordHash: string }) {
  const proof = await resetProof(recipient);
  const token = await signToken(ctx.env.SIGNING_KEY, 'reset', { member: recipient.id, proof }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'reset',
    words: ({ reset }) => ({ ...reset, notes: [reset.expiry, reset.otherwise] }),
    path: `/reset-password/do?token=${token}`,
  });
}
