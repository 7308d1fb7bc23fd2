import { counted } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** How much came while a member was away. */
export interface Missed {
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
}

/** Where each kind is looked at, the one that matters most first. */
const PLACES = [
  ['messages', '/chats'],
  ['matches', '/likes/matches'],
  ['likes', '/likes'],
] as const;

/** Tells a member how much came while they were away: no name and no word of it, since a shared mailbox reads along. One click ends these mails. */
export async function awayMail(ctx: MailContext, recipient: Recipient, missed: Missed) {
  const came = PLACES.filter(([kind]) => missed[kind] > 0);
  const [first, path] = came[0] ?? PLACES[0];
  return composeMail(ctx, recipient, {
    kind: 'away',
    words: ({ away }, locale) => ({
      greeting: away.greeting,
      subject: came.length > 1 ? away.subject_both : counted(away, `subject_${first}`, missed[first], locale),
      body: came.map(([kind]) => counted(away, kind, missed[kind], locale)),
      button: away[`button_${first}`],
      notes: [away.once],
      links: [{ label: away.settings, path: MAIL_SETTINGS_PATH }],
    }),
    path,
    headers: await unsubscribeHeaders(ctx, recipient.id),
  });
}
