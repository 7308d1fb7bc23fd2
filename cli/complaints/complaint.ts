import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import { DAY } from '#contract/durations';
import type { Database } from '#db/client';
import { type ComplaintRow, closeComplaint, closedComplaints, complaintByNumber, openComplaints } from '#db/queries/complaints/complaints';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { escapeControls, formatUtcMinute, quoteLines } from '../lib/terminal-text.ts';

export const COMPLAINT_USAGE = `npm run site -- complaint list [--closed]
npm run site -- complaint show NUMBER
npm run site -- complaint answer NUMBER "TEXT"
npm run site -- complaint close NUMBER`;

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

async function list(db: Database, [option]: readonly string[]): Promise<void> {
  if (option !== undefined && option !== '--closed') throw new CommandError(COMPLAINT_USAGE);
  const [kind, rows] = option ? ['closed', await closedComplaints(db, LIST_LIMIT)] : ['open', await openComplaints(db, LIST_LIMIT)];
  console.log(rows.length === 0 ? `No ${kind} complaints.` : rows.map(lineOf).join('\n'));
}

function numberIn([number = '']: readonly string[]): string {
  if (number === '') throw new CommandError(COMPLAINT_USAGE);
  return number.toUpperCase();
}

async function show(db: Database, args: readonly string[]): Promise<void> {
  const number = numberIn(args);
  const [found] = await complaintByNumber(db, number);
  if (!found) throw new CommandError(`There is no complaint ${number}.`);
  const { complaint, member, others } = found;
  const from = member
    ? `${escapeControls(member.name)} <${member.email}>, ${member.status.replace('_', ' ')}`
    : 'somebody who was not logged in';
  console.log(
    [
      lineOf(complaint),
      `From: ${from}; other complaints from this address: ${others}`,
      `Name given: ${complaint.name === '' ? 'none' : escapeControls(complaint.name)}; writes ${complaint.locale}`,
      ...(complaint.reference === '' ? [] : ['About:', quoteLines(complaint.reference)]),
      ...(complaint.profileId === null ? [] : [`Profile: /members/${complaint.profileId}`]),
      'They say:',
      quoteLines(complaint.text),
      ...(complaint.answer === null ? [] : ['The answer:', quoteLines(complaint.answer)]),
    ].join('\n'),
  );
}

/** Closes a complaint, with an answer if there is one; throws a command error if it is closed or does not exist. */
async function closeOrRefuse(db: Database, number: string, answer: string | null): Promise<void> {
  const [closed] = await closeComplaint(db, number, answer, Date.now());
  if (closed) return;
  const [found] = await complaintByNumber(db, number);
  throw new CommandError(found ? `Complaint ${number} was closed before.` : `There is no complaint ${number}.`);
}

async function answer(db: Database, [number, ...words]: readonly string[]): Promise<void> {
  const text = words.join(' ').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new CommandError(COMPLAINT_USAGE);
  if (text.length > ANSWER_MAX) throw new CommandError(`An answer has ${ANSWER_MAX} characters at most, not ${text.length}.`);
  const complaintNumber = numberIn(number === undefined ? [] : [number]);
  await closeOrRefuse(db, complaintNumber, text);
  console.log(`Complaint ${complaintNumber} is answered; the mail goes out within a minute.`);
}

async function close(db: Database, args: readonly string[]): Promise<void> {
  const number = numberIn(args);
  await closeOrRefuse(db, number, null);
  console.log(`Complaint ${number} is closed. Nobody is mailed.`);
}

/** The verbs of `npm run site -- complaint`: lists, shows, answers and closes complaints. */
export const COMPLAINT_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = {
  list,
  show,
  answer,
  close,
};
