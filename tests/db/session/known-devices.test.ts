import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { recordLoginDevice } from '#db/queries/session/known-devices';
import { accountNotifications, eventOutbox, knownDevices, knownNetworks, sessions } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const HOME = { network: 'home', country: 'NL' };
const ABROAD = { network: 'abroad', country: 'NG' };

async function aMemberWithoutSession() {
  const { id } = await aMember(db);
  await db.delete(sessions).where(eq(sessions.memberId, id));
  return id;
}

async function aSession(memberId: string, device = 'a browser'): Promise<string> {
  const id = newId();
  await db.insert(sessions).values({ id, memberId, tokenHash: newId(), device, createdAt: 1, seenAt: 1, expiresAt: 9 });
  return id;
}

/** Records a login with this kind of device, with a session unless it failed. Returns the number of notifications of the member so far. */
async function logIn(memberId: string, kind: string, place = HOME, { hasFailed = false } = {}): Promise<number> {
  const sessionId = hasFailed ? newId() : await aSession(memberId, kind);
  const statements = recordLoginDevice(db, {
    sessionId,
    device: kind,
    kind,
    place,
    notification: { id: newId(), memberId, kind: 'account', event: 'new_device', createdAt: 5 },
    event: { id: newId(), memberId, event: { type: 'user.changed' }, createdAt: 5, dueAt: 6 },
    push: { id: newId(), memberId, kind: 'account', tag: 'account', createdAt: 5, dueAt: 6 },
  });
  await batch(db, statements);
  const [notifications, events] = [
    await db.select().from(accountNotifications).where(eq(accountNotifications.memberId, memberId)),
    await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, memberId)),
  ];
  expect(events.length).toBe(notifications.length);
  return notifications.length;
}
const endSessions = (memberId: string) => db.delete(sessions).where(eq(sessions.memberId, memberId));
const placesOf = async (memberId: string) => [
  (await db.select().from(knownDevices).where(eq(knownDevices.memberId, memberId))).map(({ device }) => device).toSorted(),
  (await db.select().from(knownNetworks).where(eq(knownNetworks.memberId, memberId))).map(({ network }) => network).toSorted(),
];

test('the first login of an account is notified of to nobody, the first one with another device is', async () => {
  const noor = await aMemberWithoutSession();
  expect(await logIn(noor, 'a phone')).toBe(0);
  await endSessions(noor);
  expect(await logIn(noor, 'a phone')).toBe(0);
  expect(await logIn(noor, 'a laptop')).toBe(1);
  await endSessions(noor);
  expect(await logIn(noor, 'a laptop')).toBe(1);
});

test('devices and sessions of others make none known', async () => {
  const [noor, bas] = [await aMemberWithoutSession(), await aMemberWithoutSession()];
  await logIn(bas, 'a laptop');
  await logIn(bas, 'a phone', ABROAD);
  expect(await logIn(noor, 'a phone')).toBe(0);
  expect(await logIn(noor, 'a laptop')).toBe(1);
  expect(await logIn(noor, 'a laptop', ABROAD)).toBe(2);
});

test('a device whose session still runs is known, even if it was never stored', async () => {
  const noor = await aMemberWithoutSession();
  await aSession(noor, 'a phone');
  expect(await logIn(noor, 'a phone')).toBe(0);
  expect(await logIn(noor, 'a laptop')).toBe(1);
});

test('a known device is notified of from a new country, once', async () => {
  const noor = await aMemberWithoutSession();
  expect([await logIn(noor, 'a phone'), await logIn(noor, 'a phone', ABROAD), await logIn(noor, 'a phone', ABROAD)]).toEqual([0, 1, 1]);
  expect([
    await logIn(noor, 'a phone', { network: 'elsewhere', country: 'NG' }),
    await logIn(noor, 'a phone', { network: 'home', country: 'DE' }),
  ]).toEqual([1, 1]);
});

test('a login whose session was not opened notifies of nothing and makes nothing known', async () => {
  const noor = await aMemberWithoutSession();
  await logIn(noor, 'a phone');
  expect(await logIn(noor, 'a laptop', ABROAD, { hasFailed: true })).toBe(0);
  expect(await placesOf(noor)).toEqual([['a phone'], ['home']]);
});
