import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client';
import { aConversation, aMatch, aMember, newId, PASSWORD, type TestMember } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type FaultProxy, startFaultProxy } from '../../support/servers/fault-proxy.ts';

const ABOVE = 2;
/** While it is there, each request to the database waits for it. */
let hold: PromiseWithResolvers<void> | null = null;
let heldRequests = 0;
let database: TestDatabase;
let proxy: FaultProxy;
let worker: TestWorker;
let noor: TestMember;
let bas: TestMember;
let conversation: string;

beforeAll(async () => {
  database = await startDatabase();
  proxy = await startFaultProxy(new URL(database.url).host, {
    decideOutcome: async () => {
      if (hold) heldRequests += 1;
      await hold?.promise;
      return 'pass' as const;
    },
  });
  worker = await startWorker({ dbUrl: `http://${proxy.host}`, vars: { SHED_ABOVE_CALLS: String(ABOVE), SETTINGS_TTL_SECONDS: '60' } });
  const db = openDatabase(database.url);
  [noor, bas] = [await aMember(db), await aMember(db, { name: 'Bas' })];
  await aMatch(db, noor.id, bas.id);
  conversation = await aConversation(db, noor.id, bas.id);
});
afterAll(async () => {
  hold?.resolve();
  await worker?.end();
  await proxy?.stop();
  await database?.stop();
});

const as = ({ cookie }: TestMember) => apiClient(worker.url, cookie);
const EARLY = ['/api/user.php', '/api/chats.php', '/api/likes.php', '/api/search.php?country=NL', '/api/matchcount.php?country=NL'];
const lateOf = ({ id }: TestMember) => [`/api/profile.php?id=${id}`];

/** Calls that nobody may be refused, however much is to be done. */
const TAKEN: Readonly<Record<string, () => Promise<ApiAnswer>>> = {
  'a send': () => as(noor).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text: 'Hello' } }),
  'a like': () => as(noor).post('/api/likes.php', { profile: bas.id }),
  'a login': () => apiClient(worker.url).post('/api/login.php', { email: bas.email, password: PASSWORD }),
  'an order': () => as(noor).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() }),
};

test('while too much is under way, polls and searches are refused at once with Retry-After, then profiles, and no change is', async () => {
  expect((await as(noor).get('/api/user.php')).status).toBe(200);
  hold = Promise.withResolvers<void>();
  heldRequests = 0;
  const taken = Object.entries(TAKEN).map(async ([name, call]) => [name, (await call()).status] as const);
  expect(taken.length).toBe(ABOVE * 2);
  await expect.poll(() => heldRequests).toBeGreaterThanOrEqual(taken.length);
  for (const path of [...EARLY, ...lateOf(bas)]) {
    const answer = await as(noor).get(path);
    expect([path, answer.status, answer.at('error.code')]).toEqual([path, 503, 'busy']);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(5);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
  // Each refusal is counted by a line a minute and has no line of its own.
  await expect.poll(async () => (await worker.log()).match(/"at":"load"/g)?.length).toBe(1);
  expect(await worker.log()).not.toContain('"status":503');
  hold.resolve();
  hold = null;
  const statuses = Object.fromEntries(await Promise.all(taken));
  expect(statuses).toEqual({ 'a send': 201, 'a like': 200, 'a login': 200, 'an order': 201 });
  for (const path of [...EARLY, ...lateOf(bas)]) expect([path, (await as(noor).get(path)).status]).toEqual([path, 200]);
});

/** Sends the head of a call and a part of its body, and nothing more. */
async function beginSlowly(): Promise<Disposable> {
  const { hostname, port } = new URL(worker.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /api/login.php HTTP/1.1', `Host: ${hostname}:${port}`, `Origin: ${worker.url}`, 'Content-Type: application/json'];
  await new Promise((resolve) => socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"email"`, resolve));
  return { [Symbol.dispose]: () => socket.destroy() };
}

test('calls whose bodies arrive slowly have none of others refused', async () => {
  using slow = new DisposableStack();
  for (let i = 0; i < ABOVE * 5; i += 1) slow.use(await beginSlowly());
  for (let i = 0; i < 20; i += 1) expect((await as(noor).get('/api/user.php')).status).toBe(200);
});
