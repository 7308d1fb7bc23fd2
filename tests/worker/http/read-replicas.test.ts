import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { aMatch, aMember, aSession, newId, type TestMember } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { replicationIndexOf, startReplica, type TestReplica } from '../../support/database/test-replica.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { connectToRoom } from '../../support/product/connect-to-room.ts';
import { bootOf } from '../../support/product/page-html.ts';
import { startRooms, type TestRooms } from '../../support/product/test-rooms.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';

let database: TestDatabase;
let replica: TestReplica;
let rooms: TestRooms;
let worker: TestWorker;
let primaryTrips: CountingProxy;
let replicaTrips: CountingProxy;
let db: Database;
let noor: TestMember;
let bas: TestMember;

beforeAll(async () => {
  database = await startDatabase(undefined, { hasReplicas: true });
  replica = await startReplica(database);
  rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  [primaryTrips, replicaTrips] = await Promise.all([startCountingProxy(database.url), startCountingProxy(replica.url)]);
  worker = await startWorker({
    dbUrl: primaryTrips.url,
    partyHost: rooms.host,
    // With the settings goes the state below which no read may be; it stays as at the first request.
    vars: { DB_READ_URL: replicaTrips.url, SETTINGS_TTL_SECONDS: '3600' },
  });
  db = openDatabase(database.url);
});
afterAll(async () => {
  await worker?.stop();
  await primaryTrips?.stop();
  await replicaTrips?.stop();
  await rooms?.stop();
  await replica?.stop();
  await database?.stop();
});

const caughtUp = async () => {
  const index = await replicationIndexOf(database.url);
  await expect.poll(() => replicationIndexOf(replica.url)).toBeGreaterThanOrEqual(index);
};
beforeEach(async () => {
  [noor, bas] = await Promise.all([aMember(db, { credits: 9 }), aMember(db, { name: 'Bas', credits: 9 })]);
  await aMatch(db, noor.id, bas.id);
  await caughtUp();
});
afterEach(() => replica.catchUp());

const bookmarkCookieOf = (answer: ApiAnswer) =>
  answer.headers
    .getSetCookie()
    .find((header) => header.startsWith('bookmark='))
    ?.split(';')[0];

/** A browser of a member: it keeps the bookmark cookie. Its page sends no bookmark of events unless a call names one. */
function browserOf({ cookie }: { cookie: string }) {
  let bookmark = '';
  const keep = (answer: ApiAnswer) => {
    bookmark = bookmarkCookieOf(answer) ?? bookmark;
    return answer;
  };
  const api = () => apiClient(worker.url, [cookie, bookmark].filter((each) => each !== '').join('; '));
  return {
    bookmark: () => bookmark,
    get: async (path: string, headers?: Record<string, string>) => keep(await api().get(path, headers)),
    post: async (path: string, body: unknown) => keep(await api().post(path, body)),
    put: async (path: string, body: unknown) => keep(await api().put(path, body)),
  };
}

/** The trips of a call to each server, without work after the answer. */
async function tripsOf(call: () => Promise<ApiAnswer>) {
  primaryTrips.takeRoundTrips();
  replicaTrips.takeRoundTrips();
  const answer = await call();
  return { answer, primary: primaryTrips.takeRoundTrips().length, replica: replicaTrips.takeRoundTrips().length };
}

/** The trips of a call that succeeds without the primary. On a slow machine a replica may be passed over, so that the call is repeated. */
async function tripsFromReplica(call: () => Promise<ApiAnswer>): Promise<number> {
  let trips = 0;
  const primaryTripsOfCall = async () => {
    const { answer, primary, replica: fromReplica } = await tripsOf(call);
    expect(answer.status).toBe(200);
    trips = fromReplica;
    return primary;
  };
  await expect.poll(primaryTripsOfCall, { interval: 500 }).toBe(0);
  return trips;
}

const textOf = (answer: ApiAnswer) => answer.at('user.profile.personal');

describe('a read', () => {
  test.each([
    ['account', () => '/api/user.php'],
    ['conversations', () => '/api/chats.php'],
    ['profile', () => `/api/profile.php?id=${bas.id}`],
    ['search', () => '/api/search.php?country=NL'],
    ['notifications', () => '/api/notifications.php'],
  ])('of the %s asks the replica alone, once for each trip', async (_, path) => {
    const browser = browserOf(noor);
    await browser.get('/api/user.php');
    const trips = await tripsFromReplica(() => browser.get(path()));
    expect(trips).toBeGreaterThan(0);
    expect(trips).toBeLessThanOrEqual(2);
  });

  test('of a thread asks the replica alone, in one trip', async () => {
    const browser = browserOf(noor);
    const conversation = String((await browser.get(`/api/chat.php?profile=${bas.id}`)).at('id'));
    await caughtUp();
    expect(await tripsFromReplica(() => browser.get(`/api/chat.php?conversation=${conversation}`))).toBe(1);
  });

  test('shows what this browser has changed, though the replica is behind', async () => {
    const browser = browserOf(noor);
    replica.fallBehind();
    for (const personal of ['First', 'Second', 'Third']) {
      expect((await browser.put('/api/user.php', { personal })).status).toBe(200);
      expect(textOf(await browser.get('/api/user.php'))).toBe(personal);
    }
    // Without the bookmark it would not.
    const textWithout = async () => textOf(await apiClient(worker.url, noor.cookie).get('/api/user.php'));
    await expect.poll(textWithout, { interval: 500 }).toBeNull();
  });

  test('of a page shows it, too', async () => {
    const browser = browserOf(noor);
    replica.fallBehind();
    await browser.put('/api/user.php', { name: 'Noortje' });
    const { user } = bootOf(await browser.get('/members'));
    expect(user).toMatchObject({ profile: { name: 'Noortje' } });
  });

  test('after an event shows its cause, though the replica is behind', async () => {
    const receiver = browserOf(noor);
    const sender = browserOf(bas);
    const conversation = String((await sender.get(`/api/chat.php?profile=${noor.id}`)).at('id'));
    await caughtUp();
    const socket = await connectToRoom(apiClient(worker.url, noor.cookie), worker.url);
    replica.fallBehind();
    const message = { client_id: newId(), text: 'Are you there?' };
    expect((await sender.post('/api/chat.php', { conversation: { id: conversation }, message })).status).toBe(201);
    const [frame] = await socket.untilFrames(1);
    socket.close();
    expect(frame).toMatchObject({ type: 'message.sent', bookmark: expect.stringMatching(/^\d+$/) });
    const textsOf = (answer: ApiAnswer) => (answer.at('messages') as { text: string }[]).map(({ text }) => text);
    const path = `/api/chat.php?conversation=${conversation}`;
    // Without the bookmark it would not.
    const textsWithout = async () => textsOf(await apiClient(worker.url, noor.cookie).get(path));
    await expect.poll(textsWithout, { interval: 500 }).toEqual([]);
    expect(textsOf(await receiver.get(path, { 'X-Bookmark': String(frame?.bookmark) }))).toEqual(['Are you there?']);
    // From now on the cookie has it as well.
    expect(textsOf(await receiver.get(path))).toEqual(['Are you there?']);
  });
});

