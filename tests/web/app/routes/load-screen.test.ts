import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScreen, preloadScreen } from '../../../../web/app/routes/routes.tsx';

const world = vi.hoisted(() => ({ isGone: true, tries: 0 }));
vi.mock('../../../../web/i18n/i18n.ts', () => ({
  loadTexts: async () => {
    world.tries += 1;
    if (world.isGone) throw new Error('gone');
  },
}));
vi.mock('../../../../web/platform/reload-guard.ts', () => ({ reloadOnce: () => false }));
vi.mock('../../../../web/features/pages/ban/ban-screen.tsx', () => ({ Screen: () => null }));
vi.mock('../../../../web/features/pages/texts/text-screen.tsx', () => ({ Screen: () => null }));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(world, { isGone: true, tries: 0 });
});
afterEach(() => vi.useRealTimers());

const outcome = (screen: Promise<unknown>) =>
  screen.then(
    () => 'here',
    () => 'failed',
  );

test('a screen that cannot be had fails once for whoever draws it, and is tried anew a moment later', async () => {
  const first = loadScreen('pages-ban');
  expect(await outcome(first)).toBe('failed');
  for (let draws = 0; draws < 5; draws += 1) expect(loadScreen('pages-ban')).toBe(first);
  expect(world.tries).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  world.isGone = false;
  const second = loadScreen('pages-ban');
  expect(await outcome(second)).toBe('here');
  await vi.advanceTimersByTimeAsync(2000);
  expect([loadScreen('pages-ban') === second, world.tries]).toEqual([true, 2]);
});

test('one that was fetched ahead and failed is tried at once by whoever wants it', async () => {
  expect(await outcome(preloadScreen('pages-terms'))).toBe('failed');
  world.isGone = false;
  expect(await outcome(loadScreen('pages-terms'))).toBe('here');
});
