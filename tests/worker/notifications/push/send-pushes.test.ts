import { describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account/members';
import { accountNotices, noticeSettings, pushes } from '#db/schema/index';
import { aBlock, aMember, aSession, newId, PASSWORD } from '../../../support/database/factories.ts';
import { apiClient } from '../../../support/product/api-client.ts';
import { TEST_VAPID } from '../../../support/servers/push-service.ts';
import { pushWorld, until } from './push-fixture.ts';

const world = pushWorld();
const { as, aReader, aTalk, open, send, like, rowsOf, untilQuiet, becomeDue, look, subscribe } = world;
const DAY = 24 * 3600_000;

describe('a message', () => {
  test('is pushed to its receiver’s browsers, signed and encrypted for each, without sender and text', async () => {
    const { member, browser, bas, id } = await aTalk({ locale: 'nl' });
    const cookie = await aSession(world.db, member.id);
    const laptop = world.service.aBrowser('updates.push.services.mozilla.com');
    expect((await subscribe({ ...member, cookie }, laptop)).status).toBe(204);
    await like(await aMember(world.db), member);
    await untilQuiet(member);
    await send(bas, id, 'Een geheime tekst');
    await until(() => [browser, laptop].map(({ received }) => received.length)).toEqual([2, 2]);
    for (const { received } of [browser, laptop]) {
      const [, { note, headers, length } = Object(null)] = received;
      expect(note).toEqual({
        // The message, Bas's like of the match and the like above are new.
        type: 'message',
        member: member.id,
        conversation: id,
        unread: 3,
        tag: `message/${id}`,
        url: `/chats/${id}`,
        title: 'Vonk',
        body: 'Je hebt een nieuw bericht.',
      });
      expect(JSON.stringify(note)).not.toMatch(/Bas|geheim/i);
      expect(headers).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
      expect(Number(headers.ttl)).toBeGreaterThan(DAY / 1000 - 60);
      expect(length).toBe(4096);
    }
    await untilQuiet(member);
    expect([...(await rowsOf(member)), ...(await rowsOf(bas))]).toEqual([]);
  });

  test('that joins unread ones of its conversation is pushed with their number', async () => {
    const { member, browser, bas, id } = await aTalk({ locale: 'en' });
    await send(bas, id);
    await untilQuiet(member);
    await send(bas, id);
    await until(() => browser.received.length).toBe(2);
    expect(browser.received[1]?.note).toMatchObject({ body: '2 new messages are waiting in one of your conversations.', unread: 3 });
    const topics = browser.received.map(({ headers }) => headers.topic);
    expect(topics[0]).toBe(topics[1]);
  });

  test('is not pushed to a member who is viewing the conversation, nor to its sender, nor as a message request', async () => {
    const { member, browser, bas, id } = await aTalk();
    const socket = await look(member, id);
    await subscribe(bas, world.service.aBrowser());
    await send(bas, id);
    await untilQuiet(member);
    await untilQuiet(bas);
    expect([browser.posts, world.service.asked.filter((url) => url.includes(bas.id))]).toEqual([0, []]);
    await look(member, newId());
    socket.close();
    await socket.closed;
    await send(bas, id);
    await until(() => browser.received.length).toBe(1);

    const filtering = await aReader({ hiddenWords: ['crypto'] });
    const stranger = await aMember(world.db, { credits: 3 });
    await send(stranger, await open(stranger, filtering.member), 'About crypto');
    await untilQuiet(filtering.member);
    expect(filtering.browser.posts).toBe(0);
  });
});

describe('a like and a match', () => {
  test('are pushed to the one who did not make them, a match as a match alone', async () => {
    const [noor, bas] = [await aReader({ locale: 'en' }), await aReader({ locale: 'en' })];
    await like(bas.member, noor.member);
    await until(() => noor.browser.received.length).toBe(1);
    expect(noor.browser.received[0]?.note).toMatchObject({
      type: 'like',
      tag: 'likes',
      url: '/likes/liked_by',
      body: 'Somebody likes you.',
      unread: 1,
    });
    await like(noor.member, bas.member);
    await until(() => bas.browser.received.length).toBe(1);
    expect(bas.browser.received[0]?.note).toMatchObject({ type: 'match', tag: 'matches', url: `/members/${noor.member.id}` });
    await untilQuiet(noor.member);
    expect(noor.browser.posts).toBe(1);
  });

  test('are one push for several, and a like withdrawn before it goes out is none', async () => {
    const { member, browser } = await aReader({ locale: 'en' });
    await quietAt(member.id, 'now');
    const likers = await Promise.all([1, 2, 3].map(() => aMember(world.db)));
    for (const liker of likers) await like(liker, member);
    await until(async () => (await rowsOf(member)).map(({ count }) => count)).toEqual([3]);
    await as(likers[0] ?? member).delete('/api/likes.php', { profile: member.id });
    await quietAt(member.id, 'never');
    await becomeDue();
    await world.product.worker.scheduled();
    expect(browser.received.map(({ note }) => note.body)).toEqual(['2 people like you.']);

    await quietAt(member.id, 'now');
    await like(likers[0] ?? member, member);
    await as(likers[0] ?? member).delete('/api/likes.php', { profile: member.id });
    await quietAt(member.id, 'never');
    await becomeDue();
    await world.product.worker.scheduled();
    expect([browser.posts, await rowsOf(member)]).toEqual([1, []]);
  });
});

/** Sets the quiet hours of a member from an hour ago until an hour from now in their time zone, or to none. */
async function quietAt(memberId: string, when: 'now' | 'never') {
  const clock = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16);
  const [quietFrom, quietTo] = when === 'now' ? [clock(-1), clock(1)] : [null, null];
  const row = { memberId, quietFrom, quietTo };
  await world.db.insert(noticeSettings).values(row).onConflictDoUpdate({ target: noticeSettings.memberId, set: row });
}

