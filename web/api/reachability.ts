import { createStore } from '../platform/store.ts';

/** One call alone may be lost to a slow line; after so many, none answered between them, the server cannot be reached. */
const MISSES = 2;
let missed = 0;

/** Whether the server answered when it was asked last; the browser may believe in its network all the same. */
export const isReached = createStore(true);

/** Notes of a call whether there was an answer. */
export function noteReach(isAnswered: boolean): void {
  missed = isAnswered ? 0 : missed + 1;
  isReached.set(missed < MISSES);
}
