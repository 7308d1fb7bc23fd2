import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { counted } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';

/** Whom a complaint came from; the account where there is one. */
export interface Complainant {
  readonly memberId: string | null;
  readonly email: string;
  readonly locale: string;
}

/** Nothing that was typed stands in these mails: anybody may give anybody's address. */
const recipientOf = ({ email, locale }: Complainant) => ({ id: '', email, locale, name: '' });

/** Tells that a complaint has arrived, its number and until when it is answered. */
export const complaintMail = (ctx: MailContext, from: Complainant, number: string) => ({
  ...composeMail(ctx, recipientOf(from), {
    kind: 'complaint',
    words: ({ complaint }, locale) => ({
      ...complaint,
      body: [complaint.body, counted(complaint, 'answer', COMPLAINT_ANSWER_DAYS, locale)],
      notes: [complaint.otherwise],
    }),
    path: '/complaints#status',
    values: { number },
  }),
  memberId: from.memberId,
});

/** The operator's answer, paragraph by paragraph as it was written, with the ways on for whoever does not agree. */
export function complaintAnswerMail(ctx: MailContext, from: Complainant, number: string, answer: string) {
  const paragraphs = answer.split(/\n\s*\n/).map((words) => words.trim());
  return {
    ...composeMail(ctx, recipientOf(from), {
      kind: 'complaint_answer',
      words: ({ complaint_answer: words }) => ({
        ...words,
        body: [words.body, ...paragraphs.map((_, i) => `{{part${i}}}`)],
        notes: [words.otherwise],
        links: [{ label: words.ways, path: '/pages/terms#law' }],
      }),
      path: '/complaints',
      values: { number, ...Object.fromEntries(paragraphs.map((words, i) => [`part${i}`, words])) },
    }),
    memberId: from.memberId,
    // Written by the sweep, which delivers it, too.
    dueAt: ctx.now,
  };
}
