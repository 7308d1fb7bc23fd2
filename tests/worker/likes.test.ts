import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { changeMember } from '#db/queries/account';
import { likes, outbox } from '#db/schema/index';
import { apiClient } from '../support/client.ts';
import { aBlock, aLike, aMatch, aMember, newId, type TestMember } from '../support/factories.ts';
import { checkInvariants } from '../support/invariants.ts';
import { startDatabase, type TestDatabase } from '../support/sqld.ts';
import { startWorker, type TestWorker } from '../support/worker.ts';

let database: TestDatabase;
let worker: TestWorker;
let db: Database;

beforeAll(async () => {
  database = await startDatabase();
  worker = await startWorker({ dbUrl: database.url });
  db = openDatabase(database.url);
});

afterAll(async () => {
  await worker?.stop();
  await database?.stop();
});

const as = (member: TestMember) => apiClient(worker.url, member.cookie);
const like = (from: TestMember, to: { id: string }) => as(from).post('/api/likes.php', { profile: to.id });
const unlike = (from: TestMember, to: { id: string }) => as(from).delete('/api/likes.php', { profile: to.id });
const open = (from: TestMember, to: { id: string }) => as(from).put('/api/likes.php', { profile: to.id });
const pairs = async (likerId: string, likedId: string) =>
  (await db.select().from(likes)).filter((row) => row.likerId === likerId && row.likedId === likedId);

interface Told {
  readonly type: string;
  readonly profile: { readonly id: string; readonly did_like_profile: boolean };
  readonly badge?: { readonly new_likes: number };
}
/** Every event in the outbox is one of the contract; those of likes have these keys. */
const toldTo = async (member: { id: string }): Promise<Told[]> =>
  (await db.select().from(outbox)).filter((row) => row.memberId === member.id).map((row) => row.event as Told);

const two = () => Promise.all([aMember(db), aMember(db, { name: 'Bas' })]);

describe('liking', () => {
  test('answers the same however often it is said, and is one row and one event', async () => {
    const [noor, bas] = await two();
    for (let times = 0; times < 3; times += 1) {
      const answer = await like(noor, bas);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ did_like_profile: true, match: false });
    }
    expect(await pairs(noor.id, bas.id)).toHaveLength(1);
    const told = await toldTo(bas);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ type: 'like.received', profile: { id: noor.id, name: 'Noor', did_like_profile: false }, badge: { new_likes: 1 } });
    expect(await toldTo(noor)).toEqual([]);
  });

  test('that is answered is a match, told to both once, each with the other on the card', async () => {
    const [noor, bas] = await two();
    await like(noor, bas);
    expect((await like(bas, noor)).body).toEqual({ did_like_profile: true, match: true });
    expect((await like(noor, bas)).body).toEqual({ did_like_profile: true, match: true });
    const matches = (told: Told[]) => told.filter(({ type }) => type === 'match.made').map(({ profile }) => profile);
    expect(matches(await toldTo(noor))).toMatchObject([{ id: bas.id, did_like_profile: true }]);
    expect(matches(await toldTo(bas))).toMatchObject([{ id: noor.id, did_like_profile: true }]);
  });

  test('at the same moment from both sides is a match that at least one of the two is told in the answer, and both as an event', async () => {
    const [noor, bas] = await two();
    const answers = await Promise.all([like(noor, bas), like(bas, noor)]);
    expect(answers.some((answer) => answer.at('match') === true)).toBe(true);
    for (const member of [noor, bas]) expect((await toldTo(member)).filter(({ type }) => type === 'match.made')).toHaveLength(1);
  });

  test('fifty times at the same moment is one row and one event', async () => {
    const [noor, bas] = await two();
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(noor, bas)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await pairs(noor.id, bas.id)).toHaveLength(1);
    expect(await toldTo(bas)).toHaveLength(1);
  });

  test('of a member who has not confirmed, and by one, is allowed', async () => {
    const [noor, bas] = await Promise.all([aMember(db, { status: 'not_confirmed' }), aMember(db, { status: 'not_confirmed' })]);
    expect((await like(noor, bas)).status).toBe(200);
  });

  test('sends the card of a member who hides their presence without it', async () => {
    const [noor, bas] = await Promise.all([aMember(db, { hidePresence: true }), aMember(db)]);
    await like(noor, bas);
    expect((await toldTo(bas))[0]?.profile).toMatchObject({ id: noor.id, is_online: false });
  });
});

