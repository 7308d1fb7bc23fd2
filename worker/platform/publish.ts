import * as v from 'valibot';
import { RoomAnswer, type RoomPost } from '#contract/realtime';
import type { Database } from '#db/client';
import { CLAIM_MS, claimDueEvents, deleteEvents, insertEvents, type OutboxRow } from '#db/queries/outbox';
import { roomOf } from '#room/room-name';
import type { RoomEvent } from '../domain/context.ts';
import { randomId } from '../domain/ids.ts';
import type { Env } from '../env.ts';

const POST_MS = 5_000;
const AT_ONCE = 3;
const SWEEP_ROWS = 100;

export interface Addressed {
  readonly to: string;
  readonly event: RoomEvent;
}

/** The outbox row of an event, to be written in the batch that causes it. */
export const eventRow = (to: string, event: RoomEvent, now: number) => ({
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

/** Delivers committed rows, member by member and in their order; what fails stays for the sweep. */
export async function deliverEvents(env: Env, db: Database, rows: readonly OutboxRow[]): Promise<void> {
  const byMember = Map.groupBy(rows, (row) => row.memberId);
  const delivered: string[] = [];
  const waiting = [...byMember];
  const deliverNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [memberId, theirs] = next;
      try {
        await postToRoom(env, memberId, { kind: 'events', events: theirs.map((row) => row.event as RoomEvent) });
        delivered.push(...theirs.map((row) => row.id));
      } catch (error) {
        console.warn(JSON.stringify({ at: 'publish', events: theirs.length, error: error instanceof Error ? error.message : 'unknown' }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deliverNext));
  if (delivered.length > 0) await deleteEvents(db, delivered);
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
