import { createToken } from '../../lib/tokens.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';

/**
 * The mail to the old address, which says that the account has a new one. Its link undoes the change for 48 hours
 * (docs/product.md, "Undoing an address change").
 */
export async function emailChangedMail(ctx: MailContext, recipient: Recipient, changeId: string) {
  const token = await createToken(ctx.env.SIGNING_KEY, 'mail_undo', { change: changeId }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'mail_changed',
    sentences: ({ mail_changed }) => ({ ...mail_changed, notes: [mail_changed.expiry, mail_changed.otherwise] }),
    path: `/mail-change/do?undo=${token}`,
  });
}