describe('refusals', () => {
  test('oneself is 422 for a like, its withdrawal and its opening', async () => {
    const noor = await aMember(db);
    for (const answer of [await like(noor, noor), await unlike(noor, noor), await open(noor, noor)]) {
      expect(answer.status).toBe(422);
      expect(answer.at('error.fields')).toEqual({ profile: 'not_allowed' });
    }
  });

  test('a deleted, a banned, an unknown and a blocking member answer the same 404', async () => {
    const noor = await aMember(db);
    const [deleted, banned, blocking] = await Promise.all([aMember(db, { status: 'deleted' }), aMember(db, { status: 'banned' }), aMember(db)]);
    await aBlock(db, blocking.id, noor.id);
    await Promise.all([deleted, banned, blocking].map((member) => aLike(db, member.id, noor.id)));
    const bodies = [];
    for (const other of [deleted, banned, blocking, { id: newId() }]) {
      for (const answer of [await like(noor, other), await unlike(noor, other), await open(noor, other)]) {
        expect(answer.status).toBe(404);
        bodies.push(JSON.stringify(answer.body));
      }
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('a member whom I block is 403 blocked to like; taking an old like back is allowed', async () => {
    const [noor, bas] = await two();
    await like(noor, bas);
    await aBlock(db, noor.id, bas.id);
    const answer = await like(noor, bas);
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'blocked']);
    expect((await unlike(noor, bas)).status).toBe(200);
    expect(await pairs(noor.id, bas.id)).toEqual([]);
  });

  test('a block from both sides looks gone, not blocked', async () => {
    const [noor, bas] = await two();
    await Promise.all([aBlock(db, noor.id, bas.id), aBlock(db, bas.id, noor.id)]);
    expect((await like(noor, bas)).status).toBe(404);
  });

  test('a like that nobody gave cannot be opened', async () => {
    const [noor, bas] = await two();
    expect((await open(noor, bas)).status).toBe(404);
  });

  test('a broken id, a missing one and no session change nothing', async () => {
    const noor = await aMember(db);
    for (const [body, code] of [[{ profile: 'x' }, 'unknown'], [{ profile: { id: noor.id } }, 'wrong_type'], [{}, 'required']] as const) {
      const answer = await as(noor).post('/api/likes.php', body);
      expect([answer.status, answer.at('error.fields.profile')]).toEqual([422, code]);
    }
    const visitor = await apiClient(worker.url).post('/api/likes.php', { profile: noor.id });
    expect([visitor.status, visitor.at('error.code')]).toEqual([403, 'signed_out']);
  });
});

describe('taking a like back', () => {
  test('answers the same however often it is said, and tells the other once', async () => {
    const [noor, bas] = await two();
    await like(noor, bas);
    for (let times = 0; times < 2; times += 1) expect((await unlike(noor, bas)).body).toEqual({ did_like_profile: false, match: false });
    expect(await pairs(noor.id, bas.id)).toEqual([]);
    expect((await toldTo(bas)).map(({ type }) => type)).toEqual(['like.received', 'like.withdrawn']);
    expect((await toldTo(bas))[1]?.badge).toMatchObject({ new_likes: 0 });
  });

  test('that was never given tells nobody', async () => {
    const [noor, bas] = await two();
    expect((await unlike(noor, bas)).status).toBe(200);
    expect(await toldTo(bas)).toEqual([]);
  });

  test('fifty times to and fro at the same moment ends in one of the two states, with events that add up to it', async () => {
    const [noor, bas] = await two();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? like(noor, bas) : unlike(noor, bas))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await pairs(noor.id, bas.id);
    const types = (await toldTo(bas)).map(({ type }) => type);
    const given = types.filter((type) => type === 'like.received').length;
    const withdrawn = types.filter((type) => type === 'like.withdrawn').length;
    expect(rows.length).toBeLessThanOrEqual(1);
    expect(given - withdrawn).toBe(rows.length);
    const final = await like(noor, bas);
    expect(final.body).toEqual({ did_like_profile: true, match: false });
    expect(await pairs(noor.id, bas.id)).toHaveLength(1);
  });
});

