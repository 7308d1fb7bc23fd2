import { pluralSentence } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { addressOwner, type MailedAccount } from '../../mail/recipient.ts';
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
export async function absenceMail(ctx: MailContext, member: MailedAccount, missed: MissedCounts) {
  const kinds = KIND_PATHS.filter(([kind]) => missed[kind] > 0);
  const [first, path] = kinds[0] ?? KIND_PATHS[0];
  return composeMail(ctx, addressOwner(member), {
    kind: 'absence',
    sentences: ({ absence }, locale) => ({
      subject: kinds.length > 1 ? absence.subject_both : pluralSentence(absence, `subject_${first}`, missed[first], locale),
      body: kinds.map(([kind]) => pluralSentence(absence, kind, missed[kind], locale)),
      button: absence[`button_${first}`],
      notes: [absence.once],
      links: [{ label: absence.settings, path: MAIL_SETTINGS_PATH }],
    }),
    path,
    headers: await unsubscribeHeaders(ctx, member.id),
  });
}
