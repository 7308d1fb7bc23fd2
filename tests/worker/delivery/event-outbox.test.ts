import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { DELIVERY_CLAIM_MS } from '#db/queries/shared/event-outbox';
import { eventOutbox } from '#db/schema/index';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import type { RunningProgram } from '../../../scripts/lib/process/start-program.ts';
import { startRooms } from '../../../scripts/lib/product/rooms-server.ts';
import { aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { connectToRoom } from '../../support/product/connect-to-room.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

let dir: string;
let partyPort: number;
let database: TestDatabase;
let worker: TestWorker;
let rooms: RunningProgram | undefined;
let db: Database;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-rooms-'));
  database = await startDatabase();
  partyPort = await freePort();
  worker = await startWorker({ dbUrl: database.url, partyHost: `localhost:${partyPort}` });
  db = openDatabase(database.url);
});

afterAll(async () => {
  await worker?.stop();
  await rooms?.stop();
  await database?.stop();
  await rm(dir, { recursive: true, force: true });
});

const as = (member: TestMember) => apiClient(worker.url, member.cookie);
const rows = () => db.select().from(eventOutbox);
const open = async (from: TestMember, to: TestMember) => String((await as(from).get(`/api/chat.php?profile=${to.id}`)).at('id'));
const send = (from: TestMember, id: string, text: string) =>
  as(from).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text } });
/** Makes all events due for the sweep. */
const becomeDue = () => db.update(eventOutbox).set({ dueAt: 0 });
const bringRoomsUp = async () => {
  const variables = { PARTY_SECRET: TEST_SECRETS.PARTY_SECRET, SITE_URL: worker.url, ENVIRONMENT: 'development' };
  rooms ??= await startRooms({ port: partyPort, dir: join(dir, 'storage'), log: join(dir, 'rooms.log'), variables });
};

/** The first `count` frames that a member's room replays, in order. */
async function replayedFramesOf(member: TestMember, count: number) {
  const socket = await connectToRoom(as(member), worker.url, 0);
  const frames = await socket.untilFrames(count);
  socket.close();
  return frames;
}

test('a send while the room server is unreachable succeeds, and its events stay in the outbox', async () => {
  const [noor, bas] = await Promise.all([aMember(db, { credits: 1 }), aMember(db)]);
  const answer = await send(noor, await open(noor, bas), 'Hello');
  expect(answer.status).toBe(201);
  const undelivered = (await rows()).filter(({ memberId }) => memberId === noor.id || memberId === bas.id);
  expect(undelivered.map(({ event }) => Object(event).type).toSorted()).toEqual(['credits.changed', 'message.sent', 'message.sent']);
  expect(await checkInvariants(db)).toEqual([]);
});

test('a batch that is aborted leaves no event, no ledger line and no message', async () => {
  const [noor, bas] = await Promise.all([aMember(db, { credits: 1 }), aMember(db)]);
  const id = await open(noor, bas);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(noor, id, `Number ${i}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await rows()).filter(({ memberId }) => memberId === bas.id)).toHaveLength(1);
  expect(await checkInvariants(db)).toEqual([]);
});

test('a sweep leaves events that are not due yet to the request that wrote them', async () => {
  const before = (await rows()).length;
  expect(before).toBeGreaterThan(0);
  expect(await worker.scheduled()).toBe('ok');
  expect(await rows()).toHaveLength(before);
});

test('a sweep while the room server is unreachable keeps every event for the next one', async () => {
  // An earlier run has tried them, too, if they had become due by then.
  await db.update(eventOutbox).set({ dueAt: 0, tries: 0 });
  const before = (await rows()).map(({ id }) => id).toSorted();
  const startedAt = Date.now();
  await worker.scheduled();
  const after = await rows();
  expect(after.map(({ id }) => id).toSorted()).toEqual(before);
  expect(after.every(({ tries, dueAt }) => tries === 1 && dueAt >= startedAt + DELIVERY_CLAIM_MS)).toBe(true);
});

test('once the room server is back two simultaneous sweeps deliver every event once and in order', async () => {
  const [noor, bas] = await Promise.all([aMember(db), aMember(db)]);
  await aMatch(db, noor.id, bas.id);
  const id = await open(noor, bas);
  for (let n = 1; n <= 30; n += 1) await send(noor, id, `Number ${n}`);
  await as(noor).delete('/api/likes.php', { profile: bas.id });
  await as(noor).put('/api/chat.php', { conversation: { id }, read_to: 30 });
  await bringRoomsUp();
  await becomeDue();
  expect(await Promise.all([worker.scheduled(), worker.scheduled()])).toEqual(['ok', 'ok']);
  expect(await rows()).toEqual([]);
  await worker.scheduled();
  const frames = await replayedFramesOf(bas, 32);
  expect(frames.map(({ seq }) => seq)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
  expect(frames.slice(0, 30).map(({ message }) => Object(message).seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  expect(frames.slice(30).map(({ type }) => type)).toEqual(['like.withdrawn', 'messages.read']);
});

test('more events than one sweep takes at a time are all delivered by one run', async () => {
  const noor = await aMember(db);
  const at = Date.now();
  const events = Array.from({ length: 230 }, (_, i) => ({
    id: newId(),
    memberId: noor.id,
    event: { type: 'credits.changed', credits: i },
    createdAt: at,
    dueAt: 0,
  }));
  await db.insert(eventOutbox).values(events);
  await worker.scheduled();
  expect(await rows()).toEqual([]);
  const frames = await replayedFramesOf(noor, 1);
  expect(frames).toMatchObject([{ type: 'resync' }]);
});

test('the events of thirty sends at once all leave the outbox without a sweep', async () => {
  await bringRoomsUp();
  await db.delete(eventOutbox);
  const pairs = await Promise.all(Array.from({ length: 30 }, () => Promise.all([aMember(db, { credits: 1 }), aMember(db)])));
  const conversations = await Promise.all(pairs.map(([noor, bas]) => open(noor, bas)));
  const answers = await Promise.all(pairs.map(([noor], i) => send(noor, conversations[i] ?? '', `Number ${i}`)));
  expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 201));
  await expect.poll(rows).toEqual([]);
  const [frame] = await replayedFramesOf(pairs[29]?.[1] ?? expect.unreachable('there is no pair'), 1);
  expect(frame).toMatchObject({ type: 'message.sent', message: { text: 'Number 29' } });
});
