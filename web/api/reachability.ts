import { createStore } from '../platform/store.ts';

/** Consecutive unanswered calls after which the server counts as unreachable; a single one may be lost on a slow connection. */
const MISSES = 2;
let missed = 0;

/** Whether the server answers, which is independent of `navigator.onLine`. */
export const isReached = createStore(true);

/** Records whether a call was answered. */
export function noteReach(isAnswered: boolean): void {
  missed = isAnswered ? 0 : missed + 1;
  isReached.set(missed < MISSES);
}
