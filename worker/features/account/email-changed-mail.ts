import { signToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/**
 * The notice to the old address that the account has another one. Its link undoes the change for 48 hours
 * (docs/product.md, "Undoing an address change").
 */
export async function mailChangedMail(ctx: MailContext, recipient: Recipient, change: string) {
  const token = await signToken(ctx.env.SIGNING_KEY, 'mail_undo', { change }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'mail_changed',
    words: ({ mail_changed }) => ({ ...mail_changed, notes: [mail_changed.expiry, mail_changed.otherwise] }),
    path: `/mail-change/do?undo=${token}`,
  });
}
