import * as v from 'valibot';
import { RoomAnswer, type RoomPost } from '#contract/realtime';
import type { Database } from '#db/client';
import { CLAIM_MS, claimDueEvents, deleteEvents, insertEvents, type OutboxRow } from '#db/queries/outbox';
import { roomOf } from '#room/passes';
import type { RoomNews } from '../domain/context.ts';
import { randomId } from '../domain/ids.ts';
import type { Env } from '../env.ts';

const POST_MS = 5_000;
const AT_ONCE = 3;
const SWEEP_ROWS = 100;
const RESYNC: RoomPost = { kind: 'events', events: [{ type: 'resync' }] };

export interface Addressed {
  readonly to: string;
  readonly event: RoomNews;
}

/** The outbox row of an event, to be written in the batch that causes it. */
export const eventRow = (to: string, event: RoomNews, now: number) => ({
  id: randomId(),
  memberId: to,
  event,
  createdAt: now,
  dueAt: now + CLAIM_MS,
});

/** The statement that writes events to the outbox (architecture, The life of a message). */
export const writeEvents = (db: Database, events: readonly Addressed[], now: number) =>
  insertEvents(
    db,
    events.map(({ to, event }) => eventRow(to, event, now)),
  );

/** Where the rooms listen. */
export const partyUrl = (host: string) => `${/^(localhost|127\.0\.0\.1)(:|$)/.test(host) ? 'http' : 'https'}://${host}`;

/** Posts to one member's room and gives its answer; throws when the room did not take it. */
export async function postToRoom(env: Env, memberId: string, post: RoomPost): Promise<RoomAnswer> {
  const response = await fetch(`${partyUrl(env.PARTY_HOST)}/parties/main/${await roomOf(env.PARTY_SECRET, memberId)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${env.PARTY_SECRET}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(post),
    signal: AbortSignal.timeout(POST_MS),
  });
  if (!response.ok) throw new Error(`room answered ${response.status}`);
  return v.parse(RoomAnswer, await response.json());
}

/** One member's news as the room takes it, in its order: events go together, what else there is by itself. */
function postsOf(rows: readonly OutboxRow[]): RoomPost[] {
  const posts: RoomPost[] = [];
  for (const row of rows) {
    const news = row.event as RoomNews;
    const last = posts.at(-1);
    if ('kind' in news) posts.push(news);
    else if (last?.kind === 'events') last.events.push(news);
    else posts.push({ kind: 'events', events: [news] });
  }
  return posts;
}

/** Posts to one room after another, a few at once; gives the rooms' members that took it. */
async function postToEach(env: Env, posts: ReadonlyMap<string, readonly RoomPost[]>): Promise<Set<string>> {
  const reached = new Set<string>();
  const waiting = [...posts];
  const postNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [memberId, theirs] = next;
      try {
        for (const post of theirs) await postToRoom(env, memberId, post);
        reached.add(memberId);
      } catch (error) {
        console.warn(JSON.stringify({ at: 'publish', posts: theirs.length, error: error instanceof Error ? error.message : 'unknown' }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, postNext));
  return reached;
}

/** Delivers committed rows, member by member and in their order; what fails stays for the sweep. */
export async function deliverEvents(env: Env, db: Database, rows: readonly OutboxRow[]): Promise<void> {
  const byMember = Map.groupBy(rows, (row) => row.memberId);
  const reached = await postToEach(env, new Map([...byMember].map(([memberId, theirs]) => [memberId, postsOf(theirs)])));
  const delivered = rows.filter((row) => reached.has(row.memberId));
  if (delivered.length === 0) return;
  const deleted = new Set(
    (
      await deleteEvents(
        db,
        delivered.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  // A block took these back while they were on their way: the devices they reached ask for the truth.
  const late = delivered.filter(({ id }) => !deleted.has(id));
  await postToEach(env, new Map(late.map(({ memberId }) => [memberId, [RESYNC]])));
}

/** Delivers what earlier requests could not; run by the scheduled handler, harmless when two run at once. */
export async function sweepEvents(env: Env, db: Database, now: number): Promise<void> {
  for (;;) {
    const rows = await claimDueEvents(db, now, SWEEP_ROWS);
    if (rows.length > 0) await deliverEvents(env, db, rows);
    if (rows.length < SWEEP_ROWS) return;
  }
}

/** Whether the rooms answer. */
export async function isPartyUp(env: Env): Promise<boolean> {
  try {
    const response = await fetch(`${partyUrl(env.PARTY_HOST)}/parties/main/health`, {
      headers: { Authorization: `Bearer ${env.PARTY_SECRET}` },
      signal: AbortSignal.timeout(POST_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}