describe('the lists', () => {
  const ids = (list: unknown) => (Array.isArray(list) ? list.map((card: { id: string }) => card.id) : []);
  const likeAt = (likerId: string, likedId: string, createdAt: number, isNew = true) => db.insert(likes).values({ likerId, likedId, createdAt, isNew });

  test('show new likes before seen ones and each newest first', async () => {
    const noor = await aMember(db);
    const [a, b, c, d] = await Promise.all([aMember(db), aMember(db), aMember(db), aMember(db)]);
    await likeAt(a.id, noor.id, 1_000, true);
    await likeAt(b.id, noor.id, 4_000, false);
    await likeAt(c.id, noor.id, 2_000, true);
    await likeAt(d.id, noor.id, 3_000, false);
    const answer = await as(noor).get('/api/likes.php');
    expect(ids(answer.at('liked_by'))).toEqual([c.id, a.id, b.id, d.id]);
    expect(answer.at('totals')).toEqual({ profiles: 0, liked_by: 4, matches: 0, new_likes: 2 });
  });

  test('opening one makes it seen, moves it behind the new ones and lowers both numbers, once', async () => {
    const noor = await aMember(db);
    const [a, b] = await Promise.all([aMember(db), aMember(db)]);
    await likeAt(a.id, noor.id, 1_000);
    await likeAt(b.id, noor.id, 2_000);
    expect((await as(noor).get('/api/user.php')).at('user.badge')).toEqual({ unread_messages: 0, new_likes: 2 });
    for (let times = 0; times < 2; times += 1) expect((await open(noor, b)).status).toBe(204);
    const answer = await as(noor).get('/api/likes.php');
    expect(ids(answer.at('liked_by'))).toEqual([a.id, b.id]);
    expect(answer.at('liked_by.1.like_new')).toBe(false);
    expect(answer.at('totals.new_likes')).toBe(1);
    expect((await as(noor).get('/api/user.php')).at('user.badge')).toEqual({ unread_messages: 0, new_likes: 1 });
    expect(await toldTo(noor)).toEqual([{ type: 'badge.changed', unread_messages: 0, new_likes: 1 }]);
  });

  test('leave out who is gone or blocked either way, in lists, totals and badge', async () => {
    const noor = await aMember(db);
    const [deleted, banned, blocking, blocked, bas] = await Promise.all([
      aMember(db, { status: 'deleted' }),
      aMember(db, { status: 'banned' }),
      aMember(db),
      aMember(db),
      aMember(db),
    ]);
    for (const other of [deleted, banned, blocking, blocked, bas]) await aMatch(db, noor.id, other.id);
    await aBlock(db, blocking.id, noor.id);
    await aBlock(db, noor.id, blocked.id);
    const answer = await as(noor).get('/api/likes.php');
    expect([ids(answer.at('profiles')), ids(answer.at('liked_by'))]).toEqual([[bas.id], [bas.id]]);
    expect(answer.at('totals')).toEqual({ profiles: 1, liked_by: 1, matches: 1, new_likes: 1 });
    expect((await as(noor).get('/api/user.php')).at('user.badge.new_likes')).toBe(1);
  });

  test('a paused member stays in them', async () => {
    const [noor, bas] = await two();
    await aMatch(db, noor.id, bas.id);
    await changeMember(db, bas.id, { isPaused: true });
    expect(ids((await as(noor).get('/api/likes.php?type=matches')).at('profiles'))).toEqual([bas.id]);
  });

  test('of one type are walked by next and before without a loss or a double, likes of the same instant included', async () => {
    const noor = await aMember(db);
    const others = await Promise.all(Array.from({ length: 23 }, () => aMember(db)));
    for (const [i, other] of others.entries()) {
      await likeAt(other.id, noor.id, 1_000 + Math.floor(i / 5), i % 3 === 0);
      if (i % 2 === 0) await likeAt(noor.id, other.id, 5_000 + Math.floor(i / 7));
    }
    const expected = { liked_by: 23, profiles: 12, matches: 12 } as const;
    for (const [type, count] of Object.entries(expected)) {
      const seen: string[] = [];
      for (let next: unknown = ''; next !== null && seen.length < 100; ) {
        const before = next ? `&before=${encodeURIComponent(String(next))}` : '';
        const answer = await as(noor).get(`/api/likes.php?type=${type}&limit=5${before}`);
        expect(answer.status).toBe(200);
        seen.push(...ids(answer.at(type === 'liked_by' ? 'liked_by' : 'profiles')));
        next = answer.at('next');
      }
      expect([type, seen.length, new Set(seen).size]).toEqual([type, count, count]);
    }
  });

  test('clamp their limit, and refuse an unknown type and a forged cursor', async () => {
    const [noor, bas] = await two();
    await aLike(db, noor.id, bas.id);
    for (const limit of ['0', '-5', '1e9']) expect(ids((await as(noor).get(`/api/likes.php?limit=${limit}`)).at('profiles'))).toEqual([bas.id]);
    expect((await as(noor).get('/api/likes.php?type=all')).at('error.fields.type')).toBe('unknown');
    expect((await as(noor).get('/api/likes.php?type=profiles&before=1.2')).at('error.fields.before')).toBe('unknown');
  });

  test('answer 304 without a body while nothing changes', async () => {
    const [noor, bas] = await two();
    const etag = (await as(noor).get('/api/likes.php')).headers.get('ETag') ?? '';
    const again = await as(noor).get('/api/likes.php', { 'If-None-Match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    await aLike(db, bas.id, noor.id);
    expect((await as(noor).get('/api/likes.php', { 'If-None-Match': etag })).status).toBe(200);
  });
});

test('after all of it every invariant holds', async () => {
  expect(await checkInvariants(db)).toEqual([]);
});
