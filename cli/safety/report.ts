import { batch, type Database } from '#db/client';
import {
  closedReports,
  closeReport,
  messagesOfReport,
  openReports,
  type ReportDetails,
  type ReportedMessage,
  reportById,
} from '#db/queries/safety/reports';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { escapeControls, formatUtcMinute, quoteLines } from '../lib/terminal-text.ts';

export const REPORT_USAGE = `npm run site -- report list [--closed]
npm run site -- report show ID
npm run site -- report close ID`;

/** The most reports that are listed. */
const LIST_LIMIT = 100;

function lineOf({ report, reported, reporter }: ReportDetails): string {
  const end = report.closedAt === null ? '' : `, closed ${formatUtcMinute(report.closedAt)}`;
  return `${report.id}  ${formatUtcMinute(report.createdAt)}  ${report.reason}  ${reported.email}  by ${reporter.email}${end}`;
}

async function list(db: Database, [option]: readonly string[]): Promise<void> {
  if (option !== undefined && option !== '--closed') throw new CommandError(REPORT_USAGE);
  const [kind, rows] = option ? ['closed', await closedReports(db, LIST_LIMIT)] : ['open', await openReports(db, LIST_LIMIT)];
  console.log(rows.length === 0 ? `No ${kind} reports.` : rows.map(lineOf).join('\n'));
}

function idIn([id = '']: readonly string[]): string {
  if (id === '') throw new CommandError(REPORT_USAGE);
  return id;
}

/** What a message quotes of the other's profile: its kind with its id, and below it the words as they were quoted. */
function quoteIn({ quote }: ReportedMessage): { about: string; words: readonly string[] } {
  if (!quote) return { about: '', words: [] };
  const { photo, prompt, field, text } = quote;
  if (photo !== null) return { about: `, about photo ${photo}`, words: [] };
  const kind = prompt === null ? (field === null ? 'text' : `field ${field}`) : `prompt ${prompt}`;
  return { about: `, about ${kind}`, words: [quoteLines(text, '>')] };
}

function linesOf(message: ReportedMessage, reportedId: string): string[] {
  const { about, words } = quoteIn(message);
  const who = message.senderId === reportedId ? 'Reported' : 'Reporter';
  return [`${who} wrote, ${formatUtcMinute(message.createdAt)}${about}:`, ...words, quoteLines(message.text)];
}

async function show(db: Database, args: readonly string[]): Promise<void> {
  const id = idIn(args);
  const {
    reports: [found],
    messages,
  } = await batch(db, { reports: reportById(db, id), messages: messagesOfReport(db, id) });
  if (!found) throw new CommandError(`There is no report ${id}.`);
  const { report, reported, reporter, others } = found;
  const status = reported.status.replace('_', ' ');
  const fictionalNote = reported.isFictional ? ', fictional' : '';
  console.log(
    [
      lineOf(found),
      `Reported: ${escapeControls(reported.name)} <${reported.email}>, ${status}${fictionalNote}; other reports of them: ${others}`,
      `Reporter: ${escapeControls(reporter.name)} <${reporter.email}>`,
      ...(report.text === '' ? [] : ['The reporter says:', quoteLines(report.text)]),
      ...messages.flatMap((message) => linesOf(message, report.reportedId)),
    ].join('\n'),
  );
}

async function close(db: Database, args: readonly string[]): Promise<void> {
  const id = idIn(args);
  const [closed] = await closeReport(db, id, Date.now());
  if (closed) return console.log(`Report ${id} is closed.`);
  const [found] = await reportById(db, id);
  throw new CommandError(found ? `Report ${id} was closed before.` : `There is no report ${id}.`);
}

/** The verbs of `npm run site -- report`: lists, shows and closes reports of members, with the messages they are about. */
export const REPORT_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = { list, show, close };