describe('what a member has chosen', () => {
  test.each(['never', 'daily', 'weekly'])('messages by push %s: none goes out at once, and nothing is left of it', async (push) => {
    const { member, browser, bas, id } = await aTalk();
    await world.db.insert(noticeSettings).values({ memberId: member.id, matrix: { message: { push } } });
    await send(bas, id);
    await untilQuiet(member);
    expect([browser.posts, await rowsOf(member)]).toEqual([0, []]);
  });

  test('in quiet hours it waits for their end, and what was read meanwhile never comes', async () => {
    const [noor, eva] = [await aTalk(), await aTalk()];
    for (const { member, bas, id } of [noor, eva]) {
      await quietAt(member.id, 'now');
      await send(bas, id);
      await untilQuiet(member);
      const [row] = await rowsOf(member);
      expect((row?.dueAt ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
      expect((row?.dueAt ?? 0) - Date.now()).toBeLessThanOrEqual(3600_000);
      await quietAt(member.id, 'never');
    }
    await as(eva.member).put('/api/chat.php', { conversation: { id: eva.id }, read_to: 1 });
    await becomeDue();
    expect(await Promise.all([world.product.worker.scheduled(), world.product.worker.scheduled()])).toEqual(['ok', 'ok']);
    expect([noor.browser.received.length, eva.browser.posts]).toEqual([1, 0]);
    expect([...(await rowsOf(noor.member)), ...(await rowsOf(eva.member))]).toEqual([]);
  });
});

test.each([
  ['blocked the sender', ({ member, bas }) => aBlock(world.db, member.id, bas.id)],
  ['been blocked by them', ({ member, bas }) => aBlock(world.db, bas.id, member.id)],
  ['been banned', ({ member }) => changeMember(world.db, member.id, { status: 'banned' })],
  ['lost them to a ban', ({ bas }) => changeMember(world.db, bas.id, { status: 'banned' })],
  ['logged out', ({ member }) => as(member).get('/api/logout.php')],
  ['deleted the account', ({ member }) => as(member).delete('/api/user.php', { password: PASSWORD })],
] as readonly (readonly [string, (talk: Awaited<ReturnType<typeof aTalk>>) => PromiseLike<unknown>])[])(
  'a member who has %s meanwhile gets no push',
  async (_, happen) => {
    const talk = await aTalk();
    await quietAt(talk.member.id, 'now');
    await send(talk.bas, talk.id);
    await untilQuiet(talk.member);
    expect(await rowsOf(talk.member)).toHaveLength(1);
    await happen(talk);
    await quietAt(talk.member.id, 'never');
    await becomeDue();
    await world.product.worker.scheduled();
    expect([talk.browser.posts, await rowsOf(talk.member)]).toEqual([0, []]);
  },
);

test('pushes of other features go out by the sweep: account events while they are unread, a summary while it holds something', async () => {
  const { member, browser } = await aReader({ locale: 'en' });
  const at = Date.now();
  const row = { memberId: member.id, createdAt: at, dueAt: at };
  await world.db.batch([
    world.db.insert(accountNotices).values({ id: newId(), memberId: member.id, kind: 'account', event: 'new_device', createdAt: at }),
    world.db.insert(pushes).values({ id: newId(), kind: 'account', tag: 'account', ...row }),
    world.db.insert(pushes).values({ id: newId(), kind: 'digest', tag: 'digest', ...row }),
  ]);
  await world.product.worker.scheduled();
  expect(browser.received.map(({ note: { type, url, tag } }) => [type, url, tag])).toEqual([['account', '/notifications', 'account']]);
  expect(await rowsOf(member)).toEqual([]);
  await world.db.insert(noticeSettings).values({ memberId: member.id, matrix: { account: { push: 'daily' } } });
  await world.db.insert(pushes).values({ id: newId(), kind: 'digest', tag: 'digest', ...row });
  await world.product.worker.scheduled();
  expect(browser.received.map(({ note: { type } }) => type)).toEqual(['account', 'digest']);
});

describe('while the room server is unreachable', () => {
  test('a message is pushed by the first sweep that does not reach it either, and not again when it is back', async () => {
    const { member, browser, bas, id } = await aTalk();
    await send(bas, id, 'Hello', apiClient(world.away.url, bas.cookie));
    expect(browser.posts).toBe(0);
    await becomeDue();
    await world.away.scheduled();
    expect(browser.received.length).toBe(1);
    await becomeDue();
    await world.away.scheduled();
    await becomeDue();
    await world.product.worker.scheduled();
    await untilQuiet(member);
    expect(browser.posts).toBe(1);
  });

  test('a member who has read it by polling until then gets no push', async () => {
    const { member, browser, bas, id } = await aTalk();
    await send(bas, id, 'Hello', apiClient(world.away.url, bas.cookie));
    await apiClient(world.away.url, member.cookie).put('/api/chat.php', { conversation: { id }, read_to: 1 });
    await becomeDue();
    await world.away.scheduled();
    expect(browser.posts).toBe(0);
  });
});

test('the site tells browsers its public key', async () => {
  expect((await apiClient(world.product.url).get('/api/settings.php')).at('push_pub')).toBe(TEST_VAPID.VAPID_PUBLIC_KEY);
});
