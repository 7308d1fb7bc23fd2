import { pluralSentence } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { addressOwner, type MailedAccount } from '../../mail/recipient.ts';
import type { MissedCounts } from './absence-mail.ts';
import { MAIL_SETTINGS_PATH, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** How much came, by kind; offers count only for members who switched them on. */
type SummaryCounts = MissedCounts & { readonly offers: number };

/**
 * The summary of a day or a week: how much is new, without names or texts, as in the absence mail. Its headers let a mail program
 * unsubscribe with one click (docs/product.md, "Daily and weekly summaries").
 */
export async function summaryMail(ctx: MailContext, member: MailedAccount, every: 'daily' | 'weekly', counts: SummaryCounts) {
  const kinds = (['messages', 'matches', 'likes', 'offers'] as const).filter((kind) => counts[kind] > 0);
  return composeMail(ctx, addressOwner(member), {
    kind: 'summary',
    sentences: ({ summary }, locale) => ({
      subject: summary[`subject_${every}`],
      body: [summary[`intro_${every}`], ...kinds.map((kind) => pluralSentence(summary, kind, counts[kind], locale))],
      button: summary.button,
      notes: [summary[`quiet_${every}`]],
      links: [{ label: summary.settings, path: MAIL_SETTINGS_PATH }],
    }),
    path: '/notifications',
    headers: await unsubscribeHeaders(ctx, member.id),
  });
}
