import { describe, expect, test } from 'vitest';
import { OPERATED_FIGURES, type OperatedFigure } from '#contract/operator/operated-figures';
import { FIGURES } from '../../../worker/domain/operating/daily-figures.ts';
import { handlingRanges, medianOfRanges } from '../../../worker/domain/operating/handling-times.ts';
import { type FigureRows, figuresOf } from '../../../worker/domain/operating/read-figures.ts';
import { percentileOf } from '../../../worker/domain/operating/vital-percentiles.ts';

const NOW = Date.parse('2026-11-21T09:00Z');
const WEEK = { from: '2026-11-18', to: '2026-11-21', step: 'day' } as const;
const total = (period: string, figure: string, sum: number, slice = '') => ({ period, figure, slice, sum });
const addedUp = (...periods: string[]) => periods.flatMap((period) => [total(period, 'added_up', 1), total(period, 'activity_counted', 1)]);

const read = (rows: Partial<FigureRows>, span: Parameters<typeof figuresOf>[1] = WEEK) =>
  figuresOf({ totals: [], sums: [], vitals: [], ...rows }, span, NOW);
const valuesOf = (figures: ReturnType<typeof read>, name: OperatedFigure) => figures.figures.find(({ figure }) => figure === name)?.values;

test('every figure of the desk is stored, or is made of one that is', () => {
  const stored: readonly string[] = FIGURES;
  expect(OPERATED_FIGURES.filter((figure) => !stored.includes(figure))).toEqual(['letters_given_up']);
});

describe('the values of a span', () => {
  const figures = read({
    totals: [
      ...addedUp('2026-11-19', '2026-11-20'),
      total('2026-11-19', 'signups', 4),
      total('2026-11-19', 'active_day', 40),
      total('2026-11-18', 'mails_failed', 1),
      total('2026-11-20', 'mails_given_up', 2, 'outcome'),
      total('2026-11-20', 'mails_given_up', 9, 'reset'),
    ],
    sums: [{ figure: 'added_up', slice: '', sum: 2 }],
  });

  test('have every day', () => {
    expect(figures.periods.map(({ from, to }) => [from, to])).toEqual(
      ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map((day) => [day, day]),
    );
    expect(figures.counted_days).toBe(2);
  });

  test('are unknown on days that are not added up, and 0 where nothing happened', () => {
    expect(valuesOf(figures, 'signups')).toEqual([null, 4, 0, null]);
    expect(valuesOf(figures, 'active_day')).toEqual([null, 40, 0, null]);
  });

  test('of what is counted as it happens are known today, and of a day on which some happened', () => {
    expect(valuesOf(figures, 'mails_failed')).toEqual([1, 0, 0, 0]);
    expect(valuesOf(figures, 'bans')).toEqual([null, 0, 0, 0]);
  });

  test('tell letters of cases from other mails', () => {
    expect(valuesOf(figures, 'letters_given_up')).toEqual([null, 0, 2, 0]);
    expect(valuesOf(figures, 'mails_given_up')).toEqual([null, 0, 11, 0]);
  });

  test('of months are sums, of active members averages of the days on which they were counted', () => {
    const months = read(
      {
        totals: [
          ...[total('2026-10', 'added_up', 31), total('2026-10', 'activity_counted', 3), total('2026-10', 'signups', 62)],
          ...[total('2026-10', 'active_month', 100), total('2026-11', 'bans', 2)],
        ],
      },
      { from: '2026-09-30', to: '2026-11-21', step: 'month' },
    );
    expect(months.periods).toEqual([
      { from: '2026-09-30', to: '2026-09-30' },
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-11-01', to: '2026-11-21' },
    ]);
    expect(valuesOf(months, 'signups')).toEqual([null, 62, null]);
    expect(valuesOf(months, 'active_month')).toEqual([null, 33, null]);
    expect(valuesOf(months, 'bans')).toEqual([null, 0, 2]);
  });
});

test('slices are those of the span, the largest first; active members and figures without slices have none', () => {
  const { figures } = read({
    sums: [
      ...[
        ['signups', 'NL', 3],
        ['signups', 'DE', 8],
        ['signups', '', 8],
        ['active_day', 'NL', 90],
        ['messages', '', 7],
        ['mails_given_up', 'statement', 1],
        ['mails_given_up', 'reset', 4],
      ].map(([figure, slice, sum]) => ({ figure: String(figure), slice: String(slice), sum: Number(sum) })),
    ],
  });
  expect(
    figures
      .filter(({ slices }) => slices.length > 0)
      .map(({ figure, slices }) => [figure, slices.map(({ slice, count }) => [slice, count])]),
  ).toEqual([
    [
      'signups',
      [
        ['', 8],
        ['DE', 8],
        ['NL', 3],
      ],
    ],
    ['letters_given_up', [['statement', 1]]],
    [
      'mails_given_up',
      [
        ['reset', 4],
        ['statement', 1],
      ],
    ],
  ]);
});

