import { batch, type Database } from '#db/client';
import {
  claimDuePushes,
  type DevicePush,
  deletePushes,
  insertDevicePushes,
  type PostponedPush,
  type PushRow,
  postponePushes,
  pushesToSend,
} from '#db/queries/notifications/push-queue';
import { deletePushSubscriptions, type PushDevice } from '#db/queries/notifications/push-subscriptions';
import type { Env } from '../../config/env.ts';
import { countEvents } from '../../domain/operating/daily-figures.ts';
import { randomId } from '../../lib/crypto.ts';
import { inRounds } from '../../lib/rounds.ts';
import { type PushKeys, type PushOutcome, pushKeys, sendPush } from '../../platform/notifications/web-push.ts';
import { pushPayloadOf } from './push-content.ts';
import { nextTryAt, PUSH_LIFETIME_MS, sendTimeOf } from './push-schedule.ts';

/** What sending pushes needs; the context of a request has it all. */
export interface PushContext {
  readonly env: Env;
  readonly db: Database;
  readonly settings: { readonly name: string };
}

/** Browsers that are sent a push at the same time. */
const CONCURRENT_PUSHES = 3;
/** Pushes of one sweep. */
const SWEEP_BOUNDS = { size: 50, rows: 2_000, perSecond: 100 };
/** A push that others have joined while it was sent is sent again at once, at most this many times; after that the sweep sends it. */
const MAX_ROUNDS = 5;

const URGENCY = { message: 'high', account: 'high', match: 'normal', like: 'normal', offer: 'low', summary: 'low' } as const;

interface Attempt {
  readonly push: PushRow;
  readonly device: PushDevice;
}
interface AttemptResult extends Attempt {
  readonly outcome: PushOutcome;
}

/** The origins of push services that did not answer in this run. They are not asked again in it. */
export type SilentServices = Set<string>;

/** Sends a push to one browser, unless its push service is silent. */
async function attempt(keys: PushKeys, site: string, { push, device }: Attempt, silent: SilentServices): Promise<PushOutcome> {
  const { origin } = new URL(device.endpoint);
  if (silent.has(origin)) return { is: 'later', afterMs: 0, isSilent: true };
  const ttlMs = push.createdAt + PUSH_LIFETIME_MS - Date.now();
  const outcome = await sendPush(keys, device, pushPayloadOf(push, site), { ttlMs, urgency: URGENCY[push.kind], isCollapsed: true });
  if (outcome.is === 'later' && outcome.isSilent) silent.add(origin);
  return outcome;
}

/** Sends each push to its browser, several at a time, and returns the outcomes. */
async function attemptAll(keys: PushKeys, site: string, attempts: readonly Attempt[], silent: SilentServices): Promise<AttemptResult[]> {
  const tried: AttemptResult[] = [];
  const waiting = [...attempts];
  const tryNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      tried.push({ ...next, outcome: await attempt(keys, site, next, silent) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_PUSHES }, tryNext));
  return tried;
}

/** What has to be written after a round of sending. */
interface Settlement {
  /** Pushes to be deleted. */
  readonly done: PushRow[];
  readonly later: PostponedPush[];
  /** Pushes to be written for single browsers that have not taken theirs. */
  readonly left: DevicePush[];
  /** The ids of subscriptions that their push service no longer knows. */
  readonly gone: string[];
  /** How many pushes of each kind a browser did not get: refused, unknown, or tried for too long. */
  readonly failed: Map<string, number>;
}

/**
 * Adds the outcomes of a push to the settlement. A push for all browsers of a member is done after one round; each browser that has not
 * taken it gets a push of its own, which is tried again with growing pauses for a day.
 */
function addOutcomes({ done, later, left, gone, failed }: Settlement, push: PushRow, tried: readonly AttemptResult[], now: number): void {
  let isDone = true;
  const countFailure = () => failed.set(push.kind, (failed.get(push.kind) ?? 0) + 1);
  for (const { device, outcome } of tried) {
    if (outcome.is === 'gone') gone.push(device.id);
    if (outcome.is === 'gone' || outcome.is === 'refused') countFailure();
    if (outcome.is !== 'later') continue;
    const tries = push.tries + 1;
    const dueAt = nextTryAt(push, tries, outcome.afterMs, now);
    if (dueAt === null) {
      countFailure();
      continue;
    }
    if (push.subscriptionId === '') {
      left.push({ ...push, id: randomId(), subscriptionId: device.id, dueAt });
    } else {
      later.push({ id: push.id, tries, dueAt });
      isDone = false;
    }
  }
  if (isDone) done.push(push);
}

/** Writes a settlement in one batch. Returns the ids of the done pushes that others have joined meanwhile, which have to be sent again. */
async function writeSettlement(db: Database, { done, later, left, gone, failed }: Settlement): Promise<string[]> {
  const { deletedPushes } = await batch(db, {
    deletedPushes: done.length > 0 ? deletePushes(db, done) : null,
    postponedPushes: later.length > 0 ? postponePushes(db, later) : null,
    devicePushes: left.length > 0 ? insertDevicePushes(db, left) : null,
    deletedSubscriptions: gone.length > 0 ? deletePushSubscriptions(db, gone) : null,
    failures: failed.size > 0 ? countEvents(db, 'pushes_failed', failed, Date.now()) : null,
  });
  const deletedIds = new Set(deletedPushes.map(({ id }) => id));
  return done.flatMap(({ id }) => (deletedIds.has(id) ? [] : [id]));
}

/** Sends pushes that may go out now, and settles all. Returns the ids of those that have to be sent again. */
async function sendRound({ db, settings }: PushContext, keys: PushKeys, ids: readonly string[], silent: SilentServices): Promise<string[]> {
  const now = Date.now();
  const settlement: Settlement = { done: [], later: [], left: [], gone: [], failed: new Map() };
  const sendable: PushRow[] = [];
  for (const push of await pushesToSend(db, ids, now)) {
    const at = sendTimeOf(push, now);
    if (at === null) settlement.done.push(push);
    else if (at > now) settlement.later.push({ id: push.id, dueAt: at, tries: push.tries });
    else sendable.push(push);
  }
  const attempts = sendable.flatMap((push) => push.devices.map((device) => ({ push, device })));
  const outcomes = Map.groupBy(await attemptAll(keys, settings.name, attempts, silent), ({ push }) => push);
  for (const push of sendable) addOutcomes(settlement, push, outcomes.get(push) ?? [], Date.now());
  return writeSettlement(db, settlement);
}

/**
 * Sends stored pushes, by their ids. Each is judged again and dropped if its news is no longer new; one that is not taken waits for the
 * sweep. Does nothing without push keys.
 */
export async function sendPushes(ctx: PushContext, ids: readonly string[], silent: SilentServices = new Set()): Promise<void> {
  const keys = pushKeys(ctx.env);
  let waiting = ids;
  for (let round = 0; keys && waiting.length > 0 && round < MAX_ROUNDS; round += 1) waiting = await sendRound(ctx, keys, waiting, silent);
}

/**
 * Sends the pushes that are due. The scheduled handler runs it; two runs at once send nothing twice. What is left after 2,000 pushes or 40 seconds
 * waits for the next run.
 */
export async function sweepPushes(ctx: PushContext): Promise<void> {
  const silent: SilentServices = new Set();
  await inRounds(SWEEP_BOUNDS, async (limit) => {
    const claimed = await claimDuePushes(ctx.db, Date.now(), limit);
    await sendPushes(
      ctx,
      claimed.map(({ id }) => id),
      silent,
    );
    return claimed.length;
  });
}
