import type { RoomAnswer, RoomPost } from '#contract/realtime';
import { batch, type Database } from '#db/client';
import { insertPushes } from '#db/queries/notifications/push-queue';
import {
  claimDueEvents,
  DELIVERY_CLAIM_MS,
  deleteEvents,
  type EventOutboxRow,
  insertEvents,
  markPushed,
  retryEvents,
} from '#db/queries/shared/event-outbox';
import type { Env } from '../config/env.ts';
import type { RoomUpdate } from '../domain/context.ts';
import { randomId } from '../lib/crypto.ts';
import { logLine } from '../lib/log.ts';
import { inRounds } from '../lib/rounds.ts';
import { SharedWork } from '../lib/shared-work.ts';
import { pushKeys } from '../platform/notifications/web-push.ts';
import { postToRoom } from '../rooms/post-to-room.ts';
import { pushesOf } from './notifications/pushes-of-events.ts';

/** Rooms that are posted to at the same time. */
const CONCURRENT_ROOMS = 3;
/** After this many timeouts in a row the rooms count as unreachable, and a run stops posting. */
const MAX_CONSECUTIVE_TIMEOUTS = 2 * CONCURRENT_ROOMS;
/** Events of one sweep. */
const SWEEP_BOUNDS = { size: 100, rows: 1_500, perSecond: 200 };
/** The pause before events that no room took are delivered again, where an alarm does that; it doubles with every try up to the maximum. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 64_000;
/** The Durable Object whose alarm delivers them. */
const RETRY_OBJECT = 'events';

export interface AddressedEvent {
  readonly to: string;
  readonly event: RoomUpdate;
}

/** The outbox row of an event for a member's room. It has to be written in the batch that causes the event. */
export const eventOutboxRow = (to: string, event: RoomUpdate, now: number) => ({
  id: randomId(),
  memberId: to,
  event,
  createdAt: now,
  dueAt: now + DELIVERY_CLAIM_MS,
});

/** The statement that writes events to the outbox; it returns their rows (docs/product.md, "Event outbox"). */
export const writeEvents = (db: Database, events: readonly AddressedEvent[], now: number) =>
  insertEvents(
    db,
    events.map(({ to, event }) => eventOutboxRow(to, event, now)),
  );

/** What a post of events tells of the database `db`, which holds what caused them; nothing where the site has no replicas. */
const bookmarkOf = ({ DB_READ_URL }: Env, { told }: Database) =>
  DB_READ_URL.length > 0 && told.index !== null ? { bookmark: String(told.index) } : {};

/**
 * The outbox rows of one member as posts to the room, in their order. Consecutive events share a post; any other row is a post of its own.
 */
function postsOf(rows: readonly EventOutboxRow[], bookmark: ReturnType<typeof bookmarkOf>): RoomPost[] {
  const posts: RoomPost[] = [];
  for (const row of rows) {
    const update = row.event as RoomUpdate;
    const last = posts.at(-1);
    if ('kind' in update) posts.push(update);
    else if (last?.kind === 'events') last.events.push(update);
    else posts.push({ kind: 'events', events: [update], ...bookmark });
  }
  return posts;
}

/** Posts to several rooms at a time. Returns the last answer of each room that took all its posts, by member; failures are logged. */
async function postToRooms(env: Env, posts: ReadonlyMap<string, readonly RoomPost[]>): Promise<Map<string, RoomAnswer>> {
  const answers = new Map<string, RoomAnswer>();
  const waiting = [...posts];
  let timeoutsInARow = 0;
  const postNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next && timeoutsInARow < MAX_CONSECUTIVE_TIMEOUTS; next = waiting.shift()) {
      const [memberId, memberPosts] = next;
      try {
        let last: RoomAnswer | undefined;
        for (const post of memberPosts) last = await postToRoom(env, memberId, post);
        if (last) answers.set(memberId, last);
        timeoutsInARow = 0;
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') timeoutsInARow += 1;
        logLine('warn', { at: 'publish', posts: memberPosts.length, error: error instanceof Error ? error.message : 'unknown' });
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_ROOMS }, postNext));
  return answers;
}

/**
 * The pushes that rows cause, and the undelivered rows to be marked as pushed. A row is pushed once a room took it or, since a phone need
 * not wait for the rooms, when a later try could not deliver it either and it has waited for DELIVERY_CLAIM_MS.
 */
