import * as v from 'valibot';
import { RoomAnswer, type RoomPost } from '#contract/realtime';
import { type Database, together } from '#db/client';
import { insertPushes } from '#db/queries/notifications/push-queue';
import { CLAIM_MS, claimDueEvents, deleteEvents, insertEvents, markPushed, type OutboxRow } from '#db/queries/shared/event-outbox';
import { roomOf } from '#room/tokens';
import type { Env } from '../config/env.ts';
import type { RoomNews } from '../domain/context.ts';
import { randomId } from '../lib/crypto.ts';
import { pushKeys } from '../platform/notifications/web-push.ts';
import { newsOf } from './notifications/pushes-of-events.ts';

const POST_MS = 5_000;
const AT_ONCE = 3;
/** After so many posts without an answer, none between, the rooms hang: the rest need not wait to learn it. */
const MOST_HANGING = 2 * AT_ONCE;
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

/** The statement that writes events to the outbox (docs/product.md, "Event outbox"). */
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

/** Posts to one room after another, a few at once; gives what the rooms that took it answered, by their members. */
async function postToEach(env: Env, posts: ReadonlyMap<string, readonly RoomPost[]>): Promise<Map<string, RoomAnswer>> {
  const answers = new Map<string, RoomAnswer>();
  const waiting = [...posts];
  let hanging = 0;
  const postNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next && hanging < MOST_HANGING; next = waiting.shift()) {
      const [memberId, theirs] = next;
      try {
        let last: RoomAnswer | undefined;
        for (const post of theirs) last = await postToRoom(env, memberId, post);
        if (last) answers.set(memberId, last);
        hanging = 0;
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') hanging += 1;
        console.warn(JSON.stringify({ at: 'publish', posts: theirs.length, error: error instanceof Error ? error.message : 'unknown' }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, postNext));
  return answers;
}

/**
 * What is to be pushed of rows: of those that a room took, and of those that none takes in a sweep either, since no phone waits for
 * rooms to come back. Whoever looks at a conversation over a room that is away has polled it by then.
 */
function pushedOf(env: Env, rows: readonly OutboxRow[], answers: ReadonlyMap<string, RoomAnswer>) {
  if (!pushKeys(env)) return { news: [], isPushed: [] };
  const isKept = ({ memberId, tries }: OutboxRow) => !answers.has(memberId) && tries > 0;
  const open = rows.filter((row) => !row.isPushed && (answers.has(row.memberId) || isKept(row)));
  const news = newsOf(open, (memberId) => answers.get(memberId)?.viewing ?? [], Date.now());
  const told = new Set(news.flatMap(({ events }) => events));
  return { news, isPushed: open.filter((row) => isKept(row) && told.has(row.id)) };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Delivers committed rows, member by member and in their order; what fails stays for the sweep. Gives the ids of the pushes that are to go out now. */
export async function deliverEvents(env: Env, db: Database, rows: readonly OutboxRow[]): Promise<string[]> {
  const byMember = Map.groupBy(rows, (row) => row.memberId);
  const answers = await postToEach(env, new Map([...byMember].map(([memberId, theirs]) => [memberId, postsOf(theirs)])));
  const delivered = rows.filter((row) => answers.has(row.memberId));
  const { news, isPushed } = pushedOf(env, rows, answers);
  const [written, deleted] = await together(db, [
    news.length > 0 ? insertPushes(db, news) : null,
    delivered.length > 0 ? deleteEvents(db, idsOf(delivered)) : null,
    isPushed.length > 0 ? markPushed(db, idsOf(isPushed)) : null,
  ]);
  const gone = new Set(idsOf(deleted));
  // A block took these back while they were on their way: the devices they reached ask for the truth.
  const late = delivered.filter(({ id }) => !gone.has(id));
  await postToEach(env, new Map(late.map(({ memberId }) => [memberId, [RESYNC]])));
  // What joined a push that waits goes with that.
  const fresh = new Set(idsOf(news));
  return idsOf(written).filter((id) => fresh.has(id));
}

/** Delivers what earlier requests could not, and has `push` send what is to be pushed of it; run by the scheduled handler, harmless when two run at once. */
export async function sweepEvents(env: Env, db: Database, now: number, push: (ids: readonly string[]) => Promise<void>): Promise<void> {
  for (;;) {
    const rows = await claimDueEvents(db, now, SWEEP_ROWS);
    if (rows.length > 0) await push(await deliverEvents(env, db, rows));
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