test('money is told by currency, in all that occurs', () => {
  const { money } = read({
    totals: [...addedUp('2026-11-19', '2026-11-20'), total('2026-11-19', 'orders', 2, 'EUR'), total('2026-11-19', 'revenue', 1998, 'EUR')],
    sums: [
      { figure: 'orders', slice: 'EUR', sum: 2 },
      { figure: 'revenue', slice: 'EUR', sum: 1998 },
    ],
  });
  expect(money).toEqual([{ currency: 'EUR', orders: [null, 2, 0, null], revenue: [null, 1998, 0, null] }]);
  expect(read({}).money).toEqual([]);
});

describe('handling times', () => {
  const slices = (counts: Readonly<Record<string, number>>) => Object.entries(counts).map(([slice, count]) => ({ slice, count }));
  const medianOf = (counts: Readonly<Record<string, number>>) => medianOfRanges(handlingRanges(slices(counts)));

  test.each([
    [{}, null],
    [{ '24': 1 }, { hours: 24, is: 'within' }],
    [
      { '1': 1, '24': 1 },
      { hours: 1, is: 'within' },
    ],
    [
      { '1': 1, '24': 2 },
      { hours: 24, is: 'within' },
    ],
    [
      { '720': 1, later: 1 },
      { hours: 720, is: 'within' },
    ],
    [
      { '720': 1, later: 2 },
      { hours: 720, is: 'later' },
    ],
    [{ later: 1 }, { hours: 720, is: 'later' }],
    [
      { unknown: 9, '4': 1 },
      { hours: 4, is: 'within' },
    ],
  ])('%j have the median %j', (counts, median) => expect(medianOf(counts)).toEqual(median));

  test('have one median for the span and one for each period, which is not made of the others', () => {
    const { handling } = read({
      totals: [
        total('2026-11-19', 'decision_times', 1, '1'),
        total('2026-11-20', 'decision_times', 3, '48'),
        total('2026-11-20', 'decision_times', 1, 'later'),
      ],
      sums: [
        { figure: 'decision_times', slice: '1', sum: 1 },
        { figure: 'decision_times', slice: '48', sum: 3 },
        { figure: 'decision_times', slice: 'later', sum: 1 },
      ],
    });
    const [decisions, ...others] = handling;
    expect(decisions).toMatchObject({
      of: 'decisions',
      count: 5,
      median: { hours: 48, is: 'within' },
      medians: [null, { hours: 1, is: 'within' }, { hours: 48, is: 'within' }, null],
    });
    expect(decisions?.ranges.filter(({ count }) => count > 0)).toEqual([
      { hours: 1, count: 1 },
      { hours: 48, count: 3 },
      { hours: null, count: 1 },
    ]);
    expect(others.map(({ of, median }) => [of, median])).toEqual(['notices', 'appeals', 'reports', 'complaints'].map((of) => [of, null]));
  });
});

describe('web vitals', () => {
  test.each([
    [[], null],
    [[[800, 3]], 800],
    [
      [
        [800, 3],
        [2500, 1],
      ],
      800,
    ],
    [
      [
        [2500, 2],
        [800, 2],
      ],
      2500,
    ],
  ] as const)('of %j have three of four within %j', (buckets, bound) =>
    expect(
      percentileOf(
        buckets.map(([upTo, count]) => ({ upTo, count })),
        75,
      ),
    ).toBe(bound),
  );

  test('are told of each period and of the span', () => {
    const bucket = (period: string, upTo: number, count: number) => ({ period, vital: 'lcp', upTo, count });
    const { vitals } = read({ vitals: [bucket('2026-11-18', 800, 3), bucket('2026-11-20', 2500, 1), bucket('2026-11-20', 800, 2)] });
    expect(vitals.find(({ vital }) => vital === 'lcp')).toEqual({ vital: 'lcp', count: 6, p75: 800, values: [800, null, 2500, null] });
    expect(vitals.find(({ vital }) => vital === 'inp')).toEqual({ vital: 'inp', count: 0, p75: null, values: [null, null, null, null] });
  });
});
