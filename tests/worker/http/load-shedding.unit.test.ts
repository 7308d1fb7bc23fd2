import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../worker/domain/errors.ts';
import { withinCapacity } from '../../../worker/http/load-shedding.ts';

const ABOVE = { SHED_ABOVE_CALLS: 3 };
const POLL = { sheds: 'early' } as const;
const PROFILE = { sheds: 'late' } as const;
const SEND = {};
type Call = typeof POLL | typeof PROFILE | typeof SEND;
const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
let start = Date.now();
let ends: PromiseWithResolvers<void>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  // Each test begins long after the one before, so that the line that is logged at most once a minute is due.
  start += 3_600_000;
  vi.setSystemTime(start);
  log.mockClear();
});
afterEach(async () => {
  for (const end of ends) end.resolve();
  ends = [];
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
});

/** Begins so many calls that go on until the test ends them. */
function begin(count: number, call: Call): Promise<void>[] {
  return Array.from({ length: count }, () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return withinCapacity(call, ABOVE, () => end.promise);
  });
}

const outcomeOf = (call: Call): Promise<unknown> => withinCapacity(call, ABOVE, async () => 'made').catch((error: unknown) => error);

test('a call that may wait is refused above the bound with a wait of 5 to 10 seconds, and not made; any other is made', async () => {
  begin(2, SEND);
  expect(await outcomeOf(POLL)).toBe('made');
  begin(1, POLL);
  const makeCall = vi.fn(async () => 'made');
  const refused = await withinCapacity(POLL, ABOVE, makeCall).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'busy' });
  expect(makeCall).not.toHaveBeenCalled();
  const waitMs = Date.parse((refused as Refusal).details?.ends_at ?? '') - Date.now();
  expect(waitMs).toBeGreaterThanOrEqual(5_000);
  expect(waitMs).toBeLessThanOrEqual(10_000);
  expect(await outcomeOf(SEND)).toBe('made');
});

test('a call that is shed late is refused from twice the bound on, and one that changes something never', async () => {
  begin(5, SEND);
  expect([await outcomeOf(POLL), await outcomeOf(PROFILE)]).toEqual([expect.objectContaining({ code: 'busy' }), 'made']);
  begin(1, SEND);
  expect([await outcomeOf(PROFILE), await outcomeOf(SEND)]).toEqual([expect.objectContaining({ code: 'busy' }), 'made']);
});

test('calls count until they end, those that fail too', async () => {
  const [first] = begin(3, SEND);
  expect(await outcomeOf(POLL)).toMatchObject({ code: 'busy' });
  ends[0]?.reject(new Error('it failed'));
  await expect(first).rejects.toThrow('it failed');
  expect(await outcomeOf(POLL)).toBe('made');
});

test('a call that the runtime has ended without a word counts no longer after 20 seconds', async () => {
  begin(3, SEND);
  await vi.advanceTimersByTimeAsync(19_000);
  begin(1, SEND);
  expect(await outcomeOf(POLL)).toMatchObject({ code: 'busy' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcomeOf(POLL)).toBe('made');
});

test('the log says how many were refused since the line before, once a minute', async () => {
  begin(3, SEND);
  await outcomeOf(POLL);
  expect(log).toHaveBeenCalledTimes(1);
  log.mockClear();
  for (let i = 0; i < 5; i += 1) await outcomeOf(POLL);
  expect(log).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 60_000);
  begin(3, SEND);
  await outcomeOf(POLL);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([{ at: 'load', under_way: 3, shed: 6 }]);
});
