import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/**
 * The mail to a member who switched on offers that a time bonus has begun. It says that it is automatic, and why it was sent; its headers
 * let a mail program unsubscribe with one click (docs/product.md, "Offer notifications").
 */
export async function offerMail(ctx: MailContext, recipient: Recipient) {
  return composeMail(ctx, recipient, {
    kind: 'offer',
    sentences: ({ offer }) => ({ ...offer, notes: [offer.otherwise], links: [{ label: offer.settings, path: MAIL_SETTINGS_PATH }] }),
    path: '/credits',
    headers: await unsubscribeHeaders(ctx, recipient.id),
  });
}
