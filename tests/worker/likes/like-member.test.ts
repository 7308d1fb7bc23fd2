import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { batch, violatedConstraint } from '#db/client';
import { giveLike } from '#db/queries/likes/likes';
import { aBlock, aLike, aMember, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { likesFixture } from './likes-fixture.ts';

const fixture = likesFixture();

describe('liking', () => {
  test('answers the same every time, and is one row and one event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    for (let times = 0; times < 3; times += 1) {
      const answer = await fixture.like(noor, bas);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ did_like_profile: true, match: false });
    }
    expect(await fixture.rowsOf(noor.id, bas.id)).toHaveLength(1);
    const events = await fixture.eventsFor(bas);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: 'like.received',
      profile: { id: noor.id, name: 'Noor', did_like_profile: false },
      badge: { new_likes: 1 },
    });
    expect(await fixture.eventsFor(noor)).toEqual([]);
  });

  test('that is returned is a match: both get one event with the card of the other', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    expect((await fixture.like(bas, noor)).body).toEqual({ did_like_profile: true, match: true });
    expect((await fixture.like(noor, bas)).body).toEqual({ did_like_profile: true, match: true });
    await fixture.unlike(noor, bas);
    expect((await fixture.like(noor, bas)).body).toEqual({ did_like_profile: true, match: true });
    const matches = (events: Awaited<ReturnType<typeof fixture.eventsFor>>) =>
      events.filter(({ type }) => type === 'match.made').map(({ profile }) => profile);
    expect(matches(await fixture.eventsFor(noor))).toMatchObject([{ id: bas.id, did_like_profile: true }]);
    expect(matches(await fixture.eventsFor(bas))).toMatchObject([{ id: noor.id, did_like_profile: true }]);
  });

  test('from both sides at the same moment is a match: at least one answer says so, and both get an event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const answers = await Promise.all([fixture.like(noor, bas), fixture.like(bas, noor)]);
    expect(answers.some((answer) => answer.at('match') === true)).toBe(true);
    for (const member of [noor, bas]) expect((await fixture.eventsFor(member)).filter(({ type }) => type === 'match.made')).toHaveLength(1);
  });

  test('fifty times at the same moment is one row and one event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const answers = await Promise.all(Array.from({ length: 50 }, () => fixture.like(noor, bas)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await fixture.rowsOf(noor.id, bas.id)).toHaveLength(1);
    expect(await fixture.eventsFor(bas)).toHaveLength(1);
  });

  test('of a member who has not confirmed, and by one, is allowed', async () => {
    const [noor, bas] = await Promise.all([
      aMember(fixture.db, { status: 'not_confirmed' }),
      aMember(fixture.db, { status: 'not_confirmed' }),
    ]);
    expect((await fixture.like(noor, bas)).status).toBe(200);
  });

  test('sends the card of a member who hides their presence without the presence', async () => {
    const [noor, bas] = await Promise.all([aMember(fixture.db, { hidePresence: true }), aMember(fixture.db)]);
    await fixture.like(noor, bas);
    expect((await fixture.eventsFor(bas))[0]?.profile).toMatchObject({ id: noor.id, is_online: false });
  });
});

