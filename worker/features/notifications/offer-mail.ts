import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { addressOwner, type MailedAccount } from '../../mail/recipient.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/**
 * The mail to a member who switched on offers that a time bonus has begun. It says that it is automatic, and why it was sent; its headers
 * let a mail program unsubscribe with one click (docs/product.md, "Offer notifications").
 */
export async function offerMail(ctx: MailContext, member: MailedAccount) {
  return composeMail(ctx, addressOwner(member), {
    kind: 'offer',
    sentences: ({ offer }) => ({ ...offer, notes: [offer.otherwise], links: [{ label: offer.settings, path: MAIL_SETTINGS_PATH }] }),
    path: '/credits',
    headers: await unsubscribeHeaders(ctx, member.id),
  });
}
