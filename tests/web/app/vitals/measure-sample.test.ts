import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureSample } from '../../../../web/app/vitals/measure-sample.ts';

const fixture = vi.hoisted(() => ({ sample: 10, isRefused: false, measured: 0 }));
vi.mock('../../../../web/session/settings.ts', () => ({ currentSettings: () => ({ vitals_sample: fixture.sample }) }));
vi.mock('../../../../web/session/visit/tracking-consent.ts', () => ({ isTrackingAllowed: () => !fixture.isRefused }));
vi.mock('../../../../web/platform/page-idle.ts', () => ({ untilPageIdle: async () => undefined }));
vi.mock('../../../../web/app/vitals/measure-visit.ts', () => ({
  measureVisit: () => {
    fixture.measured += 1;
  },
}));

const show = (visibilityState: 'visible' | 'hidden') => vi.stubGlobal('document', { visibilityState });
const draw = (fraction: number) => vi.spyOn(Math, 'random').mockReturnValue(fraction);

beforeEach(() => {
  Object.assign(fixture, { sample: 10, isRefused: false, measured: 0 });
  show('visible');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  [10, 0, 1],
  [10, 0.0999, 1],
  [10, 0.1, 0],
  [10, 0.9999, 0],
  [100, 0.9999, 1],
  [0, 0, 0],
])('with a sample of %i percent, a load that draws %d is measured %i times', async (sample, drawn, times) => {
  fixture.sample = sample;
  draw(drawn);
  await measureSample();
  expect(fixture.measured).toBe(times);
});

test('nobody who has refused tracking is measured', async () => {
  draw(0);
  fixture.isRefused = true;
  await measureSample();
  expect(fixture.measured).toBe(0);
});

test('a page in the background is not measured', async () => {
  draw(0);
  show('hidden');
  await measureSample();
  expect(fixture.measured).toBe(0);
});
