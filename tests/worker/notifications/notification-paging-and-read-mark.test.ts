import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTIFICATIONS_UNREAD_MAX } from '#contract/notifications';
import { aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { itemsOf, notificationsFixture, summaryOf } from './notifications-fixture.ts';

const { site, list, change, likeAt, messageAt, eventAt, rows } = notificationsFixture();
const iso = (time: number) => new Date(time).toISOString();
const some = (count: number) => Promise.all(Array.from({ length: count }, () => aMember(site.db)));

describe('the pages', () => {
  test('hold everything once and in order, also entries of the same instant', async () => {
    const noor = await aMember(site.db);
    const others = await some(12);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ who: fc.nat(11), at: fc.integer({ min: 1, max: 4 }), kind: fc.nat(3) }), { maxLength: 24 }),
        fc.integer({ min: 1, max: 7 }),
        async (happened, limit) => {
          await site.db.$client.batch([
            'delete from likes',
            'delete from participants',
            'delete from conversations',
            'delete from messages',
            'delete from account_notifications',
          ]);
          const done = new Set<string>();
          for (const { who, at, kind } of happened) {
            const other = others[who] as TestMember;
            if (done.has(`${kind}.${who}`)) continue;
            done.add(`${kind}.${who}`);
            if (kind === 0) await likeAt(other, noor, at, at % 2 === 0);
            if (kind === 1) await likeAt(noor, other, at);
            if (kind === 2) await messageAt(other, noor, at);
            if (kind === 3) await eventAt(noor, 'refund', at);
          }
          const all = itemsOf(await list(noor, '?limit=50'));
          const paged: typeof all = [];
          for (let next: unknown = ''; next !== null; ) {
            const answer = await list(noor, `?limit=${limit}${next ? `&before=${next}` : ''}`);
            paged.push(...itemsOf(answer));
            next = answer.at('next');
          }
          expect(paged).toEqual(all);
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
          const isMine = (who: number) => done.has(`1.${who}`);
          const likes = [...done].filter((one) => one.startsWith('0.'));
          expect(all.filter(({ kind }) => kind === 'match')).toHaveLength(likes.filter((one) => isMine(Number(one.slice(2)))).length);
          expect(all.filter(({ kind }) => kind === 'like')).toHaveLength(likes.filter((one) => !isMine(Number(one.slice(2)))).length);
          expect(all.map(({ at }) => at)).toEqual(
            all
              .map(({ at }) => at)
              .toSorted()
              .toReversed(),
          );
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  test('clamp their limit, and refuse a forged cursor', async () => {
    const noor = await aMember(site.db);
    for (const other of await some(2)) await likeAt(other, noor, 1_000);
    expect(itemsOf(await list(noor, '?limit=0'))).toHaveLength(1);
    expect(itemsOf(await list(noor, '?limit=1e9'))).toHaveLength(2);
    for (const before of ['x', '1.2', `-1.${newId()}`, `1.${newId()}.3`]) {
      expect((await list(noor, `?before=${before}`)).at('error.fields')).toEqual({ before: 'unknown' });
    }
  });
});

describe('seen', () => {
  const unseenOf = async (member: TestMember) => (await site.as(member).get('/api/user.php')).at('user.badge.unseen_notifications');
  const eventsOf = (member: TestMember) => rows('select event from event_outbox where member_id = ? order by rowid', member.id);

  test('is what came until the newest entry that was looked at; it stays unread and in the badge', async () => {
    const noor = await aMember(site.db);
    const [early, late] = await some(2);
    if (!early || !late) throw new Error('nobody there');
    await likeAt(early, noor, 1_000);
    await messageAt(late, noor, 2_000);
    await eventAt(noor, 'refund', 3_000);
    expect(await unseenOf(noor)).toBe(3);
    expect((await change(noor, { seen_to: iso(2_000) })).body).toMatchObject({ unread: 3, unseen: 1 });
    expect(await unseenOf(noor)).toBe(1);
    expect((await change(noor, { seen_to: iso(3_000) })).body).toMatchObject({ unread: 3, unseen: 0 });
    expect((await change(noor, { seen_to: iso(0) })).at('unseen')).toBe(0);
    expect((await site.as(noor).get('/api/user.php')).at('user.badge')).toEqual({
      unread_messages: 1,
      new_likes: 1,
      unseen_notifications: 0,
    });
    await eventAt(noor, 'refund', 4_000);
    expect(await unseenOf(noor)).toBe(1);
  });

  test('lies never beyond now, and is nothing of others', async () => {
    const [noor, bas] = await some(2);
    if (!noor || !bas) throw new Error('nobody there');
    await eventAt(noor, 'refund', 1_000);
    await eventAt(bas, 'refund', 1_000);
    const before = Date.now();
    expect((await change(noor, { seen_to: '2999-01-01T00:00:00.000Z' })).at('unseen')).toBe(0);
    const [stored] = await rows('select seen_to, read_to from notification_settings where member_id = ?', noor.id);
    expect(Number(stored?.seen_to)).toBeGreaterThanOrEqual(before);
    expect(Number(stored?.seen_to)).toBeLessThanOrEqual(Date.now());
    expect(Number(stored?.read_to)).toBe(0);
    expect(await unseenOf(bas)).toBe(1);
  });

  test('tells the other devices the number alone, once', async () => {
    const noor = await aMember(site.db);
    await eventAt(noor, 'refund', 1_000);
    await change(noor, { seen_to: iso(1_000) });
    await change(noor, { seen_to: iso(1_000) });
    const events = (await eventsOf(noor)).map(({ event }) => JSON.parse(String(event)));
    expect(events).toEqual([{ type: 'badge.changed', unread_messages: 0, new_likes: 0, unseen_notifications: 0 }]);
    await change(noor, { seen_to: iso(2_000), read_to: iso(2_000) });
    expect((await eventsOf(noor)).map(({ event }) => JSON.parse(String(event)).type)).toEqual(['badge.changed', 'user.changed']);
  });

  test.each([['yesterday'], [5], ['2026-01-01T00:00:00+01']])('refuses %j as a mark', async (seenTo) => {
    const noor = await aMember(site.db);
    expect((await change(noor, { seen_to: seenTo })).at('error.fields')).toEqual({ seen_to: 'wrong_type' });
  });
});

describe('read', () => {
  test('is all that happened until the mark, which never goes back nor beyond now', async () => {
    const noor = await aMember(site.db);
    const [early, late] = await some(2);
    if (!early || !late) throw new Error('nobody there');
    await likeAt(early, noor, 1_000);
    await likeAt(late, noor, 2_000);
    await eventAt(noor, 'refund', 1_500);
    expect((await change(noor, { read_to: iso(1_500) })).body).toMatchObject({ unread: 1 });
    expect(summaryOf(await list(noor))).toEqual([
      ['like', late.id, 1, 'unread'],
      ['account', 'refund', 1, 'read'],
      ['like', early.id, 1, 'read'],
    ]);
    expect((await change(noor, { read_to: iso(0) })).at('unread')).toBe(1);
    const before = Date.now();
    expect((await change(noor, { read_to: '2999-01-01T00:00:00.000Z' })).at('unread')).toBe(0);
    const [stored] = await rows('select read_to from notification_settings where member_id = ?', noor.id);
    expect(Number(stored?.read_to)).toBeGreaterThanOrEqual(before);
    expect(Number(stored?.read_to)).toBeLessThanOrEqual(Date.now());
    // The badge counts likes that were not seen one by one; the read mark of the list does not change them.
    expect((await site.as(noor).get('/api/user.php')).at('user.badge.new_likes')).toBe(2);
  });

  test('does not include a match whose later like came after the mark', async () => {
    const [noor, bas] = await some(2);
    if (!noor || !bas) throw new Error('nobody there');
    await likeAt(bas, noor, 1_000);
    await change(noor, { read_to: iso(1_500) });
    await likeAt(noor, bas, 2_000);
    const answer = await list(noor);
    expect([summaryOf(answer), answer.at('unread')]).toEqual([[['match', bas.id, 1, 'unread']], 1]);
  });

  test('counts unread entries up to one more than the maximum that is shown', async () => {
    const noor = await aMember(site.db);
    await site.db.$client.batch(
      Array.from({ length: NOTIFICATIONS_UNREAD_MAX + 5 }, (_, i) => ({
        sql: "insert into account_notifications (id, member_id, kind, event, created_at) values (?, ?, 'account', 'refund', ?)",
        args: [newId(), noor.id, 1_000 + i],
      })),
    );
    expect((await list(noor)).at('unread')).toBe(NOTIFICATIONS_UNREAD_MAX + 1);
    expect((await change(noor, { read_to: iso(1_005) })).at('unread')).toBe(NOTIFICATIONS_UNREAD_MAX - 1);
  });
});
