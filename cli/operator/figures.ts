import { DAY } from '#contract/durations';
import { figuresBetween } from '#db/queries/operator/figures';
import { dayOf, FIGURES } from '../../worker/domain/operating/daily-figures.ts';
import { typedNumber } from '../lib/typed-values.ts';
import { readingVerb } from '../lib/verb.ts';

const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;
/** Lines that a day can have are the figures without slices, and those with slices by their sums. */
const COLUMNS = [
  ['signups', 'signups'],
  ['active', 'active_day'],
  ['in 7 days', 'active_week'],
  ['in 30 days', 'active_month'],
  ['messages', 'messages'],
  ['reports', 'reports'],
  ['complaints', 'complaints'],
  ['bans', 'bans'],
  ['orders', 'orders'],
  ['mails failed', 'mails_failed'],
  ['pushes failed', 'pushes_failed'],
] as const;
/** Their number is known once their day has ended; the others are counted while the day runs. */
const UNKNOWN = '–';

type Row = Awaited<ReturnType<typeof figuresBetween>>[number];

const sumOf = (rows: readonly Row[], figure: string): number | null => {
  const own = rows.filter((row) => row.figure === figure);
  return own.length === 0 ? null : own.reduce((sum, { count }) => sum + count, 0);
};

/** A figure of a day as text: a figure of activity without rows was not measured, any other is 0. */
function cellOf(rows: readonly Row[], figure: string): string {
  const sum = sumOf(rows, figure);
  if (sum === null) return figure.startsWith('active_') ? UNKNOWN : '0';
  return String(sum);
}

/** The sums of the slices of figures over all days, such as revenue by currency: one line a figure that has slices. */
function sliceLines(rows: readonly Row[]): string[] {
  return FIGURES.filter((figure) => !figure.startsWith('active_')).flatMap((figure) => {
    const slices = Map.groupBy(
      rows.filter((row) => row.figure === figure && row.slice !== ''),
      ({ slice }) => slice,
    );
    const parts = [...slices].map(([slice, own]) => `${slice} ${own.reduce((sum, { count }) => sum + count, 0)}`);
    return parts.length === 0 ? [] : [`${figure}: ${parts.join(', ')}`];
  });
}

function textOf(days: readonly string[], rows: readonly Row[]): string {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const table = [
    ['day', ...COLUMNS.map(([title]) => title)],
    ...days.map((day) => [day, ...COLUMNS.map(([, figure]) => cellOf(byDay.get(day) ?? [], figure))]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = table.map((line) => line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  return [...lines, '', ...sliceLines(rows)].join('\n').trimEnd();
}

const show = readingVerb({
  about: 'Prints sign-ups, activity, messages, reports, complaints, orders and failures by day.',
  args: {},
  options: { days: { value: 'N', about: `days, today included, 1 to ${MOST_DAYS}; default ${DEFAULT_DAYS}` } },
  run: async (db, { options }) => {
    const count = options.days === undefined ? DEFAULT_DAYS : typedNumber(options.days, '--days', 1, MOST_DAYS);
    const now = Date.now();
    const days = Array.from({ length: count }, (_, back) => dayOf(now - back * DAY)).toReversed();
    const rows = await figuresBetween(db, FIGURES, days[0] ?? '', dayOf(now));
    if (rows.length === 0) return { text: `There are no figures since ${days[0]}.`, json: [] };
    return { text: textOf(days, rows), json: rows };
  },
});

/** The verbs of `npm run site -- figures`. */
export const FIGURES_VERBS = { show };
