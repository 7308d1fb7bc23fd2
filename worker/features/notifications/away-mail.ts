import { counted } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** How much came while a member was away, by kind. */
export interface Missed {
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
}

/** The page of each kind, the most important kind first. */
const PLACES = [
  ['messages', '/chats'],
  ['matches', '/likes/matches'],
  ['likes', '/likes'],
] as const;

/**
 * The mail that says how much came while a member was away, without names or texts, because others may read the mailbox. Its headers
 * let a mail program unsubscribe with one click (docs/product.md, "Absence mails").
 */
export async function awayMail(ctx: MailContext, recipient: Recipient, missed: Missed) {
  const kinds = PLACES.filter(([kind]) => missed[kind] > 0);
  const [first, path] = kinds[0] ?? PLACES[0];
  return composeMail(ctx, recipient, {
    kind: 'away',
    words: ({ away }, locale) => ({
      greeting: away.greeting,
      subject: kinds.length > 1 ? away.subject_both : counted(away, `subject_${first}`, missed[first], locale),
      body: kinds.map(([kind]) => counted(away, kind, missed[kind], locale)),
      button: away[`button_${first}`],
      notes: [away.once],
      links: [{ label: away.settings, path: MAIL_SETTINGS_PATH }],
    }),
    path,
    headers: await unsubscribeHeaders(ctx, recipient.id),
  });
}
