import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { eventOutbox, likeNotificationLog } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { likesFixture } from './likes-fixture.ts';

const fixture = likesFixture();

const eventTypesFor = async (member: TestMember) => (await fixture.eventsFor(member)).map(({ type }) => type);
const likesOf = async (member: TestMember) =>
  (await fixture.as(member).get('/api/likes.php')).at('liked_by') as { id: string; like_new: boolean }[];
/** Moves the log of sent like notifications `ms` milliseconds into the past. */
const backdateLog = (ms: number) =>
  fixture.db.run(
    `update like_notification_log set like_notified_at = like_notified_at - ${ms}, match_notified_at = match_notified_at - ${ms}`,
  );

describe('a like given again', () => {
  test('within a day sends its receiver the counts and no second notification', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await fixture.unlike(noor, bas);
    await fixture.like(noor, bas);
    const events = await fixture.eventsFor(bas);
    expect(events.map(({ type }) => type)).toEqual(['like.received', 'like.withdrawn', 'badge.changed']);
    expect(events[2]).toEqual({ type: 'badge.changed', unread_messages: 0, new_likes: 1, unseen_notifications: 1 });
  });

  test('within a day keeps its position in the list and stays new', async () => {
    const [noor, bas] = await fixture.twoMembers();
    const eva = await aMember(fixture.db);
    await fixture.like(noor, bas);
    await fixture.like(eva, bas);
    await fixture.unlike(noor, bas);
    await fixture.like(noor, bas);
    expect((await likesOf(bas)).map(({ id, like_new: isNew }) => [id, isNew])).toEqual([
      [eva.id, true],
      [noor.id, true],
    ]);
  });

  test('within a day is not new again once it was seen, however often it is repeated', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await fixture.markSeen(bas, noor);
    for (let times = 0; times < 3; times += 1) {
      await fixture.unlike(noor, bas);
      await fixture.like(noor, bas);
      expect(await likesOf(bas)).toMatchObject([{ id: noor.id, like_new: false }]);
    }
    expect((await fixture.as(bas).get('/api/user.php')).at('user.badge.new_likes')).toBe(0);
    expect((await eventTypesFor(bas)).filter((type) => type === 'like.received')).toHaveLength(1);
  });

  test('after a day is a new like', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await fixture.markSeen(bas, noor);
    await fixture.unlike(noor, bas);
    await backdateLog(DAY + 1000);
    await fixture.like(noor, bas);
    expect(await likesOf(bas)).toMatchObject([{ id: noor.id, like_new: true }]);
    expect((await eventTypesFor(bas)).filter((type) => type === 'like.received')).toHaveLength(2);
    await fixture.unlike(noor, bas);
    await fixture.like(noor, bas);
    expect(await likesOf(bas)).toMatchObject([{ id: noor.id, like_new: true }]);
    expect((await eventTypesFor(bas)).filter((type) => type === 'like.received')).toHaveLength(2);
  });

  test('in the other direction is notified independently', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await fixture.unlike(noor, bas);
    await fixture.like(bas, noor);
    expect(await eventTypesFor(noor)).toEqual(['like.received']);
  });
});

describe('a match', () => {
  const matchesTo = async (member: TestMember) => (await eventTypesFor(member)).filter((type) => type === 'match.made').length;

  test('is notified once to both, whichever of them takes the like back and gives it again', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await fixture.like(bas, noor);
    for (const [from, to] of [
      [noor, bas],
      [bas, noor],
    ] as const) {
      await fixture.unlike(from, to);
      expect((await fixture.like(from, to)).body).toEqual({ did_like_profile: true, match: true });
    }
    await Promise.all([fixture.unlike(noor, bas), fixture.unlike(bas, noor)]);
    await Promise.all([fixture.like(noor, bas), fixture.like(bas, noor)]);
    expect([await matchesTo(noor), await matchesTo(bas)]).toEqual([1, 1]);
    expect((await fixture.as(noor).get('/api/likes.php?type=matches')).at('totals.matches')).toBe(1);
  });

  test('is notified again after a month', async () => {
    const [noor, bas] = await fixture.twoMembers();
    await fixture.like(noor, bas);
    await fixture.like(bas, noor);
    await fixture.unlike(noor, bas);
    await backdateLog(30 * DAY + 1000);
    await fixture.like(noor, bas);
    expect([await matchesTo(noor), await matchesTo(bas)]).toEqual([2, 2]);
  });
});

test('fifty alternating likes and unlikes from both sides end in the last state and one match event for each', async () => {
  const [noor, bas] = await fixture.twoMembers();
  const toggle = async (from: TestMember, to: TestMember) => {
    for (let times = 0; times < 25; times += 1) {
      await fixture.like(from, to);
      if (times < 24) await fixture.unlike(from, to);
    }
  };
  await Promise.all([toggle(noor, bas), toggle(bas, noor)]);
  for (const [member, other] of [
    [noor, bas],
    [bas, noor],
  ] as const) {
    const types = await eventTypesFor(member);
    expect(types.filter((type) => type === 'like.received')).toHaveLength(1);
    expect(types.filter((type) => type === 'match.made').length).toBe(1);
    const likes = await fixture.as(member).get('/api/likes.php');
    expect(likes.at('totals')).toEqual({ profiles: 1, liked_by: 1, matches: 1, new_likes: 1 });
    expect(likes.at('profiles.0.id')).toBe(other.id);
  }
});

test('the log of sent notifications is emptied after thirty days, and not a day before', async () => {
  const [noor, bas] = await fixture.twoMembers();
  await fixture.like(noor, bas);
  const logRowsOf = async () => (await fixture.db.select().from(likeNotificationLog)).filter(({ likerId }) => likerId === noor.id).length;
  await backdateLog(29 * DAY);
  expect([await fixture.sweep(), await logRowsOf()]).toEqual(['ok', 1]);
  await backdateLog(DAY + 1000);
  expect([await fixture.sweep(), await logRowsOf()]).toEqual(['ok', 0]);
  expect(await likesOf(bas)).toMatchObject([{ id: noor.id }]);
});

test('the log of sent notifications about a member is erased with them', async () => {
  const [noor, bas] = await fixture.twoMembers();
  await fixture.like(noor, bas);
  await fixture.like(bas, noor);
  const logEntries = () => fixture.db.all(`select 1 from like_notification_log where '${noor.id}' in (liker_id, liked_id)`);
  expect(await logEntries()).toHaveLength(2);
  await fixture.db.run(`delete from members where id = '${noor.id}'`);
  expect(await logEntries()).toEqual([]);
});

test('every event has a type, and all database invariants hold', async () => {
  const rows = await fixture.db.select().from(eventOutbox);
  expect(rows.every(({ event }) => typeof Object(event).type === 'string')).toBe(true);
  expect(await checkInvariants(fixture.db)).toEqual([]);
});