describe('refusals', () => {
  test('oneself is 422 for a like, an unlike and marking as seen', async () => {
    const noor = await aMember(fixture.db);
    for (const answer of [await fixture.like(noor, noor), await fixture.unlike(noor, noor), await fixture.markSeen(noor, noor)]) {
      expect(answer.status).toBe(422);
      expect(answer.at('error.fields')).toEqual({ profile: 'not_allowed' });
    }
  });

  test('a deleted, a banned, an unknown and a blocking member answer the same 404', async () => {
    const noor = await aMember(fixture.db);
    const [deleted, banned, blocking] = await Promise.all([
      aMember(fixture.db, { status: 'deleted' }),
      aMember(fixture.db, { status: 'banned' }),
      aMember(fixture.db),
    ]);
    await aBlock(fixture.db, blocking.id, noor.id);
    await Promise.all([deleted, banned, blocking].map((member) => aLike(fixture.db, member.id, noor.id)));
    const bodies = [];
    for (const other of [deleted, banned, blocking, { id: newId() }]) {
      for (const answer of [await fixture.like(noor, other), await fixture.unlike(noor, other), await fixture.markSeen(noor, other)]) {
        expect(answer.status).toBe(404);
        bodies.push(JSON.stringify(answer.body));
      }
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('a member whom I block is 403 blocked to like; taking an old like back is allowed', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await aBlock(fixture.db, noor.id, bas.id);
    const answer = await fixture.like(noor, bas);
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'blocked']);
    expect((await fixture.unlike(noor, bas)).status).toBe(200);
    expect(await fixture.rowsOf(noor.id, bas.id)).toEqual([]);
  });

  test('a block between the check and the insert leaves no like and no event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await aBlock(fixture.db, bas.id, noor.id);
    const event = (memberId: string) => ({ id: newId(), memberId, event: {}, createdAt: 1, dueAt: 1 });
    const events = { received: event(bas.id), badgeOnly: event(bas.id), matchForThem: event(bas.id), matchForMe: event(noor.id) };
    const insertion = batch(fixture.db, giveLike(fixture.db, noor.id, 1, events, { like: 0, match: 0 }));
    expect(violatedConstraint(await insertion.catch((error: unknown) => error))).toBe('NOT NULL likes.liker_id');
    expect(await fixture.rowsOf(noor.id, bas.id)).toEqual([]);
    expect([await fixture.eventsFor(bas), await fixture.eventsFor(noor)]).toEqual([[], []]);
  });

  test('a like that the database refuses for another reason than a block is an error, and is not tried again', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.db.run(
      sql`create trigger refused before insert on likes begin select raise(abort, 'CHECK constraint failed: refused'); end`,
    );
    const answer = await fixture.like(noor, bas);
    await fixture.db.run(sql`drop trigger refused`);
    expect([answer.status, await fixture.rowsOf(noor.id, bas.id)]).toEqual([500, []]);
  });

  test('a block from both sides is answered as gone, not as blocked', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await Promise.all([aBlock(fixture.db, noor.id, bas.id), aBlock(fixture.db, bas.id, noor.id)]);
    expect((await fixture.like(noor, bas)).status).toBe(404);
  });

  test('a like that was never given cannot be marked as seen', async () => {
    const [noor, bas] = await fixture.twoMembers();
    expect((await fixture.markSeen(noor, bas)).status).toBe(404);
  });

  test('a broken id, a missing one and no session change nothing', async () => {
    const noor = await aMember(fixture.db);
    for (const [body, code] of [
      [{ profile: 'x' }, 'unknown'],
      [{ profile: { id: noor.id } }, 'wrong_type'],
      [{}, 'required'],
    ] as const) {
      const answer = await fixture.as(noor).post('/api/likes.php', body);
      expect([answer.status, answer.at('error.fields.profile')]).toEqual([422, code]);
    }
    const visitor = await fixture.visitor.post('/api/likes.php', { profile: noor.id });
    expect([visitor.status, visitor.at('error.code')]).toEqual([403, 'signed_out']);
  });
});

describe('taking a like back', () => {
  test('answers the same every time, and sends the other one event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    for (let times = 0; times < 2; times += 1)
      expect((await fixture.unlike(noor, bas)).body).toEqual({ did_like_profile: false, match: false });
    expect(await fixture.rowsOf(noor.id, bas.id)).toEqual([]);
    expect((await fixture.eventsFor(bas)).map(({ type }) => type)).toEqual(['like.received', 'like.withdrawn']);
    expect((await fixture.eventsFor(bas))[1]?.badge).toMatchObject({ new_likes: 0 });
  });

  test('that was never given sends no event', async () => {
    const [noor, bas] = await fixture.twoMembers();
    expect((await fixture.unlike(noor, bas)).status).toBe(200);
    expect(await fixture.eventsFor(bas)).toEqual([]);
  });

  test('fifty simultaneous likes and unlikes end in one of the two states, with events that add up to it', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? fixture.like(noor, bas) : fixture.unlike(noor, bas))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await fixture.rowsOf(noor.id, bas.id);
    const types = (await fixture.eventsFor(bas)).map(({ type }) => type);
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    expect(rows.length).toBeLessThanOrEqual(1);
    expect(count('like.received')).toBe(1);
    expect(count('like.received') + count('badge.changed') - count('like.withdrawn')).toBe(rows.length);
    const final = await fixture.like(noor, bas);
    expect(final.body).toEqual({ did_like_profile: true, match: false });
    expect(await fixture.rowsOf(noor.id, bas.id)).toHaveLength(1);
  });
});

test('all database invariants hold after these tests', async () => {
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
