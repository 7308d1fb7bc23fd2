import { DAY } from '#contract/durations';
import {
  type FigureSeries,
  HANDLED,
  type Handled,
  type HandlingTimes,
  OPERATED_FIGURES,
  type OperatedFigure,
  type OperatedFigures,
  type VitalSeries,
} from '#contract/operator/operated-figures';
import { VITAL_NAMES } from '#contract/vitals';
import type { Database, Rows } from '#db/client';
import { type FigureStep, figureSums, figureTotals, PERIOD_CHARACTERS, type SliceCount } from '#db/queries/operator/figures';
import { vitalCountsBetween } from '#db/queries/vitals/vitals';
import { ACTIVITY_COUNTED, ADDED_UP, dayOf, type FigureName, isActiveFigure, isEventFigure } from './daily-figures.ts';
import { handlingRanges, medianOfRanges } from './handling-times.ts';
import { percentileOf } from './vital-percentiles.ts';

/** Days `YYYY-MM-DD` in UTC, both included. */
export interface FigureSpan {
  readonly from: string;
  readonly to: string;
  readonly step: FigureStep;
}

/** The figures in which handling times are stored by range. */
const TIMES: Readonly<Record<Handled, FigureName>> = {
  decisions: 'decision_times',
  notices: 'notice_times',
  appeals: 'appeal_times',
  reports: 'reports_closed',
  complaints: 'complaints_closed',
};
/** The kinds of mails that are letters of cases. */
const LETTER_MAILS: readonly string[] = ['statement', 'outcome', 'complaint_answer', 'appeal_outcome'];

/** The stored figures that the others are made of. */
const STORED: readonly string[] = [
  ...OPERATED_FIGURES.filter((figure) => figure !== 'letters_given_up'),
  ...Object.values(TIMES),
  ...['orders', 'revenue', ADDED_UP, ACTIVITY_COUNTED],
];
/** Those that are needed by slice in each period. */
const SLICED: readonly string[] = [...Object.values(TIMES), 'orders', 'revenue', 'mails_given_up'];

/** The statements that read the figures of a span; `figuresOf` takes their rows. */
export const figureStatements = (db: Database, { from, to, step }: FigureSpan) => ({
  totals: figureTotals(db, { figures: STORED, sliced: SLICED, from, to, step }),
  sums: figureSums(db, STORED, from, to),
  vitals: vitalCountsBetween(db, step, from, to),
});

export type FigureRows = Rows<ReturnType<typeof figureStatements>>;

/** A period of a span, with the part of a day that names it in the rows. */
interface Period {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** The periods of a span. The first and the last month may be cut off. */
function periodsOf({ from, to, step }: FigureSpan): Period[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) days.push(dayOf(time));
  const byName = Map.groupBy(days, (day) => day.slice(0, PERIOD_CHARACTERS[step]));
  return [...byName].map(([name, own]) => ({ name, from: own[0] ?? from, to: own.at(-1) ?? to }));
}

/** The rows by period and figure. */
class Totals {
  readonly #rows: Map<string, FigureRows['totals']>;
  readonly #today: string;

  constructor(rows: FigureRows['totals'], now: number) {
    this.#rows = Map.groupBy(rows, ({ period, figure }) => `${period} ${figure}`);
    this.#today = dayOf(now);
  }