describe('a session', () => {
  test('that began just now is not refused by a replica that does not know of it, without a bookmark either', async () => {
    replica.fallBehind();
    const cookie = await aSession(db, noor.id);
    expect((await apiClient(worker.url, cookie).get('/api/user.php')).status).toBe(200);
    expect(bootOf(await apiClient(worker.url, cookie).get('/members')).user).toMatchObject({ id: noor.id });
  });

  test('that the browser has ended is refused at once', async () => {
    const browser = browserOf(noor);
    replica.fallBehind();
    expect((await browser.get('/api/logout.php')).status).toBeLessThan(300);
    expect((await browser.get('/api/user.php')).at('error.code')).toBe('signed_out');
  });
});

describe('the bookmark', () => {
  test('of an answer stands in an httpOnly cookie and in a header', async () => {
    const answer = await browserOf(noor).put('/api/user.php', { personal: 'Hello' });
    const header = answer.headers.get('X-Bookmark');
    expect(header).toMatch(/^\d+$/);
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('bookmark='));
    expect(cookie).toMatch(new RegExp(`^bookmark=${header}; .*HttpOnly`, 'i'));
    expect(cookie).toMatch(/Max-Age=3600/i);
  });

  test('is not set again while it stays the same', async () => {
    const browser = browserOf(noor);
    await browser.get('/api/user.php');
    await expect.poll(async () => bookmarkCookieOf(await browser.get('/api/chats.php'))).toBeUndefined();
  });

  test('is not set for visitors who only look', async () => {
    const visitor = browserOf({ cookie: '' });
    for (const path of ['/api/search.php?country=NL', '/api/settings.php', '/']) {
      const answer = await visitor.get(path);
      expect([answer.status, bookmarkCookieOf(answer), answer.headers.get('X-Bookmark')]).toEqual([200, undefined, null]);
    }
  });

  test.each(['bookmark=', 'bookmark=none', 'bookmark=-1', `bookmark=${'9'.repeat(4000)}`, 'bookmark=1e300', 'bookmark="\'; select'])(
    'that is garbage is ignored, as %j',
    async (garbage) => {
      const get = () => apiClient(worker.url, `${noor.cookie}; ${garbage}`).get('/api/user.php');
      expect(await tripsFromReplica(get)).toBe(1);
      expect(bookmarkCookieOf(await get())).toMatch(/^bookmark=\d{1,15}$/);
    },
  );

  test('from the future is answered, and replaced by that of the database', async () => {
    const future = '999999999999999';
    const answer = await apiClient(worker.url, `${noor.cookie}; bookmark=${future}`).get('/api/user.php', { 'X-Bookmark': future });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('X-Bookmark'))).toBeLessThanOrEqual(await replicationIndexOf(database.url));
    expect(bookmarkCookieOf(answer)).toBe(`bookmark=${answer.headers.get('X-Bookmark')}`);
  });
});

test('200 of 200 reads show what the browser has just written, while the replica falls behind and catches up', async () => {
  const browser = browserOf(noor);
  const wrong: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    if (i % 40 === 10) replica.fallBehind();
    if (i % 40 === 20) replica.catchUp();
    await browser.put('/api/user.php', { personal: `Text ${i}` });
    if (textOf(await browser.get('/api/user.php')) !== `Text ${i}`) wrong.push(i);
  }
  expect(wrong).toEqual([]);
});

test('the log names a replica that is passed over, once a minute', async () => {
  const faults = async () => {
    const lines = (await worker.log()).split('\n').filter((line) => line.includes('"at":"replica"'));
    return lines.map((line) => JSON.parse(line)).filter(({ fault }) => fault === 'behind');
  };
  await expect.poll(async () => (await faults())[0]).toMatchObject({ host: new URL(replicaTrips.url).host });
  expect((await faults()).length).toBeLessThan(10);
});

test('a site goes on without its replica', async () => {
  const browser = browserOf(noor);
  await browser.get('/api/user.php');
  await replicaTrips.stop();
  for (const path of ['/api/user.php', '/api/chats.php', `/api/profile.php?id=${bas.id}`, '/members']) {
    expect((await browser.get(path)).status).toBe(200);
  }
  await browser.put('/api/user.php', { personal: 'Alone' });
  expect(textOf(await browser.get('/api/user.php'))).toBe('Alone');
});
