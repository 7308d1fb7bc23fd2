import * as v from 'valibot';
import { RoomAnswer, type RoomPost } from '#contract/realtime';
import { roomNameOf } from '#room/tokens';
import type { Env, RoomHostName } from '../config/env.ts';
import { logLine } from '../lib/log.ts';
import { partyKitRoomUrl } from './room-address.ts';
import { roomSecretOf } from './room-secret.ts';

/** How long a room has to answer a post. */
const ROOM_TIMEOUT_MS = 5_000;
/** The room that the health check asks; it is nobody's. */
const HEALTH_ROOM = 'health';
const NOTHING_NEW: RoomPost = { kind: 'events', events: [] };

/** What a promise gives, or a TimeoutError after ROOM_TIMEOUT_MS: a call of a Durable Object takes no signal. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('the room did not answer in time', 'TimeoutError')), ROOM_TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function postToPartyKit(env: Env, room: string, post: RoomPost): Promise<RoomAnswer> {
  const response = await fetch(partyKitRoomUrl(env, room), {
    method: 'POST',
    headers: { Authorization: `Bearer ${await roomSecretOf(env)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(post),
    signal: AbortSignal.timeout(ROOM_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`room answered ${response.status}`);
  return v.parse(RoomAnswer, await response.json());
}

const postTo: Readonly<Record<RoomHostName, (env: Env, room: string, post: RoomPost) => Promise<RoomAnswer>>> = {
  partykit: postToPartyKit,
  worker: (env, room, post) => inTime(env.MEMBER_ROOM.getByName(room).post(post)),
};

/**
 * Empties a room at the host where the rooms ran before, so that the pages that are still connected there come to the present one. If it
 * fails, the pages poll until the next event does the same; a purge throws then, so that it is repeated.
 */
async function moveFrom(env: Env, host: RoomHostName, room: string, post: RoomPost): Promise<void> {
  try {
    await postTo[host](env, room, post.kind === 'purge' ? post : { kind: 'moved' });
  } catch (error) {
    if (post.kind === 'purge') throw error;
    logLine('warn', { at: 'publish', host, error: error instanceof Error ? error.message : 'unknown' });
  }
}

/**
 * Posts to a member's room and returns its answer. Throws if the room does not answer with success within ROOM_TIMEOUT_MS. While rooms move
 * from one host to the other, the room at the former host is emptied, too.
 */
export async function postToRoom(env: Env, memberId: string, post: RoomPost): Promise<RoomAnswer> {
  const room = await roomNameOf(await roomSecretOf(env), memberId);
  const { ROOMS, ROOMS_MOVED_FROM: former } = env;
  const [answer] = await Promise.all([
    postTo[ROOMS](env, room, post),
    former !== undefined && former !== ROOMS ? moveFrom(env, former, room, post) : undefined,
  ]);
  return answer;
}

/** Whether the rooms answer within ROOM_TIMEOUT_MS. Never throws. */
export async function areRoomsUp(env: Env): Promise<boolean> {
  try {
    if (env.ROOMS === 'worker') {
      await postTo.worker(env, HEALTH_ROOM, NOTHING_NEW);
      return true;
    }
    const response = await fetch(partyKitRoomUrl(env, HEALTH_ROOM), {
      headers: { Authorization: `Bearer ${await roomSecretOf(env)}` },
      signal: AbortSignal.timeout(ROOM_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
