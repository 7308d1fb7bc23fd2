import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedWork } from '../../../worker/lib/shared-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work whose calls end when they are told to. */
function slowWork() {
  const calls: { readonly items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ items, end: resolve, fail: reject });
    });
  return { work, calls, itemsOf: () => calls.map(({ items }) => items) };
}

test('whoever comes alone does its own work at once', async () => {
  const shared = new SharedWork<number>();
  const done: (readonly number[])[] = [];
  const work = async (items: readonly number[]) => void done.push(items);
  await shared.add([1, 2], work);
  await shared.add([3], work);
  expect(done).toEqual([[1, 2], [3]]);
});

test('what comes while somebody is at it is done by that one, in one go, and nobody waits for it', async () => {
  const shared = new SharedWork<number>();
  const { work, calls, itemsOf } = slowWork();
  const first = shared.add([1], work);
  await shared.add([2, 3], work);
  await shared.add([4], work);
  expect(itemsOf()).toEqual([[1]]);
  calls[0]?.end();
  await vi.waitFor(() => expect(itemsOf()).toEqual([[1], [2, 3, 4]]));
  calls[1]?.end();
  await first;
  void shared.add([5], work);
  expect(itemsOf()).toEqual([[1], [2, 3, 4], [5]]);
});

test('a failure is that of whoever was at it, and the next one does what was left meanwhile', async () => {
  const shared = new SharedWork<number>();
  const { work, calls, itemsOf } = slowWork();
  const first = shared.add([1], work);
  await shared.add([2], work);
  calls[0]?.fail(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  void shared.add([3], work);
  expect(itemsOf()).toEqual([[1], [2, 3]]);
});

test('somebody who has gone without a word is replaced, and does not end the turn of the next if they come back', async () => {
  const shared = new SharedWork<number>();
  const { work, calls, itemsOf } = slowWork();
  const gone = shared.add([1], work);
  await shared.add([2], work);
  await vi.advanceTimersByTimeAsync(10_000);
  void shared.add([3], work);
  expect(itemsOf()).toEqual([[1], [2, 3]]);
  calls[0]?.end();
  await gone;
  await shared.add([4], work);
  expect(itemsOf()).toEqual([[1], [2, 3]]);
});

test('nobody does the work of others for longer than five seconds', async () => {
  const shared = new SharedWork<number>();
  const { work, calls, itemsOf } = slowWork();
  const first = shared.add([1], work);
  await shared.add([2], work);
  await vi.advanceTimersByTimeAsync(5_000);
  calls[0]?.end();
  await first;
  void shared.add([3], work);
  expect(itemsOf()).toEqual([[1], [2, 3]]);
});
