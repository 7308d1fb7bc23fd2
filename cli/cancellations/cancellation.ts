import type { Database } from '#db/client';
import { memberById } from '#db/queries/account/members';
import {
  type CancellationRow,
  cancellationByNumber,
  closeCancellation,
  closedCancellations,
  openCancellations,
} from '#db/queries/cancellations/cancellations';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { formatUtcMinute, quoteLines } from '../lib/terminal-text.ts';
import { assertWritten, changingVerb, plannedBatch, readingVerb } from '../lib/verb.ts';

/** The most cancellations that are listed. */
const LIST_LIMIT = 100;

/** Why an operator has to look at an open cancellation. */
function taskOf({ memberId, kind }: CancellationRow): string {
  if (memberId === null) return 'no contract found';
  return kind === 'for_cause' ? 'for cause: look at the rest of the span' : 'to end later than what is paid for';
}

function lineOf(row: CancellationRow): string {
  const state = row.closedAt === null ? taskOf(row) : `closed ${formatUtcMinute(row.closedAt)}`;
  return `${row.number}  ${formatUtcMinute(row.createdAt)}  ${row.kind}  ${row.email}  ${state}`;
}

const jsonOf = (row: CancellationRow) => ({
  number: row.number,
  email: row.email,
  member: row.memberId,
  kind: row.kind,
  order: row.orderNumber,
  ends_on: row.endsOn,
  reason: row.reason,
  locale: row.locale,
  received_at: isoTime(row.createdAt),
  closed_at: isoTimeOrNull(row.closedAt),
});

const list = readingVerb({
  about: `Lists up to ${LIST_LIMIT} cancellations without login that somebody has to look at, the oldest first.`,
  args: {},
  options: { closed: { about: 'those that are closed, the latest first' } },
  run: async (db, { options }) => {
    const [kind, rows] = options.closed
      ? ['closed', await closedCancellations(db, LIST_LIMIT)]
      : ['open', await openCancellations(db, LIST_LIMIT)];
    return { text: rows.length === 0 ? `No ${kind} cancellations.` : rows.map(lineOf).join('\n'), json: rows.map(jsonOf) };
  },
});

const NUMBER = { about: 'the number of a cancellation, see cancellation list' } as const;

/** The cancellation with a typed number; throws a command error if there is none. */
async function cancellationOf(db: Database, typed: string): Promise<CancellationRow> {
  const number = typed.toUpperCase();
  const [found] = await cancellationByNumber(db, number);
  if (!found) throw new CommandError(`There is no cancellation ${number}.`);
  return found;
}

const show = readingVerb({
  about: 'Prints a cancellation with its member.',
  args: { NUMBER },
  options: {},
  run: async (db, { args }) => {
    const row = await cancellationOf(db, args.NUMBER);
    const [member] = row.memberId === null ? [] : await memberById(db, row.memberId);
    const text = [
      lineOf(row),
      `Member: ${member ? `${member.email}, ${member.id}` : 'none'}; writes ${row.locale}`,
      `Order: ${row.orderNumber === '' ? 'none named' : row.orderNumber}; to end ${row.endsOn ?? 'as early as possible'}`,
      ...(row.reason === '' ? [] : ['The cause:', quoteLines(row.reason)]),
    ].join('\n');
    return { text, json: { ...jsonOf(row), member_email: member?.email ?? null } };
  },
});

const close = changingVerb({
  about: 'Marks a cancellation as dealt with. Nobody is mailed.',
  args: { NUMBER },
  options: {},
  run: async (db, { args }) => {
    const { number, closedAt } = await cancellationOf(db, args.NUMBER);
    if (closedAt !== null) throw new CommandError(`Cancellation ${number} was closed before.`);
    return plannedBatch(db, {
      would: `Cancellation ${number} would be closed.`,
      statements: { closed: closeCancellation(db, number, Date.now()) },
      done: ({ closed }) => {
        assertWritten(closed, `Cancellation ${number}`);
        return { text: `Cancellation ${number} is closed.`, json: { number, is_closed: true } };
      },
    });
  },
});

/** The verbs of `npm run site -- cancellation`. */
export const CANCELLATION_VERBS = { list, show, close };
