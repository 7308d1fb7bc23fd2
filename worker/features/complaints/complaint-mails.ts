import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { pluralSentence } from '../../i18n/server-texts.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { unprovenAddress } from '../../mail/recipient.ts';

/** Who made a complaint; `memberId` is null without an account. */
export interface Complainant {
  readonly memberId: string | null;
  readonly email: string;
  readonly locale: string;
}

/** Anybody can enter somebody else's address, so that nothing that was typed stands in these mails. */
const recipientOf = ({ email, locale }: Complainant) => unprovenAddress({ id: '', email, locale });

/** The mail that confirms a complaint, with its number and the time within which it is answered. */
export const complaintMail = (ctx: MailContext, from: Complainant, number: string) => ({
  ...composeMail(ctx, recipientOf(from), {
    kind: 'complaint',
    sentences: ({ complaint }, locale) => ({
      ...complaint,
      body: [complaint.body, pluralSentence(complaint, 'answer', COMPLAINT_ANSWER_DAYS, locale)],
      notes: [complaint.otherwise],
    }),
    path: '/complaints#status',
    values: { number },
  }),
  memberId: from.memberId,
});

/** The mail with the operator's answer, in the paragraphs in which it was written, and a link for those who disagree. */
export function complaintAnswerMail(ctx: MailContext, from: Complainant, number: string, answer: string) {
  const paragraphs = answer.split(/\n\s*\n/).map((words) => words.trim());
  return {
    ...composeMail(ctx, recipientOf(from), {
      kind: 'complaint_answer',
      sentences: ({ complaint_answer: words }) => ({
        ...words,
        body: [words.body, ...paragraphs.map((_, i) => `{{part${i}}}`)],
        notes: [words.otherwise],
        links: [{ label: words.ways, path: '/pages/terms#law' }],
      }),
      path: '/complaints',
      values: { number, ...Object.fromEntries(paragraphs.map((words, i) => [`part${i}`, words])) },
    }),
    memberId: from.memberId,
    // Due at once: the sweep that writes it also delivers it.
    dueAt: ctx.now,
  };
}
