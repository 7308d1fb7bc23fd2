import { createToken } from '../lib/tokens.ts';
import { composeMail, type MailContext } from './compose-mail.ts';
import { type MailedAccount, unprovenAddress } from './recipient.ts';

/**
 * Composes the activation mail of an account, as a row to be written. Its link is valid for 24 hours and for this address
 * (docs/product.md, "Activation link").
 */
export async function activationMail(ctx: MailContext, account: Omit<MailedAccount, 'name'>) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'activate', { member: account.id, email: account.email }, ctx.now);
  return composeMail(ctx, unprovenAddress(account), {
    kind: 'activation',
    sentences: ({ activation }) => ({ ...activation, notes: [activation.expiry, activation.otherwise] }),
    path: `/api/activate.php?token=${token}`,
  });
}
