import { useRef, useState } from 'react';
import { type LatestWinsState, sendLatest } from './latest-wins.ts';

/**
 * A value that is saved at once, one request at a time. `value` is what was set last; a value that was refused stays, with its error in
 * `failure`, and `retry` sends it again. `send` has to update `saved`.
 */
export function useLatestWins<T>(saved: T, send: (wanted: T) => Promise<unknown>) {
  const [wanted, setWanted] = useState<{ readonly value: T } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<LatestWinsState<T> | null>(null);
  const value = wanted ? wanted.value : saved;

  const change = async (next: T) => {
    setWanted({ value: next });
    setFailure(null);
    if (running.current) {
      running.current.wanted = next;
      return;
    }
    const mutation: LatestWinsState<T> = { confirmed: saved, wanted: next };
    running.current = mutation;
    try {
      await sendLatest(mutation, send);
      setWanted(null);
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = null;
    }
  };
  return { value, failure, change: (next: T) => void change(next), retry: () => void change(value) };
}
