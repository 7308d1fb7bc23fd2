import { COMPLAINT_ANSWER_DAYS } from '#contract/complaints';
import type { Database } from '#db/client';
import { type ComplaintRow, closeComplaint, closedComplaints, complaintByNumber, openComplaints } from '#db/queries/complaints/complaints';
import { Refusal } from '../../scripts/lib/command/command-error.ts';
import { quoted, visible } from '../lib/terminal-text.ts';
import { minute } from '../lib/utc-minute.ts';

export const COMPLAINT_USAGE = `npm run site -- complaint list [--closed]
npm run site -- complaint show NUMBER
npm run site -- complaint answer NUMBER "TEXT"
npm run site -- complaint close NUMBER`;

/** The most complaints that are listed. */
const MOST = 100;
/** Characters of an answer. */
const ANSWER_MAX = 20_000;
const DUE_MS = COMPLAINT_ANSWER_DAYS * 24 * 3600_000;

/** When the answer is due or, once it is closed, when and how that was done. */
function stateOf({ createdAt, answer, answeredAt, closedAt }: ComplaintRow, now: number): string {
  if (closedAt === null) return `${createdAt + DUE_MS < now ? 'LATE since' : 'due'} ${minute(createdAt + DUE_MS)}`;
  if (answer === null) return `closed ${minute(closedAt)} without an answer`;
  return `answered ${minute(closedAt)}${answeredAt === null ? ', mail waits' : ''}`;
}

/** One line of the list. */
function lineOf(complaint: ComplaintRow): string {
  const { number, createdAt, subject, email } = complaint;
  return `${number}  ${minute(createdAt)}  ${visible(subject)}  ${email}  ${stateOf(complaint, Date.now())}`;
}

async function list(db: Database, [option]: readonly string[]): Promise<void> {
  if (option !== undefined && option !== '--closed') throw new Refusal(COMPLAINT_USAGE);
  const [kind, rows] = option ? ['closed', await closedComplaints(db, MOST)] : ['open', await openComplaints(db, MOST)];
  console.log(rows.length === 0 ? `No ${kind} complaints.` : rows.map(lineOf).join('\n'));
}

function numberIn([number = '']: readonly string[]): string {
  if (number === '') throw new Refusal(COMPLAINT_USAGE);
  return number.toUpperCase();
}

async function show(db: Database, args: readonly string[]): Promise<void> {
  const number = numberIn(args);
  const [found] = await complaintByNumber(db, number);
  if (!found) throw new Refusal(`There is no complaint ${number}.`);
  const { complaint, member, others } = found;
  const from = member ? `${visible(member.name)} <${member.email}>, ${member.status.replace('_', ' ')}` : 'somebody who was not logged in';
  console.log(
    [
      lineOf(complaint),
      `From: ${from}; other complaints from this address: ${others}`,
      `Name given: ${complaint.name === '' ? 'none' : visible(complaint.name)}; writes ${complaint.locale}`,
      ...(complaint.reference === '' ? [] : ['About:', quoted(complaint.reference)]),
      ...(complaint.profileId === null ? [] : [`Profile: /members/${complaint.profileId}`]),
      'They say:',
      quoted(complaint.text),
      ...(complaint.answer === null ? [] : ['The answer:', quoted(complaint.answer)]),
    ].join('\n'),
  );
}

/** Closes a complaint, with an answer if there is one; throws a command error if it is closed or does not exist. */
async function end(db: Database, number: string, answer: string | null): Promise<void> {
  const [closed] = await closeComplaint(db, number, answer, Date.now());
  if (closed) return;
  const [found] = await complaintByNumber(db, number);
  throw new Refusal(found ? `Complaint ${number} was closed before.` : `There is no complaint ${number}.`);
}

async function answer(db: Database, [number, ...words]: readonly string[]): Promise<void> {
  const text = words.join(' ').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new Refusal(COMPLAINT_USAGE);
  if (text.length > ANSWER_MAX) throw new Refusal(`An answer has ${ANSWER_MAX} characters at most, not ${text.length}.`);
  const complaintNumber = numberIn(number === undefined ? [] : [number]);
  await end(db, complaintNumber, text);
  console.log(`Complaint ${complaintNumber} is answered; the mail goes out within a minute.`);
}

async function close(db: Database, args: readonly string[]): Promise<void> {
  const number = numberIn(args);
  await end(db, number, null);
  console.log(`Complaint ${number} is closed. Nobody is mailed.`);
}

/** The verbs of `npm run site -- complaint`: lists, shows, answers and closes complaints. */
export const COMPLAINT_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = {
  list,
  show,
  answer,
  close,
};
