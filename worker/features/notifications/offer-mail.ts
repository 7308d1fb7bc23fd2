import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** Tells whoever asked for offers that a time bonus has begun, that this goes out by itself, and why. One click ends these mails. */
export async function offerMail(ctx: MailContext, recipient: Recipient) {
  return composeMail(ctx, recipient, {
    kind: 'offer',
    words: ({ offer }) => ({ ...offer, notes: [offer.otherwise], links: [{ label: offer.settings, path: MAIL_SETTINGS_PATH }] }),
    path: '/credits',
    headers: await unsubscribeHeaders(ctx, recipient.id),
  });
}