  slices({ name }: Period, figure: string): SliceCount[] {
    return (this.#rows.get(`${name} ${figure}`) ?? []).map(({ slice, sum }) => ({ slice, count: sum }));
  }

  sum(period: Period, figure: string, isCounted = (_: string): boolean => true): number {
    return this.slices(period, figure).reduce((sum, { slice, count }) => (isCounted(slice) ? sum + count : sum), 0);
  }

  isAddedUp(period: Period): boolean {
    return this.sum(period, ADDED_UP) > 0;
  }

  /** What happens is counted at once, so that it is known of today, too. */
  isEventKnown(period: Period): boolean {
    return this.isAddedUp(period) || (period.from <= this.#today && this.#today <= period.to);
  }
}

/** The value of a figure in a period; null if it was not counted. */
function figureValue(totals: Totals, period: Period, figure: OperatedFigure): number | null {
  if (figure === 'letters_given_up') {
    const count = totals.sum(period, 'mails_given_up', (kind) => LETTER_MAILS.includes(kind));
    return count > 0 || totals.isEventKnown(period) ? count : null;
  }
  const sum = totals.sum(period, figure);
  if (isActiveFigure(figure)) {
    const days = totals.sum(period, ACTIVITY_COUNTED);
    return days === 0 ? null : Math.round(sum / days);
  }
  const isKnown = isEventFigure(figure) ? sum > 0 || totals.isEventKnown(period) : totals.isAddedUp(period);
  return isKnown ? sum : null;
}

function slicesOf(sums: FigureRows['sums'], figure: OperatedFigure): FigureSeries['slices'] {
  if (isActiveFigure(figure)) return [];
  const isOf = ({ figure: stored, slice }: FigureRows['sums'][number]) =>
    figure === 'letters_given_up' ? stored === 'mails_given_up' && LETTER_MAILS.includes(slice) : stored === figure;
  const own = sums.filter(isOf).map(({ slice, sum }) => ({ slice, count: sum }));
  // A country that is not known yet is a slice among others; a figure of one slice without a name has none.
  if (own.every(({ slice }) => slice === '')) return [];
  return own.toSorted((a, b) => b.count - a.count || (a.slice < b.slice ? -1 : 1));
}

function handlingOf(totals: Totals, sums: FigureRows['sums'], periods: readonly Period[], of: Handled): HandlingTimes {
  const figure = TIMES[of];
  const all = sums.filter((row) => row.figure === figure).map(({ slice, sum }) => ({ slice, count: sum }));
  const ranges = handlingRanges(all);
  return {
    of,
    count: ranges.reduce((sum, { count }) => sum + count, 0),
    median: medianOfRanges(ranges),
    medians: periods.map((period) => medianOfRanges(handlingRanges(totals.slices(period, figure)))),
    ranges,
  };
}

function moneyOf(totals: Totals, sums: FigureRows['sums'], periods: readonly Period[]) {
  const currencies = new Set(sums.filter(({ figure }) => figure === 'orders' || figure === 'revenue').map(({ slice }) => slice));
  return [...currencies].toSorted().map((currency) => {
    const values = (figure: FigureName) =>
      periods.map((period) => (totals.isAddedUp(period) ? totals.sum(period, figure, (slice) => slice === currency) : null));
    return { currency, orders: values('orders'), revenue: values('revenue') };
  });
}

const P75 = 75;

function vitalsOf(rows: FigureRows['vitals'], periods: readonly Period[]): VitalSeries[] {
  const byVital = Map.groupBy(rows, ({ vital }) => vital);
  return VITAL_NAMES.map((vital) => {
    const own = byVital.get(vital) ?? [];
    const byPeriod = Map.groupBy(own, ({ period }) => period);
    return {
      vital,
      count: own.reduce((sum, { count }) => sum + count, 0),
      p75: percentileOf(own, P75),
      values: periods.map(({ name }) => percentileOf(byPeriod.get(name) ?? [], P75)),
    };
  });
}

/** The figures of a span from its rows (docs/product.md, "Daily figures"). `now` in ms tells which day is not over. */
export function figuresOf({ totals: rows, sums, vitals }: FigureRows, span: FigureSpan, now: number) {
  const periods = periodsOf(span);
  const totals = new Totals(rows, now);
  return {
    periods: periods.map(({ from, to }) => ({ from, to })),
    counted_days: sums.find(({ figure }) => figure === ADDED_UP)?.sum ?? 0,
    figures: OPERATED_FIGURES.map((figure) => ({
      figure,
      values: periods.map((period) => figureValue(totals, period, figure)),
      slices: slicesOf(sums, figure),
    })),
    handling: HANDLED.map((of) => handlingOf(totals, sums, periods, of)),
    money: moneyOf(totals, sums, periods),
    vitals: vitalsOf(vitals, periods),
  } satisfies OperatedFigures;
}
