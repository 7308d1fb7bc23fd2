import { DAY } from '#contract/durations';
import { DEVICES, LOAD_SOURCES, VITAL_NAMES, VITALS, type Vital } from '#contract/vitals';
import { vitalCountsSince } from '#db/queries/vitals/vitals';
import { percentileOf } from '../../worker/domain/operating/vital-percentiles.ts';
import { typedName, typedNumber } from '../lib/typed-values.ts';
import { readingVerb } from '../lib/verb.ts';

/** Counts are kept for 90 days. */
const MOST_DAYS = 90;
const DEFAULT_DAYS = 7;
const PERCENTILES = [50, 75, 98] as const;
const ALL_PAGES = 'all pages';

type Bucket = Awaited<ReturnType<typeof vitalCountsSince>>[number];

/** A figure of one page, or of all. Its percentiles are the upper bounds of their buckets. */
interface Line {
  readonly figure: string;
  readonly page: string;
  readonly count: number;
  readonly p50: number;
  readonly p75: number;
  readonly p98: number;
}

/** A line of at least one value. */
function lineOf(vital: Vital, page: string, buckets: readonly Bucket[]): Line {
  const [p50, p75, p98] = PERCENTILES.map((percent) => percentileOf(buckets, percent) ?? 0) as [number, number, number];
  return { figure: VITALS[vital].label, page, count: buckets.reduce((sum, { count }) => sum + count, 0), p50, p75, p98 };
}

/** The lines of a figure: all pages, then each page, the one with most values first. */
function linesOf(vital: Vital, all: readonly Bucket[]): Line[] {
  const buckets = all.filter((bucket) => bucket.vital === vital);
  if (buckets.length === 0) return [];
  const pages = [...Map.groupBy(buckets, ({ page }) => page)].map(([page, ofPage]) => lineOf(vital, page, ofPage));
  return [lineOf(vital, ALL_PAGES, buckets), ...pages.toSorted((a, b) => b.count - a.count || (a.page < b.page ? -1 : 1))];
}

/** The bound of a bucket as it is printed. The last one has no end: it holds all that was greater than the one before it. */
function boundText({ label }: { readonly label: string }, upTo: number): string {
  const { bounds, unit } = Object.values(VITALS).find((vital) => vital.label === label) ?? VITALS.lcp;
  const [last, before] = bounds.toReversed();
  const [sign, bound] = upTo === last && before !== undefined ? ['>', before] : ['≤', upTo];
  if (unit === '') return `${sign} ${bound}`;
  return bound < 1000 ? `${sign} ${bound} ms` : `${sign} ${bound / 1000} s`;
}

/** Lines of text in columns: the first two to the left, numbers to the right. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const cell = (text: string, column: number) => (column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0));
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

/** The lines as a table, with a heading. */
function textOf(lines: readonly Line[]): string {
  const texts = lines.map(({ figure, page, count, ...percentiles }) => [
    ...[figure, page, String(count)],
    ...Object.values(percentiles).map((upTo) => boundText({ label: figure }, upTo)),
  ]);
  return tableOf([['', 'page loaded', 'values', 'p50', 'p75', 'p98'], ...texts]);
}

const show = readingVerb({
  about: 'Prints how fast real visits of the last days were.',
  args: {},
  options: {
    days: { value: 'N', about: `days, today included, 1 to ${MOST_DAYS}; default ${DEFAULT_DAYS}` },
    device: { value: DEVICES.join('|'), about: 'visits from these devices alone' },
    source: { value: LOAD_SOURCES.join('|'), about: 'pages that came from there alone' },
  },
  run: async (db, { options }) => {
    const days = options.days === undefined ? DEFAULT_DAYS : typedNumber(options.days, '--days', 1, MOST_DAYS);
    const first = new Date(Date.now() - (days - 1) * DAY).toISOString().slice(0, 10);
    const device = typedName(options.device, 'device', DEVICES);
    const source = typedName(options.source, 'source', LOAD_SOURCES);
    const buckets = await vitalCountsSince(db, first, { ...(device && { device }), ...(source && { source }) });
    const lines = VITAL_NAMES.flatMap((vital) => linesOf(vital, buckets));
    return { text: lines.length === 0 ? `Nothing was measured since ${first}.` : textOf(lines), json: lines };
  },
});

/** The verbs of `npm run site -- vitals`. */
export const VITALS_VERBS = { show };
