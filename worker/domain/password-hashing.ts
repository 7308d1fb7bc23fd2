import { isoTime } from '../lib/iso-time.ts';
import { hashPassword as hashAtOnce, verifyPassword as verifyAtOnce } from '../lib/password-hash.ts';
import { refuse } from './errors.ts';

/** The most hashes that wait for their turn in an isolate. Further ones are refused. */
const MAX_WAITING = 16;
/** After this time a hash no longer waits, and one that runs no longer counts: its request has ended. */
const LONGEST_MS = 10_000;
/** The longest pause between two hashes. It lasts as long as the first of them, so that other calls get half of the processor. */
const LONGEST_REST_MS = 1_000;
const POLL_MS = 25;
const RETRY_MS = 5_000;

const waitingSince = new Map<symbol, number>();
let freeAt = 0;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until no other hash runs in this isolate, and takes the turn. It polls, because a request must not wait for the promise of another. */
async function waitForTurn(): Promise<void> {
  const began = Date.now();
  for (const [id, since] of waitingSince) if (began - since > LONGEST_MS) waitingSince.delete(id);
  if (waitingSince.size >= MAX_WAITING) refuse('too_many', { ends_at: isoTime(began + RETRY_MS) });
  const id = Symbol();
  waitingSince.set(id, began);
  try {
    while (Date.now() < freeAt) {
      if (Date.now() - began > LONGEST_MS) refuse('too_many', { ends_at: isoTime(Date.now() + RETRY_MS) });
      await pause(POLL_MS * (0.5 + Math.random()));
    }
    freeAt = Date.now() + LONGEST_MS;
  } finally {
    waitingSince.delete(id);
  }
}

async function inTurn<T>(hash: () => Promise<T>): Promise<T> {
  await waitForTurn();
  const began = Date.now();
  try {
    return await hash();
  } finally {
    // The clock of a Worker stands still while it computes, and goes on with the next timer.
    await pause(1);
    const now = Date.now();
    freeAt = now + Math.min(now - began, LONGEST_REST_MS);
  }
}

/**
 * Hashes a password as `lib/password-hash.ts` does, one at a time in an isolate. Refuses with `too_many` if too many wait
 * (docs/product.md, "Limits on password attempts").
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hashAtOnce(password));

/** Whether a password fits a stored hash, in the same time for null; one at a time in an isolate. Refuses as `hashPassword` does. */
export const verifyPassword = (password: string, stored: string | null): Promise<boolean> => inTurn(() => verifyAtOnce(password, stored));
