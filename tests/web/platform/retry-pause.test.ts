import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryPause } from '../../../web/platform/retry-pause.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function isOver(pause: Promise<void>): Promise<boolean> {
  let over = false;
  void pause.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

test('a pause before another try ends with its time', async () => {
  const pause = retryPause(1000);
  expect(await isOver(pause)).toBe(false);
  await vi.advanceTimersByTimeAsync(999);
  expect(await isOver(pause)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isOver(pause)).toBe(true);
});

const abort = new AbortController();

test.each([
  ['when the network returns', () => page.dispatchEvent(new Event('online'))],
  ['when the page is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['when it is aborted', () => abort.abort()],
])('a pause before another try ends %s', async (_, happen) => {
  const pause = retryPause(1000, abort.signal);
  expect(await isOver(pause)).toBe(false);
  happen();
  expect(await isOver(pause)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
