import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { likes } from '#db/schema/index';
import { aBlock, aLike, aMatch, aMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { likesFixture } from './likes-fixture.ts';

const fixture = likesFixture();

describe('the lists', () => {
  const ids = (list: unknown) => (Array.isArray(list) ? list.map((card: { id: string }) => card.id) : []);
  const likeAt = (likerId: string, likedId: string, createdAt: number, isNew = true) =>
    fixture.db.insert(likes).values({ likerId, likedId, createdAt, isNew });

  test('show new likes before seen ones and each newest first', async () => {
    const noor = await aMember(fixture.db);
    const [a, b, c, d] = await Promise.all([aMember(fixture.db), aMember(fixture.db), aMember(fixture.db), aMember(fixture.db)]);
    await likeAt(a.id, noor.id, 1_000, true);
    await likeAt(b.id, noor.id, 4_000, false);
    await likeAt(c.id, noor.id, 2_000, true);
    await likeAt(d.id, noor.id, 3_000, false);
    const answer = await fixture.as(noor).get('/api/likes.php');
    expect(ids(answer.at('liked_by'))).toEqual([c.id, a.id, b.id, d.id]);
    expect(answer.at('totals')).toEqual({ profiles: 0, liked_by: 4, matches: 0, new_likes: 2 });
  });

  test('marking one as seen moves it behind the new ones and lowers both counts, once', async () => {
    const noor = await aMember(fixture.db);
    const [a, b] = await Promise.all([aMember(fixture.db), aMember(fixture.db)]);
    await likeAt(a.id, noor.id, 1_000);
    await likeAt(b.id, noor.id, 2_000);
    expect((await fixture.as(noor).get('/api/user.php')).at('user.badge')).toEqual({
      unread_messages: 0,
      new_likes: 2,
      unseen_notifications: 2,
    });
    for (let times = 0; times < 2; times += 1) expect((await fixture.markSeen(noor, b)).status).toBe(204);
    const answer = await fixture.as(noor).get('/api/likes.php');
    expect(ids(answer.at('liked_by'))).toEqual([a.id, b.id]);
    expect(answer.at('liked_by.1.like_new')).toBe(false);
    expect(answer.at('totals.new_likes')).toBe(1);
    expect((await fixture.as(noor).get('/api/user.php')).at('user.badge')).toEqual({
      unread_messages: 0,
      new_likes: 1,
      unseen_notifications: 1,
    });
    expect(await fixture.eventsFor(noor)).toEqual([{ type: 'badge.changed', unread_messages: 0, new_likes: 1, unseen_notifications: 1 }]);
  });

  test('leave out members who are gone or blocked either way, in lists, totals and badge', async () => {
    const noor = await aMember(fixture.db);
    const [deleted, banned, blocking, blocked, bas] = await Promise.all([
      aMember(fixture.db, { status: 'deleted' }),
      aMember(fixture.db, { status: 'banned' }),
      aMember(fixture.db),
      aMember(fixture.db),
      aMember(fixture.db),
    ]);
    for (const other of [deleted, banned, blocking, blocked, bas]) await aMatch(fixture.db, noor.id, other.id);
    await aBlock(fixture.db, blocking.id, noor.id);
    await aBlock(fixture.db, noor.id, blocked.id);
    const answer = await fixture.as(noor).get('/api/likes.php');
    expect([ids(answer.at('profiles')), ids(answer.at('liked_by'))]).toEqual([[bas.id], [bas.id]]);
    expect(answer.at('totals')).toEqual({ profiles: 1, liked_by: 1, matches: 1, new_likes: 1 });
    expect((await fixture.as(noor).get('/api/user.php')).at('user.badge.new_likes')).toBe(1);
  });

  test('a paused member stays in them', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await aMatch(fixture.db, noor.id, bas.id);
    await changeMember(fixture.db, bas.id, { isPaused: true });
    expect(ids((await fixture.as(noor).get('/api/likes.php?type=matches')).at('profiles'))).toEqual([bas.id]);
  });

  test('of one type are paged by next and before without a gap or a repetition, likes of the same instant included', async () => {
    const noor = await aMember(fixture.db);
    const others = await Promise.all(Array.from({ length: 23 }, () => aMember(fixture.db)));
    for (const [i, other] of others.entries()) {
      await likeAt(other.id, noor.id, 1_000 + Math.floor(i / 5), i % 3 === 0);
      if (i % 2 === 0) await likeAt(noor.id, other.id, 5_000 + Math.floor(i / 7));
    }
    const expected = { liked_by: 23, profiles: 12, matches: 12 } as const;
    for (const [type, count] of Object.entries(expected)) {
      const seen: string[] = [];
      for (let next: unknown = ''; next !== null && seen.length < 100; ) {
        const before = next ? `&before=${encodeURIComponent(String(next))}` : '';
        const answer = await fixture.as(noor).get(`/api/likes.php?type=${type}&limit=5${before}`);
        expect(answer.status).toBe(200);
        seen.push(...ids(answer.at(type === 'liked_by' ? 'liked_by' : 'profiles')));
        next = answer.at('next');
      }
      expect([type, seen.length, new Set(seen).size]).toEqual([type, count, count]);
    }
  });

  test('say when each like was given, and of a match when the later one was', async () => {
    const noor = await aMember(fixture.db);
    const [early, late] = await Promise.all([aMember(fixture.db), aMember(fixture.db)]);
    await likeAt(noor.id, early.id, 1_000);
    await likeAt(noor.id, late.id, 2_000);
    await likeAt(early.id, noor.id, 9_000);
    await likeAt(late.id, noor.id, 3_000);
    const at = (time: number) => new Date(time).toISOString();
    const timesIn = (list: unknown) => (list as { id: string; liked_at: string }[]).map(({ id, liked_at: likedAt }) => [id, likedAt]);
    const all = await fixture.as(noor).get('/api/likes.php');
    expect(timesIn(all.at('profiles'))).toEqual([
      [late.id, at(2_000)],
      [early.id, at(1_000)],
    ]);
    expect(timesIn(all.at('liked_by'))).toEqual([
      [early.id, at(9_000)],
      [late.id, at(3_000)],
    ]);
    expect(timesIn((await fixture.as(noor).get('/api/likes.php?type=matches')).at('profiles'))).toEqual([
      [early.id, at(9_000)],
      [late.id, at(3_000)],
    ]);
  });

  test('of one type are paged beyond a hundred, without those who left meanwhile', async () => {
    const noor = await aMember(fixture.db);
    const others = await Promise.all(Array.from({ length: 103 }, () => aMember(fixture.db)));
    for (const [i, other] of others.entries()) await likeAt(other.id, noor.id, 1_000 + i);
    const first = await fixture.as(noor).get('/api/likes.php');
    expect([ids(first.at('liked_by')).length, first.at('totals.liked_by')]).toEqual([100, 103]);
    const page = await fixture.as(noor).get('/api/likes.php?type=liked_by');
    const [last, ...oldest] = others.slice(0, 3).toReversed();
    await changeMember(fixture.db, last?.id ?? '', { status: 'deleted' });
    const rest = await fixture.as(noor).get(`/api/likes.php?type=liked_by&before=${encodeURIComponent(String(page.at('next')))}`);
    expect([ids(rest.at('liked_by')), rest.at('next'), rest.at('totals.liked_by')]).toEqual([oldest.map(({ id }) => id), null, 102]);
  });

  test('clamp their limit, and refuse an unknown type and a forged cursor', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await aLike(fixture.db, noor.id, bas.id);
    for (const limit of ['0', '-5', '1e9'])
      expect(ids((await fixture.as(noor).get(`/api/likes.php?limit=${limit}`)).at('profiles'))).toEqual([bas.id]);
    expect((await fixture.as(noor).get('/api/likes.php?type=all')).at('error.fields.type')).toBe('unknown');
    expect((await fixture.as(noor).get('/api/likes.php?type=profiles&before=1.2')).at('error.fields.before')).toBe('unknown');
  });

  test('answer 304 without a body while nothing changes', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const etag = (await fixture.as(noor).get('/api/likes.php')).headers.get('ETag') ?? '';
    const again = await fixture.as(noor).get('/api/likes.php', { 'If-None-Match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    await aLike(fixture.db, bas.id, noor.id);
    expect((await fixture.as(noor).get('/api/likes.php', { 'If-None-Match': etag })).status).toBe(200);
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
