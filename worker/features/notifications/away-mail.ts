import { pluralSentence } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** How much came while a member was away, by kind. */
export interface MissedCounts {
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
}

/** The page of each kind, the most important kind first. */
const KIND_PATHS = [
  ['messages', '/chats'],
  ['matches', '/likes/matches'],
  ['likes', '/likes'],
] as const;

/**
 * The mail that says how much came while a member was away, without names or texts, because others may read the mailbox. Its headers
 * let a mail program unsubscribe with one click (docs/product.md, "Absence mails").
 */
export async function awayMail(ctx: MailContext, recipient: Recipient, missed: MissedCounts) {
  const kinds = KIND_PATHS.filter(([kind]) => missed[kind] > 0);
  const [first, path] = kinds[0] ?? KIND_PATHS[0];
  return composeMail(ctx, recipient, {
    kind: 'away',
    sentences: ({ away }, locale) => ({
      greeting: away.greeting,
      subject: kinds.length > 1 ? away.subject_both : pluralSentence(away, `subject_${first}`, missed[first], locale),
      body: kinds.map(([kind]) => pluralSentence(away, kind, missed[kind], locale)),
      button: away[`button_${first}`],
      notes: [away.once],
      links: [{ label: away.settings, path: MAIL_SETTINGS_PATH }],
    }),
    path,
    headers: await unsubscribeHeaders(ctx, recipient.id),
  });
}
