import { type Database, together } from '#db/client';
import {
  claimDuePushes,
  deletePushes,
  insertLeftOvers,
  type LeftOver,
  type Postponed,
  type PushRow,
  postponePushes,
  pushesToSend,
} from '#db/queries/notifications/push-queue';
import { forgetSubscriptions, type PushDevice } from '#db/queries/notifications/push-subscriptions';
import type { Env } from '../../config/env.ts';
import { randomId } from '../../lib/crypto.ts';
import { type PushKeys, type PushOutcome, pushKeys, sendPush } from '../../platform/notifications/web-push.ts';
import { pushNote } from './push-content.ts';
import { nextTry, PUSH_LIFE_MS, pushTime } from './push-schedule.ts';

/** What pushes go out with: a request's context, or what the sweep knows. */
export interface PushContext {
  readonly env: Env;
  readonly db: Database;
  readonly settings: { readonly name: string };
}

const AT_ONCE = 3;
const SWEEP_ROWS = 50;
const SWEEP_MS = 45_000;
/** What joins a push while it goes out follows at once, so often; then by the sweep. */
const ROUNDS = 5;

const URGENCY = { message: 'high', account: 'high', match: 'normal', like: 'normal', offer: 'low', digest: 'low' } as const;

interface Attempt {
  readonly push: PushRow;
  readonly device: PushDevice;
}
interface Tried extends Attempt {
  readonly outcome: PushOutcome;
}

/** Services that did not answer in this run: nobody need wait for them again. */
export type Silent = Set<string>;

async function attempt(keys: PushKeys, site: string, { push, device }: Attempt, silent: Silent): Promise<PushOutcome> {
  const { origin } = new URL(device.endpoint);
  if (silent.has(origin)) return { is: 'later', afterMs: 0, isSilent: true };
  const ttlMs = push.createdAt + PUSH_LIFE_MS - Date.now();
  const outcome = await sendPush(keys, device, pushNote(push, site), { ttlMs, urgency: URGENCY[push.kind], isCollapsed: true });
  if (outcome.is === 'later' && outcome.isSilent) silent.add(origin);
  return outcome;
}

/** Tries every browser of every push, a few at once. */
async function attemptEach(keys: PushKeys, site: string, attempts: readonly Attempt[], silent: Silent): Promise<Tried[]> {
  const tried: Tried[] = [];
  const waiting = [...attempts];
  const tryNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      tried.push({ ...next, outcome: await attempt(keys, site, next, silent) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext));
  return tried;
}

/** What is to be written of pushes that went as far as they could. */
interface Settlement {
  readonly done: PushRow[];
  readonly later: Postponed[];
  readonly left: LeftOver[];
  readonly gone: string[];
}

/** A push for all browsers is done with; whichever has not taken it waits by itself, with pauses that grow, for a day. */
function settleTried({ done, later, left, gone }: Settlement, push: PushRow, tried: readonly Tried[], now: number): void {
  let isDone = true;
  for (const { device, outcome } of tried) {
    if (outcome.is === 'gone') gone.push(device.id);
    if (outcome.is !== 'later') continue;
    const tries = push.tries + 1;
    const dueAt = nextTry(push, tries, outcome.afterMs, now);
    if (dueAt === null) continue;
    if (push.subscriptionId === '') {
      left.push({ ...push, id: randomId(), subscriptionId: device.id, dueAt });
    } else {
      later.push({ id: push.id, tries, dueAt });
      isDone = false;
    }
  }
  if (isDone) done.push(push);
}

/** Writes down what came of pushes, in one trip; gives the ids of those that more has joined meanwhile. */
async function settle(db: Database, { done, later, left, gone }: Settlement): Promise<string[]> {
  const [deleted] = await together(db, [
    done.length > 0 ? deletePushes(db, done) : null,
    later.length > 0 ? postponePushes(db, later) : null,
    left.length > 0 ? insertLeftOvers(db, left) : null,
    gone.length > 0 ? forgetSubscriptions(db, gone) : null,
  ]);
  const ids = new Set(deleted.map(({ id }) => id));
  return done.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
}

async function sendRound({ db, settings }: PushContext, keys: PushKeys, ids: readonly string[], silent: Silent): Promise<string[]> {
  const now = Date.now();
  const settlement: Settlement = { done: [], later: [], left: [], gone: [] };
  const going: PushRow[] = [];
  for (const push of await pushesToSend(db, ids, now)) {
    const at = pushTime(push, now);
    if (at === null) settlement.done.push(push);
    else if (at > now) settlement.later.push({ id: push.id, dueAt: at, tries: push.tries });
    else going.push(push);
  }
  const attempts = going.flatMap((push) => push.devices.map((device) => ({ push, device })));
  const tried = Map.groupBy(await attemptEach(keys, settings.name, attempts, silent), ({ push }) => push);
  for (const push of going) settleTried(settlement, push, tried.get(push) ?? [], Date.now());
  return settle(db, settlement);
}

/** Sends pushes that are written, if they are still news when it comes to that; what is not taken waits for the sweep. */
export async function sendPushes(ctx: PushContext, ids: readonly string[], silent: Silent = new Set()): Promise<void> {
  const keys = pushKeys(ctx.env);
  let waiting = ids;
  for (let round = 0; keys && waiting.length > 0 && round < ROUNDS; round += 1) waiting = await sendRound(ctx, keys, waiting, silent);
}

/** Sends pushes whose time has come, and those that earlier runs could not; run by the scheduled handler, harmless when two run at once. */
export async function sweepPushes(ctx: PushContext): Promise<void> {
  const silent: Silent = new Set();
  const end = Date.now() + SWEEP_MS;
  for (;;) {
    const claimed = await claimDuePushes(ctx.db, Date.now(), SWEEP_ROWS);
    await sendPushes(
      ctx,
      claimed.map(({ id }) => id),
      silent,
    );
    if (claimed.length < SWEEP_ROWS || Date.now() > end) return;
  }
}
