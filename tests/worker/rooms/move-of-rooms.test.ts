import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { type ApiClient, apiClient } from '../../support/product/api-client.ts';
import { connectToRoom } from '../../support/product/connect-to-room.ts';
import '../../support/product/room-addresses.ts';
import { startWorker, type TestWorker, UNREACHABLE_HOST } from '../../support/product/test-worker.ts';

/** The same site before and after an operator has moved its rooms, in both directions, and with the former host away. */
let database: TestDatabase;
let db: Database;
const workers: TestWorker[] = [];

async function aSite(options: {
  readonly hasRooms: boolean;
  readonly movedFrom?: string;
  readonly partyHost?: string;
}): Promise<TestWorker> {
  const partyHost = options.partyHost ?? inject('roomsHost');
  const vars = { PARTY_HOST: partyHost, ...(options.movedFrom ? { ROOMS_MOVED_FROM: options.movedFrom } : {}) };
  const worker = await startWorker({ dbUrl: database.url, partyHost, hasRooms: options.hasRooms, vars });
  workers.push(worker);
  return worker;
}

beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await database.stop();
});

const as = (worker: TestWorker, member: TestMember): ApiClient => apiClient(worker.url, member.cookie);
const changeMember = async (api: ApiClient, text: string) =>
  expect((await api.put('/api/user.php', { profile: { about: text } })).status).toBeLessThan(300);

test('a page follows the room of its member to the Worker, and asks anew for what it may have missed', async () => {
  const before = await aSite({ hasRooms: false });
  const after = await aSite({ hasRooms: true, movedFrom: 'partykit' });
  const member = await aMember(db);
  const old = await connectToRoom(as(before, member), before.url, 0);
  old.send('ping');
  await changeMember(as(before, member), 'Before the move.');
  const [first] = await old.untilFrames(1);
  expect(first).toMatchObject({ type: 'user.changed', seq: 1 });
  await changeMember(as(after, member), 'During the move.');
  expect(await old.closed).toMatchObject({ code: 1012 });
  // The number of the former room means nothing here.
  const moved = await connectToRoom(as(after, member), after.url, 7);
  expect(await moved.untilFrames(1)).toEqual([{ type: 'resync' }]);
  await changeMember(as(after, member), 'After the move.');
  expect(await moved.untilFrames(2)).toMatchObject([{ type: 'resync' }, { type: 'user.changed', seq: 2 }]);
  moved.close();
});

test('a page follows the room of its member back to PartyKit', async () => {
  const member = await aMember(db);
  const before = await aSite({ hasRooms: true });
  const old = await connectToRoom(as(before, member), before.url, 0);
  old.send('ping');
  await changeMember(as(before, member), 'Before the move.');
  expect(await old.untilFrames(1)).toMatchObject([{ seq: 1 }]);
  // The objects of a Worker end with it in this test, as do their sockets.
  await before.postToRoom(String((await as(before, member).get('/api/room.php')).at('room')), { kind: 'moved' });
  expect(await old.closed).toMatchObject({ code: 1012 });
  const after = await aSite({ hasRooms: false, movedFrom: 'worker' });
  const moved = await connectToRoom(as(after, member), after.url, 1);
  await changeMember(as(after, member), 'After the move.');
  expect(await moved.untilFrames(2)).toMatchObject([{ type: 'resync' }, { type: 'user.changed', seq: 1 }]);
  moved.close();
});

test('the former host need not answer: events arrive, and are logged as not moved', async () => {
  const site = await aSite({ hasRooms: true, movedFrom: 'partykit', partyHost: UNREACHABLE_HOST });
  const member = await aMember(db);
  const socket = await connectToRoom(as(site, member), site.url, 0);
  await changeMember(as(site, member), 'The other host is gone.');
  expect(await socket.untilFrames(1)).toMatchObject([{ type: 'user.changed', seq: 1 }]);
  await expect.poll(() => site.log()).toContain('"host":"partykit"');
  socket.close();
});
