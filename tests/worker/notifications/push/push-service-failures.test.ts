import { describe, expect, inject, test } from 'vitest';
import { eventOutbox, pushes, pushSubscriptions } from '#db/schema/index';
import { aLike, aMember, aSession, newId } from '../../../support/database/factories.ts';
import { apiClient } from '../../../support/product/api-client.ts';
import { startWorker } from '../../../support/product/test-worker.ts';
import { startCountingProxy } from '../../../support/servers/counting-proxy.ts';
import { startTcpServer } from '../../../support/servers/mail-servers.ts';
import { TEST_VAPID } from '../../../support/servers/push-service.ts';
import { eventually, pushFixture } from './push-fixture.ts';

const fixture = pushFixture();
const { aReader, aReaderWithConversation, open, send, rowsOf, untilNothingPending, becomeDue, subscribe } = fixture;
const MINUTE = 60_000;

const devicesOf = async ({ id }: { id: string }) =>
  (await fixture.db.select().from(pushSubscriptions)).filter(({ memberId }) => memberId === id);
const sweep = () => fixture.product.worker.scheduled();
/** The minutes until the next try of each waiting push. */
const pausesOf = async (member: { id: string }) => (await rowsOf(member)).map(({ dueAt }) => Math.round((dueAt - Date.now()) / MINUTE));

// These two run concurrently, as both wait for a time limit.
test.concurrent('a room server that hangs delays no push, however many members have events waiting', async () => {
  const hanging = await startTcpServer(() => undefined);
  const worker = await startWorker({
    dbUrl: fixture.product.dbUrl,
    partyHost: new URL(hanging.url).host,
    vars: TEST_VAPID,
    outbound: fixture.service.url,
  });
  try {
    const { member, browser, bas, id } = await aReaderWithConversation();
    await send(bas, id, 'Hello', apiClient(fixture.workerWithoutRooms.url, bas.cookie));
    const others = Array.from({ length: 40 }, () => ({
      id: newId(),
      memberId: newId(),
      event: { type: 'user.changed' },
      createdAt: 1,
      dueAt: 0,
    }));
    await fixture.db.insert(eventOutbox).values(others);
    await becomeDue(member);
    const startedAt = Date.now();
    await worker.scheduled();
    expect(Date.now() - startedAt).toBeLessThan(40_000);
    expect(browser.posts).toBe(1);
  } finally {
    await worker.stop();
    await hanging.stop();
  }
});

test.concurrent('a push service that hangs delays its own browser alone, and is given up after ten seconds', async () => {
  const { member, browser, bas, id } = await aReaderWithConversation();
  const tablet = fixture.service.aBrowser('web.push.apple.com');
  await subscribe({ ...member, cookie: await aSession(fixture.db, member.id) }, tablet);
  browser.answer = null;
  const startedAt = Date.now();
  await send(bas, id);
  expect(Date.now() - startedAt).toBeLessThan(3_000);
  await eventually(() => tablet.received.length).toBe(1);
  await eventually(async () => (await rowsOf(member)).map(({ tries }) => tries)).toEqual([1]);
  expect([browser.posts, tablet.posts]).toEqual([1, 1]);
  browser.answer = { status: 201 };
  await becomeDue(member);
  await sweep();
  expect([browser.received.length, tablet.posts, await rowsOf(member)]).toEqual([1, 1, []]);
});

describe('a push service that answers', () => {
  test.each([404, 410])('%d has its subscription deleted, and the others stay', async (status) => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    const tablet = fixture.service.aBrowser();
    await subscribe({ ...member, cookie: await aSession(fixture.db, member.id) }, tablet);
    browser.answer = { status };
    await send(bas, id);
    await eventually(async () => (await devicesOf(member)).map(({ endpoint }) => endpoint)).toEqual([tablet.subscription.endpoint]);
    await untilNothingPending(member);
    expect([tablet.received.length, await rowsOf(member)]).toEqual([1, []]);
    await send(bas, id);
    await eventually(() => tablet.received.length).toBe(2);
    expect(browser.posts).toBe(1);
  });

  test.each([301, 400, 401, 403, 413])('%d is not tried again for this push, and its subscription stays', async (status) => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    browser.answer = { status, headers: { Location: 'https://elsewhere.example/' } };
    await send(bas, id);
    await eventually(() => browser.posts).toBe(1);
    await eventually(() => rowsOf(member)).toEqual([]);
    expect(await devicesOf(member)).toHaveLength(1);
    expect(fixture.service.requestedEndpoints.filter((url) => url.includes('elsewhere'))).toEqual([]);
    const log = await fixture.product.worker.log();
    expect(log).toContain(`"at":"push","host":"fcm.googleapis.com","status":${status},"is":"refused"`);
    expect(log).not.toContain(browser.subscription.endpoint);
  });

  test('500 is tried again after pauses that grow, and given up after a day', async () => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    browser.answer = { status: 500 };
    await send(bas, id);
    await eventually(async () => (await rowsOf(member)).map(({ tries }) => tries)).toEqual([1]);
    const pauses: number[][] = [await pausesOf(member)];
    for (let tries = 2; tries <= 8; tries += 1) {
      await becomeDue();
      await sweep();
      pauses.push(await pausesOf(member));
    }
    expect(pauses).toEqual([[1], [2], [4], [8], [16], [32], [60], [60]]);
    expect((await rowsOf(member)).map(({ tries }) => tries)).toEqual([8]);
    await fixture.db.update(pushes).set({ dueAt: 0, createdAt: Date.now() - 23.5 * 60 * MINUTE });
    await sweep();
    expect([browser.posts, await rowsOf(member), (await devicesOf(member)).length]).toEqual([9, [], 1]);
  });

  test.each([
    ['429 with seconds', 429, (): string => '1800', 30],
    ['503 with a date', 503, (): string => new Date(Date.now() + 20 * MINUTE).toUTCString(), 20],
    ['429 with nonsense', 429, (): string => 'soon', 1],
  ] as const)('%s is tried again at the time that it gives, and not before', async (_, status, after, minutes) => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    browser.answer = { status, headers: { 'Retry-After': after() } };
    await send(bas, id);
    await eventually(() => pausesOf(member)).toEqual([minutes]);
    // Another message that comes meanwhile waits with it.
    await send(bas, id);
    await untilNothingPending(member);
    await sweep();
    expect([browser.posts, (await rowsOf(member)).length]).toEqual([1, 1]);
    browser.answer = { status: 201 };
    await becomeDue();
    await sweep();
    expect(browser.received.map(({ note }) => note.unread)).toEqual([3]);
  });
});

