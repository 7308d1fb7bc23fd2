import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../../scripts/lib/paths.ts';

interface Lights {
  size: [number, number];
  window: [number, number];
  lamps: [number, number][];
  windows: [number, number][];
}

const lights: Lights = JSON.parse(readFileSync(inProject('assets/town/lights.json'), 'utf8'));

test('every window of the town can be told apart: none overlaps another or leaves the part that a phone shows', () => {
  const [width, height] = lights.size;
  const [paneWidth, paneHeight] = lights.window;
  const overlapping = lights.windows.filter(([x, y], i) =>
    lights.windows.some(([otherX, otherY], j) => i !== j && Math.abs(x - otherX) < paneWidth && Math.abs(y - otherY) < paneHeight),
  );
  expect(overlapping).toEqual([]);
  // A phone shows a width of five to a height of four, from the bottom.
  const top = height - (width * 4) / 5;
  for (const [x, y] of lights.windows) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + paneWidth).toBeLessThanOrEqual(width);
    expect(y).toBeGreaterThan(top);
    expect(y + paneHeight).toBeLessThan(height);
  }
});

test('the town has 120 windows, and a lamp for each question', () => {
  expect(lights.windows).toHaveLength(120);
  expect(lights.lamps).toHaveLength(3);
});

test('the first windows are spread over the town', () => {
  const columns = lights.windows.slice(0, 8).map(([x]) => x);
  expect(Math.max(...columns) - Math.min(...columns)).toBeGreaterThan(500);
});
