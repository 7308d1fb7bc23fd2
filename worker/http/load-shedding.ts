import { MINUTE } from '#contract/durations';
import type { Endpoint } from '#contract/endpoint';
import type { Env } from '../config/env.ts';
import { refuse } from '../domain/errors.ts';
import { isoTime } from '../lib/iso-time.ts';
import { logLine } from '../lib/log.ts';

/** After this time (ms) a call no longer counts: the runtime ends those whose client has gone without a word. */
const LONGEST_CALL_MS = 20_000;
/** When a client that was refused may ask again, at the earliest and at the latest (ms): those that were refused together do not return together. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [5_000, 10_000];

/** Calls that are shed late are refused from this multiple of the bound on. */
const LATE = 2;

/** The calls of this isolate that are under way, by when they began, the oldest first. */
const underWaySince = new Map<symbol, number>();
let shedLoggedAt = Number.NEGATIVE_INFINITY;
let shedSinceLogged = 0;

function forgetEndedCalls(now: number): void {
  for (const [id, since] of underWaySince) {
    if (now - since < LONGEST_CALL_MS) return;
    underWaySince.delete(id);
  }
}

/** Logs that calls are refused and how many since the line before, at most once a minute in an isolate. */
function logShed(now: number): void {
  shedSinceLogged += 1;
  if (now < shedLoggedAt + MINUTE) return;
  logLine('warn', { at: 'load', under_way: underWaySince.size, shed: shedSinceLogged });
  shedLoggedAt = now;
  shedSinceLogged = 0;
}

/** How many calls may be under way before this one is refused. */
function boundOf({ sheds }: Pick<Endpoint, 'sheds'>, { SHED_ABOVE_CALLS }: Pick<Env, 'SHED_ABOVE_CALLS'>): number {
  if (sheds === undefined) return Number.POSITIVE_INFINITY;
  return sheds === 'early' ? SHED_ABOVE_CALLS : SHED_ABOVE_CALLS * LATE;
}

/**
 * Makes a call and counts it as under way until it ends. While this isolate has SHED_ABOVE_CALLS calls under way, those that are shed early are
 * refused with `busy` and a wait of 5 to 10 seconds, before they cost anything; with twice as many those that are shed late, too. All others are
 * made (docs/product.md, "Load shedding").
 */
export async function withinCapacity<T>(
  endpoint: Pick<Endpoint, 'sheds'>,
  env: Pick<Env, 'SHED_ABOVE_CALLS'>,
  makeCall: () => Promise<T>,
): Promise<T> {
  const now = Date.now();
  forgetEndedCalls(now);
  if (underWaySince.size >= boundOf(endpoint, env)) {
    logShed(now);
    const waitMs = FIRST_RETRY_MS + Math.random() * (LAST_RETRY_MS - FIRST_RETRY_MS);
    return refuse('busy', { ends_at: isoTime(now + waitMs) });
  }
  const id = Symbol();
  underWaySince.set(id, now);
  try {
    return await makeCall();
  } finally {
    underWaySince.delete(id);
  }
}
