import { signToken } from '../domain/tokens.ts';
import { composeMail, type MailContext, type Recipient } from './compose.ts';
import { counted } from './texts.ts';

/** How much came while a member was away. */
export interface Missed {
  readonly messages: number;
  readonly likes: number;
}

/** Tells a member how much came while they were away: no name and no word of it, since a shared mailbox reads along. One click ends these mails (RFC 8058). */
export async function awayMail(ctx: MailContext, recipient: Recipient, { messages, likes }: Missed) {
  const token = await signToken(ctx.env.SIGNING_KEY, 'unsubscribe', { member: recipient.id }, ctx.now);
  return composeMail(ctx, recipient, {
    kind: 'away',
    words: ({ away }, locale) => ({
      greeting: away.greeting,
      subject:
        messages > 0 && likes > 0
          ? away.subject_both
          : messages > 0
            ? counted(away, 'subject_messages', messages, locale)
            : counted(away, 'subject_likes', likes, locale),
      body: [
        ...(messages > 0 ? [counted(away, 'messages', messages, locale)] : []),
        ...(likes > 0 ? [counted(away, 'likes', likes, locale)] : []),
      ],
      button: messages > 0 ? away.button_messages : away.button_likes,
      notes: [away.once],
      links: [{ label: away.settings, path: '/profile#mails' }],
    }),
    path: messages > 0 ? '/chats' : '/likes',
    headers: {
      'List-Unsubscribe': `<${ctx.env.SITE_URL}/api/unsubscribe.php?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}
