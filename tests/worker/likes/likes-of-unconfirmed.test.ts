import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { eventOutbox, likeNotificationLog, likes, members, pushes } from '#db/schema/index';
import { createToken } from '../../../worker/lib/tokens.ts';
import { aBlock, aConversation, aLike, aMember, type TestMember } from '../../support/database/factories.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite();

const like = (from: TestMember, to: TestMember) => site.as(from).post('/api/likes.php', { profile: to.id });
const confirm = async ({ id, email }: TestMember) => {
  const token = await createToken(TEST_SECRETS.SIGNING_KEY, 'activate', { member: id, email }, Date.now());
  await site.visitor.get(`/api/activate.php?token=${token}`);
};
const eventsOf = async ({ id }: TestMember) =>
  (await site.db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).map(({ event }) => event as Record<string, unknown>);

/** What a member is told that could show a like of another one, without what depends on the time of the answer. */
async function answersTo(viewer: TestMember, other: TestMember, conversation: string): Promise<string> {
  const paths = [
    '/api/user.php',
    '/api/likes.php',
    '/api/likes.php?type=liked_by',
    '/api/likes.php?type=matches',
    '/api/notifications.php',
    `/api/profile.php?id=${other.id}`,
    `/api/chat.php?conversation=${conversation}`,
    '/api/chats.php',
    '/api/search.php?manual_search=1',
    '/api/export.php',
  ];
  const answers = await Promise.all(paths.map(async (path) => (await site.as(viewer).get(path)).body));
  return JSON.stringify(answers).replaceAll(
    /"(send_pass|typing_pass|walk|exported_at|last_active_at|seen_at|last_seen_at)":"[^"]*"/g,
    '"$1":""',
  );
}

describe('the like of an unconfirmed member', () => {
  test('shows in no answer to the one they like, causes no event, and no match', async () => {
    const [eva, noor] = [await aMember(site.db, { status: 'not_confirmed', name: 'Cheap pills' }), await aMember(site.db)];
    await aLike(site.db, noor.id, eva.id);
    const conversation = await aConversation(site.db, noor.id, eva.id);
    // The first search is saved; from the second on nothing changes.
    await answersTo(noor, eva, conversation);
    const before = await answersTo(noor, eva, conversation);
    const answer = await like(eva, noor);
    expect([answer.status, answer.at('did_like_profile'), answer.at('match')]).toEqual([200, true, false]);
    expect(await answersTo(noor, eva, conversation)).toBe(before);
    expect([await eventsOf(noor), await eventsOf(eva)]).toEqual([[], []]);
    expect(await site.db.select().from(pushes).where(eq(pushes.memberId, noor.id))).toEqual([]);
    expect((await site.as(eva).get(`/api/profile.php?id=${noor.id}`)).at('profile.did_like_profile')).toBe(true);
    await site.as(eva).delete('/api/likes.php', { profile: noor.id });
    expect([await answersTo(noor, eva, conversation), await eventsOf(noor)]).toEqual([before, []]);
  });

  test('is not answered as a match when the other likes them, and causes no match event', async () => {
    const [eva, noor] = [await aMember(site.db, { status: 'not_confirmed' }), await aMember(site.db)];
    await like(eva, noor);
    expect((await like(noor, eva)).at('match')).toBe(false);
    expect((await eventsOf(noor)).map(({ type }) => type)).toEqual([]);
  });
});

