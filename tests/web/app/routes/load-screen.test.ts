import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScreen, preloadScreen } from '../../../../web/app/routes/routes.tsx';

const fixture = vi.hoisted(() => ({ isUnavailable: true, tries: 0 }));
vi.mock('../../../../web/i18n/i18n.ts', () => ({
  loadTexts: async () => {
    fixture.tries += 1;
    if (fixture.isUnavailable) throw new Error('gone');
  },
}));
vi.mock('../../../../web/platform/reload-once.ts', () => ({ reloadOnce: () => false }));
vi.mock('../../../../web/features/pages/ban/ban-screen.tsx', () => ({ Screen: () => null }));
vi.mock('../../../../web/features/pages/texts/text-screen.tsx', () => ({ Screen: () => null }));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(fixture, { isUnavailable: true, tries: 0 });
});
afterEach(() => vi.useRealTimers());

const outcome = (screen: Promise<unknown>) =>
  screen.then(
    () => 'loaded',
    () => 'failed',
  );

test('a screen that cannot be loaded fails once for all renders, and is loaded again two seconds later', async () => {
  const first = loadScreen('pages-ban');
  expect(await outcome(first)).toBe('failed');
  for (let renders = 0; renders < 5; renders += 1) expect(loadScreen('pages-ban')).toBe(first);
  expect(fixture.tries).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  fixture.isUnavailable = false;
  const second = loadScreen('pages-ban');
  expect(await outcome(second)).toBe('loaded');
  await vi.advanceTimersByTimeAsync(2000);
  expect([loadScreen('pages-ban') === second, fixture.tries]).toEqual([true, 2]);
});

test('a screen whose preload failed is loaded again at once when it is needed', async () => {
  expect(await outcome(preloadScreen('pages-terms'))).toBe('failed');
  fixture.isUnavailable = false;
  expect(await outcome(loadScreen('pages-terms'))).toBe('loaded');
});
