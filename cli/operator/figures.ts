import { DAY } from '#contract/durations';
import type { HandlingTimes, OperatedFigure } from '#contract/operator/operated-figures';
import { batch } from '#db/client';
import { figuresBetween } from '#db/queries/operator/figures';
import { dayOf, FIGURES } from '../../worker/domain/operating/daily-figures.ts';
import { figureStatements, figuresOf } from '../../worker/domain/operating/read-figures.ts';
import { typedNumber } from '../lib/typed-values.ts';
import { readingVerb } from '../lib/verb.ts';

const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;
/** The columns of the table, one line a day. Paid orders, which have a currency, stand between them. */
const COLUMNS = [
  ['signups', 'signups'],
  ['active', 'active_day'],
  ['in 7 days', 'active_week'],
  ['in 30 days', 'active_month'],
  ['messages', 'messages'],
  ['reports', 'reports'],
  ['notices', 'notices'],
  ['complaints', 'complaints'],
  ['cases', 'cases'],
  ['decisions', 'decisions'],
  ['appeals', 'appeals'],
  ['bans', 'bans'],
  ['mails failed', 'mails_failed'],
  ['pushes failed', 'pushes_failed'],
] as const satisfies readonly (readonly [string, OperatedFigure])[];
/** Stands for what was not counted: days that are not added up, and activity that nobody measured in time. */
const UNKNOWN = '–';

type Figures = ReturnType<typeof figuresOf>;
type Values = readonly (number | null)[];

/** Paid orders in all currencies together, of the days that are added up. */
const ordersOf = ({ money, periods }: Figures, counted: Values): Values =>
  periods.map((_, day) => ((counted[day] ?? null) === null ? null : money.reduce((sum, { orders }) => sum + (orders[day] ?? 0), 0)));

const inHours = ({ hours, is }: NonNullable<HandlingTimes['median']>) => `${is === 'within' ? '≤' : '>'} ${hours} h`;

/** Below the table: the sums of the slices of all days, handling times and money. A line for each that has any. */
function sumLines({ figures, handling, money }: Figures): string[] {
  const slices = figures
    .filter(({ slices: own }) => own.length > 0)
    .map(({ figure, slices: own }) => `${figure}: ${own.map(({ slice, count }) => `${slice} ${count}`).join(', ')}`);
  const times = handling.flatMap(({ of, median, ranges }) => {
    const counts = ranges.filter(({ count }) => count > 0).map(({ hours, count }) => `${hours ?? 'later'} ${count}`);
    return median === null ? [] : [`time of ${of} in hours: ${counts.join(', ')}; median ${inHours(median)}`];
  });
  const sumOf = (values: Values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const moneyLine = (name: 'orders' | 'revenue') =>
    money.length === 0 ? [] : [`${name}: ${money.map((own) => `${own.currency} ${sumOf(own[name])}`).join(', ')}`];
  return [...slices, ...times, ...moneyLine('orders'), ...moneyLine('revenue')];
}

function textOf(figures: Figures): string {
  const valuesOf = (figure: OperatedFigure): Values => figures.figures.find((series) => series.figure === figure)?.values ?? [];
  const columns = COLUMNS.map(([title, figure]): { title: string; values: Values } => ({ title, values: valuesOf(figure) }));
  columns.splice(-2, 0, { title: 'orders', values: ordersOf(figures, valuesOf('signups')) });
  const table = [
    ['day', ...columns.map(({ title }) => title)],
    ...figures.periods.map(({ from }, day) => [from, ...columns.map(({ values }) => String(values[day] ?? UNKNOWN))]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = table.map((line) => line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  return [...lines, '', ...sumLines(figures)].join('\n').trimEnd();
}

const show = readingVerb({
  about: 'Prints sign-ups, activity, messages, cases, orders and failures by day.',
  args: {},
  options: { days: { value: 'N', about: `days, today included, 1 to ${MOST_DAYS}; default ${DEFAULT_DAYS}` } },
  run: async (db, { options }) => {
    const count = options.days === undefined ? DEFAULT_DAYS : typedNumber(options.days, '--days', 1, MOST_DAYS);
    const now = Date.now();
    const span = { from: dayOf(now - (count - 1) * DAY), to: dayOf(now), step: 'day' } as const;
    const { rows, ...read } = await batch(db, { rows: figuresBetween(db, FIGURES, span.from, span.to), ...figureStatements(db, span) });
    if (rows.length === 0) return { text: `There are no figures since ${span.from}.`, json: [] };
    return { text: textOf(figuresOf(read, span, now)), json: rows };
  },
});

/** The verbs of `npm run site -- figures`. */
export const FIGURES_VERBS = { show };
