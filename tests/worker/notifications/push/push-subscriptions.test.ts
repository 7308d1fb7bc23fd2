import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { saveSetting } from '#db/queries/operator/settings';
import { pushSubscriptions } from '#db/schema/index';
import { aMember, aSession, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import { allRows } from '../../../support/database/table-rows.ts';
import { apiClient } from '../../../support/product/api-client.ts';
import { testSite } from '../../../support/product/test-site.ts';
import { startWorker } from '../../../support/product/test-worker.ts';
import { aSubscription, startPushService, TEST_VAPID } from '../../../support/servers/push-service.ts';
import { avoidWindowEnd } from '../../../support/timing/rate-limit-window.ts';

const site = testSite();

interface Device {
  readonly id: string;
  readonly device: string;
  readonly seen_at: string;
  readonly is_current: boolean;
}

const subscribe = (member: { cookie: string }, subscription: unknown) => site.as(member).post('/api/user.php?push=1', { subscription });
const devices = async (member: { cookie: string }) => (await site.as(member).get('/api/push.php')).at('devices') as Device[];
const endpointsOf = async ({ id }: TestMember) =>
  (await site.db.select().from(pushSubscriptions)).filter(({ memberId }) => memberId === id).map(({ endpoint }) => endpoint);
const onAnotherDevice = async (member: TestMember) => ({ ...member, cookie: await aSession(site.db, member.id) });

describe('a browser that subscribes', () => {
  test('is one device however often it subscribes, and none after it unsubscribes', async () => {
    const noor = await aMember(site.db);
    const subscription = aSubscription();
    for (let times = 0; times < 3; times += 1) expect((await subscribe(noor, { ...subscription, expirationTime: null })).status).toBe(204);
    const [device, ...others] = await devices(noor);
    expect([device, others]).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        device: 'test',
        created_at: expect.any(String),
        seen_at: expect.any(String),
        is_current: true,
      },
      [],
    ]);
    await subscribe(noor, { ...subscription, keys: aSubscription().keys });
    expect((await devices(noor)).map(({ id }) => id)).toEqual([device?.id]);
    expect((await subscribe(noor, null)).status).toBe(204);
    expect((await subscribe(noor, null)).status).toBe(204);
    expect(await devices(noor)).toEqual([]);
  });

  test('is stored with the endpoint that it named last', async () => {
    const noor = await aMember(site.db);
    const [first, second] = [aSubscription(), aSubscription('updates.push.services.mozilla.com')];
    await subscribe(noor, first);
    await subscribe(noor, second);
    expect(await endpointsOf(noor)).toEqual([second.endpoint]);
  });

  test('belongs to the member who signed in on it last, as another device of theirs', async () => {
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    const subscription = aSubscription();
    await subscribe(noor, subscription);
    const [before] = await devices(noor);
    await subscribe(bas, subscription);
    expect([await devices(noor), await endpointsOf(bas)]).toEqual([[], [subscription.endpoint]]);
    expect((await devices(bas))[0]?.id).not.toBe(before?.id);
  });

  test('as the eleventh of a member replaces the one that was unseen for longest', async () => {
    const noor = await aMember(site.db);
    const browsers = Array.from({ length: 11 }, () => aSubscription());
    for (const [i, browser] of browsers.entries()) {
      await subscribe(i === 0 ? noor : await onAnotherDevice(noor), browser);
      await site.db.$client.execute({ sql: 'update push_subscriptions set seen_at = ? where endpoint = ?', args: [i, browser.endpoint] });
      if (i === 9) await subscribe(noor, browsers[0]);
    }
    expect((await endpointsOf(noor)).toSorted()).toEqual(
      browsers
        .filter((_, i) => i !== 1)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    );
    expect((await devices(noor)).map(({ is_current }) => is_current)).toEqual([true, ...Array.from({ length: 9 }, () => false)]);
  });

  test('is deleted with its session: at logout, after a password change elsewhere, at its expiry', async () => {
    const noor = await aMember(site.db);
    const [phone, tablet] = [await onAnotherDevice(noor), await onAnotherDevice(noor)];
    const own = aSubscription();
    for (const [who, subscription] of [
      [noor, own],
      [phone, aSubscription()],
      [tablet, aSubscription()],
    ] as const)
      await subscribe(who, subscription);
    await site.as(phone).get('/api/logout.php');
    expect(await devices(noor)).toHaveLength(2);
    await site.as(noor).put('/api/password.php', { old: PASSWORD, password: 'a password of my own' });
    expect(await endpointsOf(noor)).toEqual([own.endpoint]);
    await site.db.$client.execute({ sql: 'update sessions set expires_at = 1 where member_id = ?', args: [noor.id] });
    await site.worker.scheduled();
    expect(await endpointsOf(noor)).toEqual([]);
  });
});

const { endpoint, keys } = aSubscription();
const broken = (field: string) => ({ [`subscription.${field}`]: 'not_allowed' });
const NOT_ALLOWED = broken('endpoint');

