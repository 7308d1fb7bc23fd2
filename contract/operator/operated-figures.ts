import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { CalendarDay } from '../primitives.ts';
import { VITAL_NAMES } from '../vitals.ts';

/** Days of one span of figures, both ends included. */
export const FIGURE_DAYS_MAX = 366;
/** What the values of a span stand for: each day, or calendar months in UTC. */
export const FIGURE_STEPS = ['day', 'month'] as const;

/** The figures that the desk shows (docs/operating.md, "Figures"). */
export const OPERATED_FIGURES = [
  'active_day',
  'active_week',
  'active_month',
  'signups',
  'deletions',
  'messages',
  'reports',
  'notices',
  'complaints',
  'appeals',
  'cases',
  'decisions',
  'decisions_automated',
  'notices_decided',
  'appeals_decided',
  'bans',
  'photos_held',
  'photos_blurred',
  'photos_refused',
  'letters_given_up',
  'mails_failed',
  'mails_given_up',
  'pushes_failed',
] as const;
export type OperatedFigure = (typeof OPERATED_FIGURES)[number];

/** What takes time until it is decided or closed. `decisions`: cases but those of appeals, from their opening. */
export const HANDLED = ['decisions', 'notices', 'appeals', 'reports', 'complaints'] as const;
export type Handled = (typeof HANDLED)[number];

/** One for each period; null where it was not counted. */
const Values = v.array(v.nullable(v.number()));

/** How long the faster half took at most, in hours; `later`: longer than that, the last bound that is counted by. */
export const HandlingMedian = v.object({ hours: v.number(), is: v.picklist(['within', 'later']) });
export type HandlingMedian = v.InferOutput<typeof HandlingMedian>;

export const FigureSeries = v.object({
  figure: v.picklist(OPERATED_FIGURES),
  /** Of active members the average of the days on which they were counted, of all else the sum. */
  values: Values,
  /** The sums of the whole span by slice, the largest first; empty for figures without slices and for active members. */
  slices: v.array(v.object({ slice: v.string(), count: v.number() })),
});
export type FigureSeries = v.InferOutput<typeof FigureSeries>;

export const HandlingTimes = v.object({
  of: v.picklist(HANDLED),
  count: v.number(),
  /** Null if there are none. */
  median: v.nullable(HandlingMedian),
  /** The median of each period; null if there are none. */
  medians: v.array(v.nullable(HandlingMedian)),
  /** How many took so long: up to these hours and longer than the hours before, in rising order; null stands for no bound. */
  ranges: v.array(v.object({ hours: v.nullable(v.number()), count: v.number() })),
});
export type HandlingTimes = v.InferOutput<typeof HandlingTimes>;

/** What was paid in a currency, in its minor units, VAT included, and in how many orders. */
export const MoneySeries = v.object({ currency: v.string(), orders: Values, revenue: Values });

/** A figure of real visits: the upper bounds within which three of four values lie. `count` is how many there are in the span. */
export const VitalSeries = v.object({
  vital: v.picklist(VITAL_NAMES),
  count: v.number(),
  p75: v.nullable(v.number()),
  values: Values,
});
export type VitalSeries = v.InferOutput<typeof VitalSeries>;

export const OperatedFigures = v.object({
  /** Days `YYYY-MM-DD` in UTC, both included. */
  periods: v.array(v.object({ from: v.string(), to: v.string() })),
  /** How many days of the span have been added up. Without any there are at most figures that are counted as they happen. */
  counted_days: v.number(),
  figures: v.array(FigureSeries),
  handling: v.array(HandlingTimes),
  /** One for each currency in which something was paid; null for moderators. */
  money: v.nullable(v.array(MoneySeries)),
  vitals: v.array(VitalSeries),
});
export type OperatedFigures = v.InferOutput<typeof OperatedFigures>;

export const getFigures = endpoint({
  method: 'GET',
  path: '/api/operator/figures.php',
  who: 'operators',
  limits: 'reads',
  input: v.object({
    from: CalendarDay,
    /** Today at the latest, in UTC. */
    to: CalendarDay,
    step: v.optional(v.picklist(FIGURE_STEPS, 'unknown'), 'day'),
  }),
  output: OperatedFigures,
  summary: 'Figures of a span of at most 366 days by day or month; those of money for admins alone',
});
