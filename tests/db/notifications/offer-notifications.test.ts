import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batch } from '#db/client';
import { bonusesToNotify, markBonusNotified, membersToNotify, notifyOfOffer } from '#db/queries/notifications/offer-notifications';
import {
  accountNotifications,
  discounts,
  eventOutbox,
  mails,
  members,
  notificationSettings,
  pushes,
  pushSubscriptions,
  sessions,
} from '#db/schema/index';
import { aDiscountCode, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(async () => {
  await db.delete(members);
  await db.delete(discounts);
});

const NOW = 1000;

test('bonuses to notify of are valid time bonuses, each until it is marked', async () => {
  const bonus = (columns: Parameters<typeof aDiscountCode>[1] = {}) =>
    aDiscountCode(db, { kind: 'time_bonus', startsAt: NOW, endsAt: NOW + 1, ...columns });
  const [first, second] = [await bonus(), await bonus()];
  await bonus({ kind: 'code' });
  await bonus({ endsAt: NOW });
  await bonus({ startsAt: NOW + 1, endsAt: NOW + 9 });
  const codes = async () => (await bonusesToNotify(db, NOW)).map(({ code }) => code).toSorted();
  expect(await codes()).toEqual([first, second].toSorted());
  await markBonusNotified(db, { code: first, endsAt: NOW + 1 });
  expect(await codes()).toEqual([second]);
});

const wanting = async (offer: { push?: string; mail?: string }, traits: Parameters<typeof aMember>[1] = {}) => {
  const { id } = await aMember(db, traits);
  await db.insert(notificationSettings).values({ memberId: id, matrix: { offer } });
  return id;
};
const noticeAt = (memberId: string, createdAt: number, event = 'time_bonus') =>
  db.insert(accountNotifications).values({ id: newId(), memberId, kind: 'offer', event, createdAt });

test('members are notified in the order of ids who want offers on a channel and were not notified since', async () => {
  const wanted = [
    await wanting({ push: 'now' }),
    await wanting({ mail: 'daily' }),
    await wanting({ push: 'now', mail: 'never' }),
    await wanting({ mail: 'now' }),
  ];
  const [pushed, , told, before] = wanted as [string, string, string, string];
  await wanting({});
  await wanting({ push: 'never', mail: 'never' });
  await wanting({ push: 'now' }, { status: 'not_confirmed' });
  await aMember(db);
  await noticeAt(before, NOW - 1);
  await noticeAt(pushed, NOW, 'another');
  const found = async (after = '') =>
    (await membersToNotify(db, NOW, after, 9)).map(({ id, isPushed, isMailed }) => `${id} ${isPushed} ${isMailed}`);
  const rows = wanted.map((id, i) => `${id} ${['1 0', '0 0', '1 0', '0 1'][i]}`).toSorted();
  expect(await found()).toEqual(rows);
  expect(await found(wanted.toSorted()[1])).toEqual(rows.slice(2));
  await noticeAt(told, NOW);
  expect(await found()).toEqual(rows.filter((row) => !row.startsWith(told)));
});

test('a member is notified of an offer once, as a push with a device alone', async () => {
  const notify = async (memberId: string) => {
    const at = { createdAt: NOW, dueAt: NOW };
    const offer = {
      notification: { id: newId(), memberId, kind: 'offer' as const, event: 'time_bonus', createdAt: NOW },
      event: { id: newId(), memberId, event: {}, ...at },
      push: { id: newId(), memberId, kind: 'offer' as const, tag: newId(), ...at },
      mail: { id: newId(), memberId, kind: 'offer' as const, recipient: '', subject: '', text: '', html: '', ...at },
    };
    await batch(db, notifyOfOffer(db, offer, NOW));
    const counts = await Promise.all([
      db.select().from(accountNotifications).where(eq(accountNotifications.memberId, memberId)),
      db.select().from(eventOutbox).where(eq(eventOutbox.memberId, memberId)),
      db.select().from(pushes).where(eq(pushes.memberId, memberId)),
      db.select().from(mails).where(eq(mails.memberId, memberId)),
    ]);
    return counts.map(({ length }) => length);
  };
  const [noor, bas] = [await wanting({ push: 'now' }), await wanting({ push: 'now' })];
  const [session] = await db.select().from(sessions).where(eq(sessions.memberId, noor));
  const keys = { endpoint: 'https://push.example/', p256dh: 'p', auth: 'a' };
  await db
    .insert(pushSubscriptions)
    .values({ id: newId(), memberId: noor, sessionId: session?.id ?? '', ...keys, createdAt: 1, seenAt: 1 });
  expect([await notify(noor), await notify(noor)]).toEqual([
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ]);
  expect(await notify(bas)).toEqual([1, 1, 0, 1]);
});