function duePushesOf(env: Env, rows: readonly EventOutboxRow[], answers: ReadonlyMap<string, RoomAnswer>) {
  if (!pushKeys(env)) return { pushes: [], newlyPushed: [] };
  const now = Date.now();
  const hasFailedAgain = ({ memberId, tries, createdAt }: EventOutboxRow) =>
    !answers.has(memberId) && tries > 0 && createdAt <= now - DELIVERY_CLAIM_MS;
  const due = rows.filter((row) => !row.isPushQueued && (answers.has(row.memberId) || hasFailedAgain(row)));
  const pushes = pushesOf(due, (memberId) => answers.get(memberId)?.viewing ?? [], now);
  const pushedEvents = new Set(pushes.flatMap(({ eventIds }) => eventIds));
  return { pushes, newlyPushed: due.filter((row) => hasFailedAgain(row) && pushedEvents.has(row.id)) };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** When an event that no room took is delivered again, in milliseconds. */
const retryAt = ({ tries }: EventOutboxRow, now: number) => now + Math.min(FIRST_RETRY_MS * 2 ** tries, MAX_RETRY_MS);

/** Has an alarm deliver events at this time (ms). If it cannot be set, the sweep delivers them. */
async function scheduleRetry(env: Env, time: number): Promise<void> {
  try {
    await env.EVENT_RETRY.getByName(RETRY_OBJECT).schedule(time);
  } catch (error) {
    logLine('warn', { at: 'publish', retry: true, error: error instanceof Error ? error.message : 'unknown' });
  }
}

/** Tells devices to ask anew whose events were withdrawn while they were being delivered, as by a block. */
async function tellWithdrawn(
  env: Env,
  db: Database,
  delivered: readonly EventOutboxRow[],
  deleted: readonly { readonly id: string }[],
): Promise<void> {
  const deletedIds = new Set(idsOf(deleted));
  const withdrawn = delivered.filter(({ id }) => !deletedIds.has(id));
  const resync: RoomPost = { kind: 'events', events: [{ type: 'resync' }], ...bookmarkOf(env, db) };
  await postToRooms(env, new Map(withdrawn.map(({ memberId }) => [memberId, [resync]])));
}

/** The delivered events that this isolate has to delete: each deletion is a commit, and those of a busy moment are made one. */
const deletions = new SharedWork<EventOutboxRow>();

/** Deletes delivered events, or leaves that to a request that is at it. If it fails, or never comes, a sweep delivers them again. */
const deleteDelivered = (env: Env, db: Database, delivered: readonly EventOutboxRow[]): Promise<void> =>
  deletions.add(delivered, async (rows) => tellWithdrawn(env, db, rows, await deleteEvents(db, idsOf(rows))));

/**
 * Delivers committed outbox rows, member by member and in their order. `db` has written or read them, so that the bookmark of its answers
 * goes with the events. Rows that fail stay: with rooms in the Worker an alarm delivers them seconds later, else the sweep does. Returns the
 * ids of the pushes that have to be sent now. Throws if the database fails, but not if a room does. With `leavesDeletion` another request may
 * still be deleting what was delivered.
 */
export async function deliverEvents(
  env: Env,
  db: Database,
  rows: readonly EventOutboxRow[],
  { leavesDeletion = false } = {},
): Promise<string[]> {
  const byMember = Map.groupBy(rows, (row) => row.memberId);
  const bookmark = bookmarkOf(env, db);
  const answers = await postToRooms(env, new Map([...byMember].map(([memberId, memberRows]) => [memberId, postsOf(memberRows, bookmark)])));
  const delivered = rows.filter((row) => answers.has(row.memberId));
  const { pushes, newlyPushed } = duePushesOf(env, rows, answers);
  const now = Date.now();
  const retries =
    env.ROOMS === 'worker' ? rows.filter((row) => !answers.has(row.memberId)).map((row) => ({ id: row.id, dueAt: retryAt(row, now) })) : [];
  if (leavesDeletion && pushes.length + newlyPushed.length + retries.length === 0) {
    await deleteDelivered(env, db, delivered);
    return [];
  }
  const { writtenPushes, deletedEvents } = await batch(db, {
    writtenPushes: pushes.length > 0 ? insertPushes(db, pushes) : null,
    deletedEvents: delivered.length > 0 ? deleteEvents(db, idsOf(delivered)) : null,
    markedEvents: newlyPushed.length > 0 ? markPushed(db, idsOf(newlyPushed)) : null,
    delayedEvents: retries.length > 0 ? retryEvents(db, retries) : null,
  });
  if (retries.length > 0) await scheduleRetry(env, Math.min(...retries.map(({ dueAt }) => dueAt)));
  await tellWithdrawn(env, db, delivered, deletedEvents);
  // A push that was merged into a waiting one goes out with that one.
  const newIds = new Set(idsOf(pushes));
  return idsOf(writtenPushes).filter((id) => newIds.has(id));
}

/**
 * Delivers the rows that earlier requests could not, and passes the ids of the pushes that they cause to `push`. The scheduled handler runs
 * it; two runs at once deliver nothing twice. What is left after 1,500 rows or 40 seconds waits for the next run.
 */
export async function sweepEvents(env: Env, db: Database, now: number, push: (ids: readonly string[]) => Promise<void>): Promise<void> {
  const start = Date.now();
  await inRounds(SWEEP_BOUNDS, async (limit) => {
    const rows = await claimDueEvents(db, now + Date.now() - start, limit);
    if (rows.length > 0) await push(await deliverEvents(env, db, rows));
    return rows.length;
  });
}