test('a message that comes while another of its conversation goes out follows at once', async () => {
  const { member, browser, bas, id } = await aReaderWithConversation();
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  browser.answer = promise;
  await send(bas, id);
  await eventually(() => browser.posts).toBe(1);
  await send(bas, id);
  await eventually(async () => (await rowsOf(member)).map(({ count }) => count)).toEqual([2]);
  resolve({ status: 201 });
  await eventually(() => browser.received.map(({ note }) => note.unread)).toEqual([2, 3]);
  await eventually(() => rowsOf(member)).toEqual([]);
});

test('many waiting pushes go out in one sweep, once, also when two sweeps run at once', async () => {
  const { member, browser } = await aReader();
  await fixture.db.insert(pushes).values(
    Array.from({ length: 120 }, (_, i) => ({
      id: `push-${i}`,
      memberId: member.id,
      kind: 'digest' as const,
      tag: `digest-${i}`,
      createdAt: Date.now(),
      dueAt: 0,
    })),
  );
  const liker = await aMember(fixture.db);
  await fixture.db.$client.execute({
    sql: 'insert into likes (liker_id, liked_id, created_at) values (?, ?, 1)',
    args: [liker.id, member.id],
  });
  expect(await Promise.all([sweep(), sweep()])).toEqual(['ok', 'ok']);
  expect(new Set(browser.received.map(({ note }) => note.tag)).size).toBe(120);
  expect([browser.posts, await rowsOf(member)]).toEqual([120, []]);
});

test('a member without a push subscription costs no round trip to the database', async () => {
  const proxy = await startCountingProxy(fixture.product.dbUrl);
  const worker = await startWorker({
    dbUrl: proxy.url,
    partyHost: inject('roomsHost'),
    vars: { ...TEST_VAPID, SETTINGS_TTL_SECONDS: '3600' },
  });
  try {
    const [noor, bas] = [await aMember(fixture.db, { credits: 9 }), await aMember(fixture.db)];
    const id = await open(noor, bas);
    const api = apiClient(worker.url, noor.cookie);
    await send(noor, id, 'Hello', api);
    await untilNothingPending(bas);
    proxy.takeRoundTrips();
    await send(noor, id, 'Again', api);
    await untilNothingPending(bas);
    const trips = proxy.takeRoundTrips();
    expect(trips).toHaveLength(2);
    expect(trips.join()).not.toMatch(/from pushes|into pushes/);
  } finally {
    await worker.stop();
    await proxy.stop();
  }
});

test('a site that has lost its keys drops pushes after a day, and sends the rest when the keys are back', async () => {
  const worker = await startWorker({ dbUrl: fixture.product.dbUrl });
  const { member, browser } = await aReader();
  await aLike(fixture.db, (await aMember(fixture.db)).id, member.id);
  const aPush = (id: string, hours: number) => ({
    id,
    memberId: member.id,
    kind: 'digest' as const,
    tag: id,
    createdAt: Date.now() - hours * 60 * MINUTE,
    dueAt: 0,
  });
  await fixture.db.insert(pushes).values([aPush('old', 25), aPush('young', 1)]);
  await worker.scheduled();
  await worker.stop();
  expect((await rowsOf(member)).map(({ id, dueAt }) => [id, dueAt])).toEqual([['young', 0]]);
  await sweep();
  expect([browser.received.map(({ note }) => note.tag), await rowsOf(member)]).toEqual([['young'], []]);
});

test('a site with only a part of its keys does not answer, and they are in no log', async () => {
  const { VAPID_SUBJECT: _, ...half } = TEST_VAPID;
  const worker = await startWorker({ dbUrl: fixture.product.dbUrl, vars: half });
  expect((await apiClient(worker.url).get('/api/settings.php')).status).toBe(500);
  const log = await worker.log();
  await worker.stop();
  expect(log).not.toContain(half.VAPID_PRIVATE_KEY);
});
