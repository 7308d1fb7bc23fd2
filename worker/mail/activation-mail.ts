import { createToken } from '../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from './compose-mail.ts';

/**
 * Composes the activation mail of an account, as a row to be written. Its link is valid for 24 hours and for this address
 * (docs/product.md, "Activation link").
 */
export async function activationMail(ctx: MailContext, recipient: Recipient) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'activate', { member: recipient.id, email: recipient.email }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'activation',
    sentences: ({ activation }) => ({ ...activation, notes: [activation.expiry, activation.otherwise] }),
    path: `/api/activate.php?token=${token}`,
  });
}
