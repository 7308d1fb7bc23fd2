import { RESTRICTIONS } from '#contract/cases';
import type { LetterToWrite } from '#db/queries/cases/letters';
import { groundCodeOf, removedPartOf } from '../../domain/moderation/decision-statement.ts';
import { formatMoment } from '../../i18n/format-dates.ts';
import type { ServerTexts } from '../../i18n/server-texts.ts';
import { groupedNumber } from '../../lib/reference-number.ts';
import { composeMail, type MailContext } from '../../mail/compose-mail.ts';
import { type Recipient, readerOf, unprovenAddress } from '../../mail/recipient.ts';

/** Whom a letter goes to: the address that was given with a complaint or notice, else that of the account. Null if there is neither. */
function recipientOf({ letter, member }: LetterToWrite): Recipient | null {
  if (letter.email !== null)
    return unprovenAddress({ id: letter.memberId ?? '', email: letter.email, locale: letter.locale ?? member?.locale ?? 'en' });
  return member === null ? null : readerOf(member);
}

/** Named values for the paragraphs of a text that a moderator wrote, and the sentences that hold them. */
function paragraphsOf(text: string) {
  const paragraphs = text.split(/\n\s*\n/).flatMap((words) => (words.trim() === '' ? [] : words.trim()));
  return {
    sentences: paragraphs.map((_, i) => `{{part${i}}}`),
    values: Object.fromEntries(paragraphs.map((words, i) => [`part${i}`, words])),
  };
}

const restrictionOf = (action: string) => RESTRICTIONS.find((restriction) => restriction === action) ?? null;

/** The sentence that names the rule or law; none without a ground. */
function groundSentences({ decision_grounds: words }: ServerTexts, { ground }: LetterToWrite['decision']): string[] {
  if (ground === null) return [];
  return [ground === 'rule' ? words.against_rule : words.against_law];
}

/** The sentence about what a decision does to the account. */
function effectSentence({ statement }: ServerTexts, decision: LetterToWrite['decision']): string[] {
  const { action, until } = decision;
  const restriction = restrictionOf(action);
  if (restriction === null) return [];
  const removed = removedPartOf(decision);
  if (removed === 'name') return [statement.remove_name];
  if (removed === 'message') return [statement.remove_message];
  return [restriction === 'pause' && until !== null ? statement.pause_until : statement[restriction]];
}

/** What led to the decision, and who made it. */
function originSentences({ statement }: ServerTexts, { decision, sources }: LetterToWrite): string[] {
  const prompted = sources.includes('"notice"')
    ? statement.after_notice
    : /"report"|"complaint"/.test(sources)
      ? statement.after_report
      : statement.own;
  return [prompted, decision.actorKind === 'rule' ? statement.automated : statement.by_person];
}

/** The values that the sentences of a letter name, in the language of its reader. */
function valuesOf({ decision, member }: LetterToWrite, texts: ServerTexts, locale: string) {
  const code = groundCodeOf(decision.code);
  const timeZone = member?.timezone ?? 'UTC';
  return {
    code: code === null ? '' : texts.decision_grounds[code],
    until: decision.until === null ? '' : formatMoment(locale, timeZone, decision.until),
    facts: decision.facts,
  };
}

interface LetterParts {
  readonly subject: string;
  readonly body: readonly string[];
  readonly button: string;
  readonly notes: readonly string[];
  readonly footer?: string;
}

/** The statement of reasons for the member whom a decision restricts (docs/product.md, "Statement of reasons"). */
function statementParts(texts: ServerTexts, row: LetterToWrite): LetterParts {
  const { statement } = texts;
  return {
    subject: statement.subject,
    body: [...effectSentence(texts, row.decision), ...groundSentences(texts, row.decision), statement.facts],
    button: statement.button,
    notes: [...originSentences(texts, row), statement.scope, statement.appeal],
  };
}

