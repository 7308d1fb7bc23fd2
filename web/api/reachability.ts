import { createStore } from '../platform/store.ts';

/** Consecutive unanswered calls after which the server counts as unreachable; a single one may be lost on a slow connection. */
const MISSES_UNTIL_UNREACHABLE = 2;
let consecutiveMisses = 0;

/** Whether the server answers, which is independent of `navigator.onLine`. */
export const isServerReachable = createStore(true);

/** Records whether a call was answered. */
export function recordReachability(isAnswered: boolean): void {
  consecutiveMisses = isAnswered ? 0 : consecutiveMisses + 1;
  isServerReachable.set(consecutiveMisses < MISSES_UNTIL_UNREACHABLE);
}
