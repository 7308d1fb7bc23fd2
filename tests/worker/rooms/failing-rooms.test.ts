import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoomPost } from '#contract/realtime';
import { type Database, openDatabase } from '#db/client';
import { eventOutbox } from '#db/schema/index';
import { parseEnv } from '../../../worker/config/env.ts';
import { deliverEvents, sweepEvents } from '../../../worker/delivery/event-outbox.ts';
import { postToRoom } from '../../../worker/rooms/post-to-room.ts';
import { aMember, newId } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { UNREACHABLE_HOST } from '../../support/product/test-worker.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
});
afterAll(() => database.stop());

/** A site whose rooms in the Worker fail while `fails` is set, with what was posted to them and when the alarm was set for. */
function aSite(vars: object = {}) {
  const state = { fails: true, posts: [] as RoomPost[], alarms: [] as number[] };
  const MEMBER_ROOM = {
    getByName: () => ({
      post: async (post: RoomPost) => {
        if (state.fails) throw new Error('Durable Object reset because its code was updated.');
        state.posts.push(post);
        return { sockets: 0, viewing: [] };
      },
    }),
  };
  const EVENT_RETRY = { getByName: () => ({ schedule: async (time: number) => void state.alarms.push(time) }) };
  const bindings = { ASSETS: {}, PHOTOS: {}, IMAGES: {}, MEMBER_ROOM, EVENT_RETRY };
  const variables = { ENVIRONMENT: 'development', SITE_URL: 'http://localhost:1', DB_URL: database.url, ROOMS: 'worker', ...TEST_SECRETS };
  return { state, env: parseEnv({ ...variables, ...bindings, ...vars }) };
}

async function anEvent() {
  const { id: memberId } = await aMember(db);
  const now = Date.now();
  const [row] = await db
    .insert(eventOutbox)
    .values({ id: newId(), memberId, event: { type: 'user.changed' }, createdAt: now, dueAt: now + 15_000 })
    .returning();
  if (!row) throw new Error('no row was written');
  return row;
}

const noPushes = async () => undefined;

test('events that a room did not take are due again seconds later, each time later, and stay until one takes them', async () => {
  const { env, state } = aSite();
  const row = await anEvent();
  const before = Date.now();
  expect(await deliverEvents(env, db, [row])).toEqual([]);
  const [first] = await db.select().from(eventOutbox);
  expect(first?.dueAt).toBeGreaterThanOrEqual(before + 2000);
  expect(first?.dueAt).toBeLessThan(Date.now() + 2001);
  expect(state.alarms).toEqual([first?.dueAt]);

  const at = (first?.dueAt ?? 0) + 1;
  await sweepEvents(env, db, at, noPushes);
  const [second] = await db.select().from(eventOutbox);
  expect((second?.dueAt ?? 0) - Date.now()).toBeGreaterThan(3000);
  expect(state.alarms).toEqual([first?.dueAt, second?.dueAt]);

  state.fails = false;
  await sweepEvents(env, db, (second?.dueAt ?? 0) + 1, noPushes);
  expect(state.posts).toEqual([{ kind: 'events', events: [{ type: 'user.changed' }] }]);
  expect(await db.select().from(eventOutbox)).toEqual([]);
  expect(state.alarms).toHaveLength(2);
});

test('a purge fails while the former host does not answer, so that it is repeated; other posts do not', async () => {
  const { env, state } = aSite({ ROOMS_MOVED_FROM: 'partykit', PARTY_HOST: UNREACHABLE_HOST });
  state.fails = false;
  const { id } = await aMember(db);
  expect(await postToRoom(env, id, { kind: 'hidden' })).toEqual({ sockets: 0, viewing: [] });
  await expect(postToRoom(env, id, { kind: 'purge' })).rejects.toThrow();
});
