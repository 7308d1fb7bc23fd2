import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, test, vi } from 'vitest';
import { MINUTE } from '#contract/durations';
import { eventOutbox, pushes, pushSubscriptions } from '#db/schema/index';
import { parseEnv } from '../../../../worker/config/env.ts';
import { sweepEvents } from '../../../../worker/delivery/event-outbox.ts';
import { type PushContext, sendPushes, sweepPushes } from '../../../../worker/delivery/notifications/push-queue.ts';
import { aLike, aMember, aSession, newId } from '../../../support/database/factories.ts';
import { apiClient } from '../../../support/product/api-client.ts';
import { TEST_SECRETS } from '../../../support/product/test-secrets.ts';
import { startWorker } from '../../../support/product/test-worker.ts';
import { startCountingProxy } from '../../../support/servers/counting-proxy.ts';
import { startTcpServer } from '../../../support/servers/mail-servers.ts';
import { TEST_VAPID } from '../../../support/servers/push-service.ts';
import { eventually, pushFixture } from './push-fixture.ts';

const fixture = pushFixture();
const { aReader, aReaderWithConversation, open, send, rowsOf, untilNothingPending, becomeDue, subscribe } = fixture;
const SHORT_MS = 100;

const devicesOf = async ({ id }: { id: string }) =>
  (await fixture.db.select().from(pushSubscriptions)).filter(({ memberId }) => memberId === id);
const sweep = () => fixture.product.worker.scheduled();
/** The minutes until the next try of each waiting push. */
const pausesOf = async (member: { id: string }) => (await rowsOf(member)).map(({ dueAt }) => Math.round((dueAt - Date.now()) / MINUTE));

/**
 * Runs tasks of the site in this process, where push services are the imitated ones. `pass` gets the address of each post with a time limit
 * of `limitMs`, and returns when that limit passes, or null if it is not shortened. Returns how often the limit was set.
 */
async function withShortLimit(
  limitMs: number,
  pass: (address: string) => Promise<unknown> | null,
  act: () => Promise<unknown>,
): Promise<number> {
  const [timeout, send] = [AbortSignal.timeout.bind(AbortSignal), fetch];
  const limits = new Set<AbortSignal>();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const signal = timeout(ms);
    if (ms === limitMs) limits.add(signal);
    return signal;
  });
  const shortened = (address: string, signal: AbortSignal | null | undefined) => {
    const passed = signal && limits.has(signal) ? pass(address) : null;
    if (!passed) return signal ?? null;
    const short = new AbortController();
    passed.then(
      () => short.abort(new DOMException('The operation timed out.', 'TimeoutError')),
      (reason: unknown) => short.abort(reason),
    );
    return short.signal;
  };
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const signal = shortened(String(input), init?.signal);
    if (!String(input).startsWith('https:')) return send(input, { ...init, signal });
    const headers = new Headers(init?.headers);
    headers.set('X-Outbound-Url', String(input));
    return send(fixture.service.url, { ...init, headers, signal });
  });
  try {
    await act();
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
  return limits.size;
}

/** The site as its tasks see it, with a room server at this address. */
const contextWith = (partyHost: string): PushContext => ({
  env: parseEnv({
    ENVIRONMENT: 'development',
    SITE_URL: fixture.product.url,
    DB_URL: fixture.product.dbUrl,
    PARTY_HOST: partyHost,
    ...TEST_SECRETS,
    ...TEST_VAPID,
    ...{ ASSETS: {}, PHOTOS: {}, IMAGES: {}, MEMBER_ROOM: {}, EVENT_RETRY: {} },
  }),
  db: fixture.db,
  settings: { name: 'Vonk' },
});

test('a room server that hangs delays no push for long, however many members have events waiting', async () => {
  const hanging = await startTcpServer(() => undefined);
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
  const ctx = contextWith(new URL(hanging.url).host);
  // Three rooms at a time; after six timeouts in a row no other is posted to.
  const waits = await withShortLimit(
    5_000,
    () => delay(SHORT_MS),
    () => sweepEvents(ctx.env, ctx.db, Date.now(), (ids) => sendPushes(ctx, ids)),
  );
  await hanging.stop();
  expect(waits).toBeGreaterThanOrEqual(6);
  expect(waits).toBeLessThanOrEqual(9);
  expect(browser.posts).toBe(1);
});

test('a push service that does not answer delays neither the sender nor another browser', async () => {
  const { member, browser, bas, id } = await aReaderWithConversation();
  const tablet = fixture.service.aBrowser('web.push.apple.com');
  await subscribe({ ...member, cookie: await aSession(fixture.db, member.id) }, tablet);
  const answer = Promise.withResolvers<{ status: number }>();
  browser.answer = answer.promise;
  await send(bas, id);
  await eventually(() => tablet.received.length).toBe(1);
  await eventually(() => browser.posts).toBe(1);
  expect((await rowsOf(member)).length).toBe(1);
  answer.resolve({ status: 201 });
  await eventually(() => rowsOf(member)).toEqual([]);
  expect([browser.received.length, tablet.posts]).toEqual([1, 1]);
});

test('a push service that hangs is given up after ten seconds, and its browser gets the push by a later sweep', async () => {
  const { member, browser } = await aReader();
  const tablet = fixture.service.aBrowser('web.push.apple.com');
  await subscribe({ ...member, cookie: await aSession(fixture.db, member.id) }, tablet);
  await aLike(fixture.db, (await aMember(fixture.db)).id, member.id);
  await fixture.db
    .insert(pushes)
    .values({ id: newId(), memberId: member.id, kind: 'summary', tag: 'summary', createdAt: Date.now(), dueAt: 0 });
  browser.answer = null;
  const limits = await withShortLimit(
    10_000,
    (address) => (address === browser.subscription.endpoint ? eventually(() => browser.posts).toBe(1) : null),
    () => sweepPushes(contextWith('localhost:9')),
  );
  expect(limits).toBe(2);
  expect((await rowsOf(member)).map(({ tries }) => tries)).toEqual([1]);
  expect([browser.posts, tablet.posts, tablet.received.length]).toEqual([1, 1, 1]);
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
    const log = () => fixture.product.worker.log();
    await expect.poll(log).toContain(`"at":"push","host":"fcm.googleapis.com","status":${status},"is":"refused"`);
    expect(await log()).not.toContain(browser.subscription.endpoint);
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
      kind: 'summary' as const,
      tag: `summary-${i}`,
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
    kind: 'summary' as const,
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
  expect((await apiClient(worker.url).get('/api/settings.php')).status).toBe(503);
  const log = await worker.log();
  await worker.stop();
  expect(log).not.toContain(half.VAPID_PRIVATE_KEY);
});