describe('when the address is confirmed, likes given before', () => {
  test('show as new ones with their event and badge, once, and match with those who like back', async () => {
    const eva = await aMember(site.db, { status: 'not_confirmed' });
    const [noor, bas] = [await aMember(site.db), await aMember(site.db)];
    await like(eva, noor);
    await like(eva, bas);
    await like(bas, eva);
    const givenAt = Date.now();
    await confirm(eva);
    await expect.poll(async () => (await eventsOf(noor)).length).toBe(1);
    await expect.poll(async () => (await eventsOf(bas)).length).toBe(2);
    const [received] = await eventsOf(noor);
    expect(received).toMatchObject({
      type: 'like.received',
      profile: { id: eva.id, did_like_profile: false },
      badge: { new_likes: 1 },
    });
    expect((await eventsOf(bas)).map(({ type }) => type).toSorted()).toEqual(['like.received', 'match.made']);
    expect((await site.as(noor).get('/api/likes.php')).at('totals')).toMatchObject({ liked_by: 1, new_likes: 1 });
    const stored = await site.db.select().from(likes).where(eq(likes.likerId, eva.id));
    expect(stored.every(({ createdAt }) => createdAt >= givenAt)).toBe(true);
    expect(await site.db.select().from(likeNotificationLog).where(eq(likeNotificationLog.likerId, eva.id))).toHaveLength(2);
    await confirm(eva);
    expect([(await eventsOf(noor)).length, (await eventsOf(bas)).length]).toEqual([1, 2]);
  });

  test('match with a like of another unconfirmed member once both are confirmed', async () => {
    const [eva, bas] = [await aMember(site.db, { status: 'not_confirmed' }), await aMember(site.db, { status: 'not_confirmed' })];
    await like(eva, bas);
    await like(bas, eva);
    await confirm(eva);
    await expect.poll(async () => (await eventsOf(bas)).length).toBeGreaterThan(0);
    expect((await eventsOf(bas)).map(({ type }) => type)).toEqual(['like.received']);
    expect((await site.as(bas).get('/api/likes.php?type=matches')).at('totals.matches')).toBe(0);
    expect((await site.as(bas).get('/api/likes.php?type=matches')).at('profiles')).toEqual([]);
    expect((await site.as(bas).get('/api/notifications.php')).at('items.0.kind')).toBe('like');
    await confirm(bas);
    await expect
      .poll(async () => (await eventsOf(eva)).map(({ type }) => type).toSorted())
      .toEqual(['like.received', 'match.made', 'user.changed']);
    for (const member of [eva, bas]) expect((await site.as(member).get('/api/likes.php?type=matches')).at('totals.matches')).toBe(1);
  });

  test('are announced to nobody who has left or blocked them since, and the likes of others stay as they are', async () => {
    const [eva, ida] = [await aMember(site.db, { status: 'not_confirmed' }), await aMember(site.db, { status: 'not_confirmed' })];
    const [noor, bas, tom] = [await aMember(site.db), await aMember(site.db), await aMember(site.db)];
    for (const receiver of [noor, bas, tom]) await aLike(site.db, eva.id, receiver.id);
    await aLike(site.db, ida.id, noor.id);
    await site.db.update(likes).set({ createdAt: 1000 }).where(eq(likes.likerId, ida.id));
    await aBlock(site.db, bas.id, eva.id);
    await site.db.update(members).set({ status: 'deleted' }).where(eq(members.id, tom.id));
    await confirm(eva);
    await expect.poll(async () => (await eventsOf(noor)).length).toBe(1);
    expect([await eventsOf(bas), await eventsOf(tom)]).toEqual([[], []]);
    expect(await site.db.select().from(likes).where(eq(likes.likerId, ida.id))).toMatchObject([{ createdAt: 1000 }]);
  });

  test('of an account that was confirmed before stay as they are', async () => {
    const [eva, noor] = [await aMember(site.db), await aMember(site.db)];
    await aLike(site.db, eva.id, noor.id);
    await site.db.update(likes).set({ createdAt: 1000, isNew: false }).where(eq(likes.likerId, eva.id));
    await confirm(eva);
    expect(await site.db.select().from(likes).where(eq(likes.likerId, eva.id))).toMatchObject([{ createdAt: 1000, isNew: false }]);
    expect((await site.db.select().from(members).where(eq(members.id, eva.id)))[0]?.status).toBe('active');
  });
});
