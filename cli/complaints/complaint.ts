import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { DAY } from '#contract/durations';
import type { Database } from '#db/client';
import { type ComplaintRow, closeComplaint, closedComplaints, complaintByNumber, openComplaints } from '#db/queries/complaints/complaints';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { planDismissal } from '../cases/dismissed-source.ts';
import { escapeControls, formatUtcMinute, quoteLines } from '../lib/terminal-text.ts';
import { typedText } from '../lib/typed-values.ts';
import { assertWritten, changingVerb, type Plan, plannedBatch, readingVerb, UsageError } from '../lib/verb.ts';

/** The most complaints that are listed. */
const LIST_LIMIT = 100;
/** Characters of an answer. */
const ANSWER_MAX = 20_000;
const ANSWER_DUE_MS = COMPLAINT_ANSWER_DAYS * DAY;

/** When the answer is due or, once it is closed, when and how that was done. */
function stateOf({ createdAt, answer, answerMailedAt, closedAt }: ComplaintRow, now: number): string {
  if (closedAt === null) return `${createdAt + ANSWER_DUE_MS < now ? 'LATE since' : 'due'} ${formatUtcMinute(createdAt + ANSWER_DUE_MS)}`;
  if (answer === null) return `closed ${formatUtcMinute(closedAt)} without an answer`;
  return `answered ${formatUtcMinute(closedAt)}${answerMailedAt === null ? ', mail waits' : ''}`;
}

/** One line of the list. */
function lineOf(complaint: ComplaintRow): string {
  const { number, createdAt, subject, email } = complaint;
  return `${number}  ${formatUtcMinute(createdAt)}  ${escapeControls(subject)}  ${email}  ${stateOf(complaint, Date.now())}`;
}

/** A complaint as JSON. */
const jsonOf = (complaint: ComplaintRow) => ({
  number: complaint.number,
  subject: complaint.subject,
  email: complaint.email,
  name: complaint.name,
  locale: complaint.locale,
  reference: complaint.reference,
  profile: complaint.profileId,
  text: complaint.text,
  created_at: isoTime(complaint.createdAt),
  due_at: isoTime(complaint.createdAt + ANSWER_DUE_MS),
  answer: complaint.answer,
  closed_at: isoTimeOrNull(complaint.closedAt),
});

const list = readingVerb({
  about: `Lists up to ${LIST_LIMIT} open complaints, the longest waiting first.`,
  args: {},
  options: { closed: { about: 'those that were closed, the latest first' } },
  run: async (db, { options }) => {
    const [kind, rows] = options.closed
      ? ['closed', await closedComplaints(db, LIST_LIMIT)]
      : ['open', await openComplaints(db, LIST_LIMIT)];
    return { text: rows.length === 0 ? `No ${kind} complaints.` : rows.map(lineOf).join('\n'), json: rows.map(jsonOf) };
  },
});

const NUMBER = { about: 'the number of a complaint, see complaint list' } as const;

/** The complaint with a typed number; throws a command error if there is none. */
async function complaintOf(db: Database, typed: string) {
  const number = typed.toUpperCase();
  const [found] = await complaintByNumber(db, number);
  if (!found) throw new CommandError(`There is no complaint ${number}.`);
  return found;
}

type FoundComplaint = Awaited<ReturnType<typeof complaintOf>>;

function textOf({ complaint, member, others }: FoundComplaint): string {
  const from = member
    ? `${escapeControls(member.name)} <${member.email}>, ${member.status.replace('_', ' ')}`
    : 'somebody who was not logged in';
  return [
    lineOf(complaint),
    `From: ${from}; other complaints from this address: ${others}`,
    `Name given: ${complaint.name === '' ? 'none' : escapeControls(complaint.name)}; writes ${complaint.locale}`,
    ...(complaint.reference === '' ? [] : ['About:', quoteLines(complaint.reference)]),
    ...(complaint.profileId === null ? [] : [`Profile: /members/${complaint.profileId}`]),
    'They say:',
    quoteLines(complaint.text),
    ...(complaint.answer === null ? [] : ['The answer:', quoteLines(complaint.answer)]),
  ].join('\n');
}

const show = readingVerb({
  about: 'Prints a complaint with its answer.',
  args: { NUMBER },
  options: {},
  run: async (db, { args }) => {
    const found = await complaintOf(db, args.NUMBER);
    return { text: textOf(found), json: { ...jsonOf(found.complaint), member: found.member, other_complaints: found.others } };
  },
});

/** The plan of closing a complaint with its case, with an answer if there is one; throws a command error if it is closed or does not exist. */
async function planClose(db: Database, typed: string, answerText: string | null, says: string): Promise<Plan> {
  const { complaint } = await complaintOf(db, typed);
  const { number } = complaint;
  if (complaint.closedAt !== null) throw new CommandError(`Complaint ${number} was closed before.`);
  const would = `Complaint ${number} would be ${answerText === null ? 'closed without a mail' : 'answered by mail'}.`;
  const output = { text: `Complaint ${number} is ${says}`, json: { number, answer: answerText, is_closed: true } };
  const dismissal = await planDismissal(db, {
    source: { complaintNumber: number },
    reply: answerText,
    subject: `Complaint ${number}`,
  });
  if (dismissal) return { would, apply: async () => ({ ...(await dismissal.apply()), ...output }) };
  return plannedBatch(db, {
    would,
    statements: { closed: closeComplaint(db, number, answerText, Date.now()) },
    done: ({ closed }) => {
      assertWritten(closed, `Complaint ${number}`);
      return output;
    },
  });
}

const answer = changingVerb({
  about: 'Answers a complaint by mail and closes it.',
  args: { NUMBER, TEXT: { about: `the answer, at most ${ANSWER_MAX} characters`, takesRest: true } },
  options: {},
  run: async (db, { args }) => {
    const text = typedText(args.TEXT, 'An answer', ANSWER_MAX);
    if (text === '') throw new UsageError('TEXT is missing. Usage: npm run site -- complaint answer NUMBER TEXT');
    return planClose(db, args.NUMBER, text, 'answered; the mail goes out within a minute.');
  },
});

const close = changingVerb({
  about: 'Closes a complaint without a mail.',
  args: { NUMBER },
  options: {},
  run: (db, { args }) => planClose(db, args.NUMBER, null, 'closed. Nobody is mailed.'),
});

/** The verbs of `npm run site -- complaint`. */
export const COMPLAINT_VERBS = { list, show, answer, close };