test.each([
  ['http', { endpoint: endpoint.replace('https', 'http'), keys }, NOT_ALLOWED],
  ['an internal host', { endpoint: 'https://localhost/send/x', keys }, NOT_ALLOWED],
  ['an internal address', { endpoint: 'https://169.254.169.254/latest', keys }, NOT_ALLOWED],
  ['another host', { endpoint: 'https://push.example.org/x', keys }, NOT_ALLOWED],
  ['a host that ends alike', { endpoint: 'https://evilfcm.googleapis.com/x', keys }, NOT_ALLOWED],
  ['a host that begins alike', { endpoint: 'https://fcm.googleapis.com.example.org/x', keys }, NOT_ALLOWED],
  ['a user name in the address', { endpoint: 'https://fcm.googleapis.com@10.0.0.1/x', keys }, NOT_ALLOWED],
  ['a port', { endpoint: 'https://fcm.googleapis.com:8443/x', keys }, NOT_ALLOWED],
  ['a dot behind its host', { endpoint: 'https://fcm.googleapis.com./x', keys }, NOT_ALLOWED],
  ['the default port written out', { endpoint: endpoint.replace('.com/', '.com:443/'), keys }, NOT_ALLOWED],
  ['large letters', { endpoint: endpoint.replace('fcm', 'FCM'), keys }, NOT_ALLOWED],
  ['a line break in its address', { endpoint: endpoint.replace('fcm', 'f\ncm'), keys }, NOT_ALLOWED],
  ['a fragment', { endpoint: `${endpoint}#`, keys }, NOT_ALLOWED],
  ['no address', { endpoint: 'fcm', keys }, NOT_ALLOWED],
  ['a long address', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}`, keys }, { 'subscription.endpoint': 'too_long' }],
  ['no point', { endpoint, keys: { ...keys, p256dh: 'x'.repeat(87) } }, broken('keys.p256dh')],
  ['a point off the curve', { endpoint, keys: { ...keys, p256dh: `BA${'A'.repeat(85)}` } }, broken('keys.p256dh')],
  ['a short secret', { endpoint, keys: { ...keys, auth: 'abc' } }, broken('keys.auth')],
  ['no keys', { endpoint }, { 'subscription.keys': 'required' }],
  ['nothing', undefined, { subscription: 'required' }],
])('a subscription with %s is refused and changes nothing', async (_, subscription, fields) => {
  const noor = await aMember(site.db);
  await subscribe(noor, aSubscription());
  const before = await allRows(site.db);
  const answer = await subscribe(noor, subscription);
  expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  expect(await allRows(site.db)).toEqual(before);
});

test('the operator may add the host of another push service', async () => {
  const noor = await aMember(site.db);
  await saveSetting(site.db, 'push_hosts', ['push.example.org']);
  expect((await subscribe(noor, aSubscription('eu.push.example.org'))).status).toBe(204);
});

test('a device is removed by its member alone, once', async () => {
  const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
  await subscribe(noor, aSubscription());
  const [device] = await devices(noor);
  const remove = (member: TestMember) => site.as(member).delete('/api/push.php', { id: device?.id });
  expect([(await remove(bas)).status, (await remove(noor)).status, (await remove(noor)).status]).toEqual([404, 204, 404]);
});

test('a device that was removed is not listed again until it subscribes again', async () => {
  const noor = await aMember(site.db);
  const subscription = aSubscription();
  const sayAgain = async () => (await site.as(noor).post('/api/user.php?push=1', { subscription, is_known: true })).status;
  expect(await sayAgain()).toBe(404);
  await subscribe(noor, subscription);
  expect(await sayAgain()).toBe(204);
  const [device] = await devices(noor);
  await site.as(noor).delete('/api/push.php', { id: device?.id });
  expect([await sayAgain(), (await devices(noor)).length]).toEqual([404, 0]);
  expect([(await subscribe(noor, subscription)).status, await sayAgain()]).toEqual([204, 204]);
});

test('a test push arrives on its device and answers with the outcome; an expired subscription is deleted', async () => {
  const service = await startPushService();
  const worker = await startWorker({ dbUrl: site.dbUrl, vars: TEST_VAPID, outbound: service.url });
  try {
    await avoidWindowEnd(HOUR);
    const noor = await aMember(site.db, { locale: 'nl' });
    const [browser, other] = [service.aBrowser(), service.aBrowser()];
    await subscribe(noor, browser.subscription);
    await subscribe(await onAnotherDevice(noor), other.subscription);
    const id = (await devices(noor))[0]?.id;
    const tried = async () => {
      const answer = await apiClient(worker.url, noor.cookie).post('/api/push.php', { id, test: true });
      return answer.at('outcome') ?? [answer.status, answer.at('error.code'), answer.at('error.details.limit')];
    };
    expect(await tried()).toBe('sent');
    expect(browser.received.map(({ note }) => note)).toEqual([
      {
        type: 'test',
        member: noor.id,
        unread: 0,
        title: 'Vonk',
        url: '/notifications',
        tag: 'test',
        body: 'Gelukt! Op dit apparaat hoor je het voortaan als er nieuws is.',
      },
    ]);
    expect(browser.received[0]?.headers).toMatchObject({ ttl: '60' });
    for (const status of [500, 403]) {
      browser.answer = { status };
      expect(await tried()).toBe('failed');
    }
    browser.answer = { status: 410 };
    expect([await tried(), await tried()]).toEqual(['gone', [404, 'not_found', undefined]]);
    expect([other.posts, (await devices(noor)).length]).toEqual([0, 1]);

    await saveSetting(site.db, 'push_tests_an_hour', 6);
    await subscribe(noor, browser.subscription);
    const [again] = await devices(noor);
    browser.answer = { status: 201 };
    const post = () => site.as(noor).post('/api/push.php', { id: again?.id, test: true });
    // A site without keys sends nothing.
    expect((await post()).at('outcome')).toBe('failed');
    expect([(await post()).status, browser.received.length]).toEqual([429, 1]);
  } finally {
    await worker.stop();
    await service.stop();
  }
});
