import { batch } from '#db/client';
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
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { planDismissal } from '../cases/dismissed-source.ts';
import { escapeControls, formatUtcMinute, quoteLines } from '../lib/terminal-text.ts';
import { assertWritten, changingVerb, plannedBatch, readingVerb } from '../lib/verb.ts';

/** The most reports that are listed. */
const LIST_LIMIT = 100;

function lineOf({ report, reported, reporter }: ReportDetails): string {
  const end = report.closedAt === null ? '' : `, closed ${formatUtcMinute(report.closedAt)}`;
  return `${report.id}  ${formatUtcMinute(report.createdAt)}  ${report.reason}  ${reported.email}  by ${reporter.email}${end}`;
}

/** A report as JSON, without its messages. */
const jsonOf = ({ report, reported, reporter, others }: ReportDetails) => ({
  id: report.id,
  reason: report.reason,
  text: report.text,
  created_at: isoTime(report.createdAt),
  closed_at: isoTimeOrNull(report.closedAt),
  reported: {
    id: report.reportedId,
    name: reported.name,
    email: reported.email,
    status: reported.status,
    is_fictional: reported.isFictional,
  },
  reporter: { id: report.reporterId, name: reporter.name, email: reporter.email },
  other_reports: others,
});

const list = readingVerb({
  about: `Lists up to ${LIST_LIMIT} open reports, the longest waiting first.`,
  args: {},
  options: { closed: { about: 'those that were closed, the latest first' } },
  run: async (db, { options }) => {
    const [kind, rows] = options.closed ? ['closed', await closedReports(db, LIST_LIMIT)] : ['open', await openReports(db, LIST_LIMIT)];
    return { text: rows.length === 0 ? `No ${kind} reports.` : rows.map(lineOf).join('\n'), json: rows.map(jsonOf) };
  },
});

const ID = { about: 'the id of a report, see report list' } as const;

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

function textOf(found: ReportDetails, messages: readonly ReportedMessage[]): string {
  const { report, reported, reporter, others } = found;
  const status = reported.status.replace('_', ' ');
  const fictionalNote = reported.isFictional ? ', fictional' : '';
  return [
    lineOf(found),
    `Reported: ${escapeControls(reported.name)} <${reported.email}>, ${status}${fictionalNote}; other reports of them: ${others}`,
    `Reporter: ${escapeControls(reporter.name)} <${reporter.email}>`,
    ...(report.text === '' ? [] : ['The reporter says:', quoteLines(report.text)]),
    ...messages.flatMap((message) => linesOf(message, report.reportedId)),
  ].join('\n');
}

const show = readingVerb({
  about: 'Prints a report with both members and the reported messages.',
  args: { ID },
  options: {},
  run: async (db, { args }) => {
    const {
      reports: [found],
      messages,
    } = await batch(db, { reports: reportById(db, args.ID), messages: messagesOfReport(db, args.ID) });
    if (!found) throw new CommandError(`There is no report ${args.ID}.`);
    const messagesAsJson = messages.map(({ senderId, text, createdAt, quote }) => ({
      from: senderId === found.report.reportedId ? 'reported' : 'reporter',
      text,
      created_at: isoTime(createdAt),
      about: quote,
    }));
    return { text: textOf(found, messages), json: { ...jsonOf(found), messages: messagesAsJson } };
  },
});

const close = changingVerb({
  about: 'Closes a report, and dismisses its case if that has no other source. Nobody is told.',
  args: { ID },
  options: {},
  run: async (db, { args: { ID: id } }) => {
    const [found] = await reportById(db, id);
    if (!found) throw new CommandError(`There is no report ${id}.`);
    if (found.report.closedAt !== null) throw new CommandError(`Report ${id} was closed before.`);
    const would = `Report ${id} would be closed.`;
    const output = { text: `Report ${id} is closed.`, json: { id, is_closed: true } };
    const dismissal = await planDismissal(db, { source: { reportId: id }, reply: null, subject: `Report ${id}` });
    if (dismissal) return { would, apply: async () => ({ ...(await dismissal.apply()), ...output }) };
    return plannedBatch(db, {
      would,
      statements: { closed: closeReport(db, id, Date.now()) },
      done: ({ closed }) => {
        assertWritten(closed, `Report ${id}`);
        return output;
      },
    });
  },
});

/** The verbs of `npm run site -- report`. */
export const REPORT_VERBS = { list, show, close };
