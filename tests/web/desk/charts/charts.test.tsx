import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BarChart } from '../../../../web/desk/charts/bar-chart.tsx';
import { chartScale, lineParts } from '../../../../web/desk/charts/chart-scale.ts';
import type { ChartProps } from '../../../../web/desk/charts/chart-table.tsx';
import { LineChart } from '../../../../web/desk/charts/line-chart.tsx';

const PROPS: ChartProps = {
  texts: { title: 'Sign-ups', labelTitle: 'Day', tableLabel: 'As a table', unknown: 'not counted' },
  labels: ['1 Nov', '2 Nov', '3 Nov', '4 Nov'],
  series: [
    { name: 'signups', values: [0, 30, null, 12] },
    { name: 'deletions', values: [1, 2, 3, null] },
  ],
  format: (value) => `${value}!`,
};

describe('the scale of a chart', () => {
  test.each([
    [[], 1, [0, 1]],
    [[0], 1, [0, 1]],
    [[3], 3, [0, 1, 2, 3]],
    [[7], 8, [0, 2, 4, 6, 8]],
    [[100], 100, [0, 50, 100]],
    [[101, 5], 150, [0, 50, 100, 150]],
    [[8_300], 10_000, [0, 5_000, 10_000]],
  ] as const)('of %j ends at %d', (values, most, ticks) => expect(chartScale(values)).toEqual({ most, ticks }));

  test('holds every value and has few ticks, whatever the size', () => {
    for (let value = 1; value < 1e9; value = Math.ceil(value * 1.7)) {
      const { most, ticks } = chartScale([value]);
      expect(most).toBeGreaterThanOrEqual(value);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
  });
});

test('a line breaks where a value is not known', () => {
  expect(lineParts([1, null, null, 2, 3])).toEqual([
    [{ index: 0, value: 1 }],
    [
      { index: 3, value: 2 },
      { index: 4, value: 3 },
    ],
  ]);
  expect(lineParts([null])).toEqual([]);
});

/** The rows of the table behind a chart, as a screen reader says them. */
const tableOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replace('<span aria-hidden="true">–</span>', '').replaceAll(/<[^>]*>/g, ''),
    ),
  );

const TABLE = [
  ['Day', 'signups', 'deletions'],
  ['1 Nov', '0!', '1!'],
  ['2 Nov', '30!', '2!'],
  ['3 Nov', 'not counted', '3!'],
  ['4 Nov', '12!', 'not counted'],
];

describe('a line chart', () => {
  const html = renderToStaticMarkup(<LineChart {...PROPS} />);

  test('has a table with every value behind it', () => expect(tableOf(html)).toEqual(TABLE));

  test('says the values of the last label on a slider that a keyboard moves', () => {
    expect(html).toMatch(
      /<input type="range"[^>]* min="0" max="3"[^>]* aria-label="Sign-ups" aria-valuetext="4 Nov: signups 12!, deletions not counted" value="3"/,
    );
  });

  test('draws lines with gaps, a dot for a single value, and no style that the content policy forbids', () => {
    expect(html.match(/<polyline /g)).toHaveLength(2);
    expect(html.match(/<circle /g)).toHaveLength(1);
    expect(html).not.toMatch(/style=|NaN|Infinity/);
  });

  test('stands with one label, and with nothing known', () => {
    const one = renderToStaticMarkup(<LineChart {...PROPS} labels={['1 Nov']} series={[{ name: 'signups', values: [null] }]} />);
    expect(one).not.toMatch(/NaN|Infinity|type="range"/);
    expect(tableOf(one)).toEqual([
      ['Day', 'signups'],
      ['1 Nov', 'not counted'],
    ]);
  });
});

describe('a bar chart', () => {
  const html = renderToStaticMarkup(<BarChart {...PROPS} />);
  const widths = [...html.matchAll(/class="chart-bar" width="([\d.]+)"/g)].map(([, width]) => Number(width));

  test('has a bar for each label, in proportion, that of a small value still visible', () => {
    expect(widths).toEqual([0, 400, 0, 160]);
    const small = renderToStaticMarkup(<BarChart {...PROPS} series={[{ name: 'signups', values: [1, 10_000, 0, 0] }]} />);
    expect(small).toContain('class="chart-bar" width="2"');
  });

  test('has every value as text and a table behind it', () => {
    expect(html).toContain('<span>3 Nov</span><strong>not counted</strong>');
    expect(tableOf(html)).toEqual(TABLE);
  });
});