/** What became of a report or notice. */
function outcomeParts(texts: ServerTexts, { decision, letter }: LetterToWrite): LetterParts {
  const { outcome } = texts;
  const isActedOn = decision.action !== 'dismiss';
  return {
    subject: letter.reference === null ? outcome.subject_report : outcome.subject_notice,
    body: [
      isActedOn ? outcome.acted : outcome.dismissed,
      ...(isActedOn ? groundSentences(texts, decision) : []),
      ...paragraphsOf(decision.reply ?? '').sentences,
    ],
    button: outcome.button,
    notes: [decision.actorKind === 'rule' ? texts.statement.automated : texts.statement.by_person, outcome.appeal],
    footer: outcome.footer,
  };
}

/** Whether a decision is taken back without an appeal. */
const isTakenBack = ({ decision, sources }: LetterToWrite): boolean => decision.action === 'restore' && !sources.includes('"appeal"');

/** That a decision is taken back, to a member who has not appealed. */
const takenBackParts = ({ taken_back: words }: ServerTexts, { facts }: LetterToWrite['decision']): LetterParts => ({
  subject: words.subject,
  body: [words.body, ...paragraphsOf(facts).sentences],
  button: words.button,
  notes: [],
});

/** What an answer to an appeal says beside the outcome. The facts of a restriction are for its member alone. */
const appealWords = ({ decision: { action, facts, reply }, isToMember }: LetterToWrite): string =>
  reply ?? (restrictionOf(action) !== null && isToMember === 0 ? '' : facts);

/** The answer to an appeal. */
function appealParts(texts: ServerTexts, row: LetterToWrite): LetterParts {
  if (isTakenBack(row)) return takenBackParts(texts, row.decision);
  const { appeal_outcome: words } = texts;
  const { action } = row.decision;
  const lead = action === 'restore' ? words.lifted : action === 'dismiss' ? words.upheld : words.changed;
  return {
    subject: words.subject,
    body: [lead, ...groundSentences(texts, row.decision), ...paragraphsOf(appealWords(row)).sentences],
    button: words.button,
    notes: [words.other_person],
    footer: words.footer,
  };
}

/** The answer to a complaint that is no appeal. */
function answerParts({ complaint_answer: words }: ServerTexts, { decision }: LetterToWrite): LetterParts {
  return {
    subject: words.subject,
    body: [words.body, ...paragraphsOf(decision.reply ?? '').sentences],
    button: words.button,
    notes: [words.otherwise],
    footer: words.footer,
  };
}

const KINDS = { statement: 'statement', outcome: 'outcome', answer: 'complaint_answer', appeal_outcome: 'appeal_outcome' } as const;
const PARTS = { statement: statementParts, outcome: outcomeParts, answer: answerParts, appeal_outcome: appealParts };

/** The number that a letter is about, as its reader knows it: that of their notice or complaint, else that of the case. */
const numberOf = ({ letter }: LetterToWrite): string => letter.reference ?? letter.caseNumber;

/** Where the button leads: to the form of an appeal, with the number filled in, or to the page that has the decision or the form. */
function pathOf(row: LetterToWrite): string {
  if (row.letter.kind === 'answer') return '/complaints';
  if (row.letter.kind === 'appeal_outcome') return isTakenBack(row) ? '/pages/decisions' : '/complaints#status';
  return `/complaints?subject=decision&reference=${numberOf(row)}`;
}

/** The mail that carries a letter, due at once; null if its recipient is gone. */
export function letterMail(ctx: MailContext, row: LetterToWrite) {
  const recipient = recipientOf(row);
  if (recipient === null) return null;
  const { kind, memberId } = row.letter;
  const { decision } = row;
  const { values } = paragraphsOf(kind === 'appeal_outcome' ? appealWords(row) : (decision.reply ?? ''));
  const filled: Record<string, string> = { ...values, number: kind === 'answer' ? numberOf(row) : groupedNumber(numberOf(row)) };
  const mail = composeMail(ctx, recipient, {
    kind: KINDS[kind],
    sentences: (texts, locale) => {
      Object.assign(filled, valuesOf(row, texts, locale));
      const ways = { label: texts.complaint_answer.ways, path: '/pages/terms#law' };
      return { ...PARTS[kind](texts, row), links: isTakenBack(row) ? [] : [ways] };
    },
    path: pathOf(row),
    values: filled,
  });
  return { ...mail, memberId, dueAt: ctx.now };
}
