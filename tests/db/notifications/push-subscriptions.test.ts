import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  deletePushSubscription,
  deletePushSubscriptionOfSession,
  deletePushSubscriptions,
  pushSubscriptionById,
  pushSubscriptionsOf,
  savePushSubscription,
} from '#db/queries/notifications/push-subscriptions';
import { members, pushSubscriptions, sessions } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 1000;

/** A session of a member, with its credential. */
async function aDevice(memberId: string, expiresAt = NOW + 1) {
  const [id, tokenHash] = [newId(), newId()];
  await db.insert(sessions).values({ id, memberId, tokenHash, device: 'x', createdAt: 1, seenAt: 1, expiresAt });
  return { id, credential: { memberId, tokenHash } };
}
type Device = Awaited<ReturnType<typeof aDevice>>;

/** Subscribes a session; returns the stored id, or null. */
async function save({ credential }: Device, endpoint: string, { now = NOW, isKnown = false, most = 9 } = {}) {
  const device = { id: newId(), endpoint, p256dh: 'p', auth: 'a', isKnown };
  return (await batch(db, savePushSubscription(db, credential, device, now, most))).stored[0]?.id ?? null;
}
const endpointsOf = async (memberId: string) =>
  (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.memberId, memberId))).map(({ endpoint }) => endpoint).toSorted();
/** Two members, one with two devices. */
async function devices() {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [phone, laptop, other] = [await aDevice(noor.id), await aDevice(noor.id), await aDevice(bas.id)];
  const endpoints = ['phone', 'laptop', 'other'].map((name) => `https://push.example/${name}/${newId()}`) as [string, string, string];
  return { noor: noor.id, bas: bas.id, phone, laptop, other, endpoints };
}

test('a session has one subscription, the last one', async () => {
  const { noor, bas, phone, laptop, other, endpoints } = await devices();
  for (const [i, device] of [phone, laptop, other].entries()) await save(device, endpoints[i] ?? '');
  const later = `https://push.example/${newId()}`;
  const id = await save(phone, later);
  expect([await endpointsOf(noor), await endpointsOf(bas)]).toEqual([[endpoints[1], later].toSorted(), [endpoints[2]]]);
  expect(await save(phone, later, { now: NOW - 1 })).toBe(id);
});

test('an endpoint belongs to the member who subscribed it last, with another id then', async () => {
  const { noor, bas, phone, other, endpoints } = await devices();
  const first = await save(phone, endpoints[0]);
  const second = await save(other, endpoints[0]);
  expect([second === first, await endpointsOf(noor), await endpointsOf(bas)]).toEqual([false, [], [endpoints[0]]]);
});

test('a subscription that has to be known is stored if the member has it', async () => {
  const { noor, phone, laptop, other, endpoints } = await devices();
  expect(await save(phone, endpoints[0], { isKnown: true })).toBeNull();
  const id = await save(phone, endpoints[0]);
  expect(await save(laptop, endpoints[0], { isKnown: true })).toBe(id);
  expect(await save(other, endpoints[0], { isKnown: true })).toBeNull();
  expect(await endpointsOf(noor)).toEqual([endpoints[0]]);
});

test('of more than the most of a member those that were not seen for longest are deleted', async () => {
  const { noor, bas, phone, laptop, other, endpoints } = await devices();
  await save(other, endpoints[2], { now: NOW - 5 });
  await save(laptop, endpoints[1], { now: NOW - 3 });
  await save(phone, endpoints[0], { now: NOW - 4 });
  const third = await aDevice(noor);
  const latest = `https://push.example/${newId()}`;
  await save(third, latest, { most: 2 });
  expect([await endpointsOf(noor), await endpointsOf(bas)]).toEqual([[endpoints[1], latest].toSorted(), [endpoints[2]]]);
});

test('a session that is not valid, or of a member who has left, neither stores nor deletes', async () => {
  const { noor, phone, endpoints } = await devices();
  const id = (await save(phone, endpoints[0])) ?? '';
  const invalid = { id: newId(), credential: { memberId: noor, tokenHash: 'none' } };
  const attempts = async (device: Device) => {
    expect(await save(device, `https://push.example/${newId()}`, { most: 0 })).toBeNull();
    await deletePushSubscriptionOfSession(db, device.credential, NOW);
    expect(await deletePushSubscription(db, device.credential, id, NOW)).toEqual([]);
    expect(await endpointsOf(noor)).toEqual([endpoints[0]]);
  };
  await attempts(await aDevice(noor, NOW));
  await attempts(invalid);
  for (const status of ['deleted', 'banned'] as const) {
    await db.update(members).set({ status }).where(eq(members.id, noor));
    await attempts(phone);
  }
});

test('a subscription is deleted with its session’s credential, or by its id if it is the member’s', async () => {
  const { noor, bas, phone, laptop, other, endpoints } = await devices();
  const ids = [];
  for (const [i, device] of [phone, laptop, other].entries()) ids.push((await save(device, endpoints[i] ?? '')) ?? '');
  expect(await deletePushSubscription(db, phone.credential, ids[2] ?? '', NOW)).toEqual([]);
  expect(await deletePushSubscription(db, phone.credential, ids[1] ?? '', NOW)).toEqual([{ id: ids[1] }]);
  expect([await endpointsOf(noor), await endpointsOf(bas)]).toEqual([[endpoints[0]], [endpoints[2]]]);
  await deletePushSubscriptionOfSession(db, phone.credential, NOW);
  expect([await endpointsOf(noor), await endpointsOf(bas)]).toEqual([[], [endpoints[2]]]);
  const [kept] = [await save(phone, endpoints[0])];
  await deletePushSubscriptions(db, [ids[2] ?? '']);
  expect([await endpointsOf(noor), await endpointsOf(bas)]).toEqual([[endpoints[0]], []]);
  expect([await pushSubscriptionById(db, noor, kept ?? ''), await pushSubscriptionById(db, bas, kept ?? '')]).toMatchObject([
    [{ id: kept }],
    [],
  ]);
});

test('the subscriptions of a member are those of sessions that have not expired, the latest seen first', async () => {
  const { noor, phone, laptop, other, endpoints } = await devices();
  const first = await save(laptop, endpoints[1], { now: NOW - 2 });
  const second = await save(phone, endpoints[0], { now: NOW - 1 });
  await save(other, endpoints[2]);
  expect((await pushSubscriptionsOf(db, noor, NOW)).map(({ id }) => id)).toEqual([second, first]);
  await db.update(sessions).set({ expiresAt: NOW }).where(eq(sessions.id, laptop.id));
  expect((await pushSubscriptionsOf(db, noor, NOW)).map(({ id, sessionId }) => [id, sessionId])).toEqual([[second, phone.id]]);
});

test('a subscription is known by its endpoint, and found by its id', async () => {
  const { noor, phone, laptop, endpoints } = await devices();
  const [first = '', second = '', unknown = ''] = endpoints;
  const [one, other] = [await save(phone, first), await save(laptop, second)];
  expect(await save(phone, unknown, { isKnown: true })).toBeNull();
  const found = async (id: string | null) => (await pushSubscriptionById(db, noor, id ?? '')).map(({ endpoint }) => endpoint);
  expect([await found(other), await found(one)]).toEqual([[second], []]);
});
