import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inRounds, lookInTurn, type PlacedRow } from '../../../worker/lib/rounds.ts';

const FAST = { size: 10, rows: 25, perSecond: 1_000_000 };

/** A step that works at a backlog and notes the limits it was given. */
function backlogOf(rows: number) {
  const limits: number[] = [];
  let left = rows;
  const step = async (limit: number) => {
    limits.push(limit);
    const done = Math.min(limit, left);
    left -= done;
    return done;
  };
  return { limits, step, left: () => left };
}

describe('rounds', () => {
  test('end with the first that finds fewer rows than it may take', async () => {
    const backlog = backlogOf(13);
    expect(await inRounds(FAST, backlog.step)).toBe(false);
    expect([backlog.limits, backlog.left()]).toEqual([[10, 10], 0]);
  });

  test('stop at the bound of rows, and the next run goes on from there', async () => {
    const backlog = backlogOf(40);
    expect(await inRounds(FAST, backlog.step)).toBe(true);
    expect([backlog.limits, backlog.left()]).toEqual([[10, 10, 5], 15]);
    expect(await inRounds(FAST, backlog.step)).toBe(false);
    expect(backlog.left()).toBe(0);
  });

  test('stop at the bound of time, after the round that is under way', async () => {
    const backlog = backlogOf(40);
    const slow = async (limit: number) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return backlog.step(limit);
    };
    expect(await inRounds({ ...FAST, rows: 40 }, slow, 20)).toBe(true);
    expect(backlog.limits).toEqual([10]);
  });

  test('do no more rows a second than they may, and do not wait for a pause that ends after the run', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.now();
    const backlog = backlogOf(40);
    const running = inRounds({ size: 10, rows: 40, perSecond: 100 }, backlog.step, 250);
    await vi.runAllTimersAsync();
    expect(await running).toBe(true);
    // 10 rows every 100 ms: the third pause would end after 250 ms.
    expect(backlog.limits).toHaveLength(3);
    expect(Date.now() - start).toBe(200);
  });

  test('throw what a step throws', async () => {
    await expect(inRounds(FAST, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });
});

describe('looking at a list in turn', () => {
  const rows = Array.from({ length: 50 }, (_, i): PlacedRow => ({ at: 100 + Math.floor(i / 2), id: `row-${String(i).padStart(2, '0')}` }));
  const isBehind = (row: PlacedRow, after: PlacedRow) => row.at > after.at || (row.at === after.at && row.id > after.id);

  /** Looks from a place; returns the ids that were looked at and the next place. */
  async function look(place: string, toMend: (row: PlacedRow) => boolean = () => false, list = rows) {
    const seen: string[] = [];
    const next = await lookInTurn(
      place,
      async (after, limit) => list.filter((row) => isBehind(row, after)).slice(0, limit),
      async (row) => {
        seen.push(row.id);
        return toMend(row);
      },
    );
    return { seen, next };
  }

  test('takes a part each time, goes on at its place, and begins again at the end', async () => {
    const first = await look('');
    expect([first.seen.length, first.next]).toEqual([20, '109']);
    const second = await look(first.next);
    const third = await look(second.next);
    expect(third.next).toBe('');
    expect(new Set([...first.seen, ...second.seen, ...third.seen]).size).toBe(50);
  });

  test('goes on in the same run while it finds something to mend', async () => {
    const { seen, next } = await look('', ({ id }) => id === 'row-19');
    expect([seen.length, next]).toEqual([40, '119']);
  });

  test('gets past rows of one time, however many there are', async () => {
    const sameTime = rows.map(({ id }) => ({ at: 100, id }));
    const first = await look('', () => false, sameTime);
    expect([first.seen.length, first.next]).toEqual([20, '100']);
    const second = await look(first.next, () => false, sameTime);
    expect([second.seen.length, second.next]).toEqual([50, '']);
  });
});
