import { counted } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext, type Recipient } from '../../mail/compose-mail.ts';
import type { Missed } from './away-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** What came, with offers where a member wants to hear of them. */
type News = Missed & { readonly offers: number };

/** The summary of a day or a week: how much is new, and like the away mail no name and no word of it. One click ends these mails. */
export async function digestMail(ctx: MailContext, recipient: Recipient, every: 'daily' | 'weekly', missed: News) {
  const came = (['messages', 'matches', 'likes', 'offers'] as const).filter((kind) => missed[kind] > 0);
  return composeMail(ctx, recipient, {
    kind: 'digest',
    words: ({ digest }, locale) => ({
      greeting: digest.greeting,
      subject: digest[`subject_${every}`],
      body: [digest[`intro_${every}`], ...came.map((kind) => counted(digest, kind, missed[kind], locale))],
      button: digest.button,
      notes: [digest[`quiet_${every}`]],
      links: [{ label: digest.settings, path: MAIL_SETTINGS_PATH }],
    }),
    path: '/notifications',
    headers: await unsubscribeHeaders(ctx, recipient.id),
  });
}
