import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import type { QuotedBlock } from '#contract/quotes';
import { changeMember } from '#db/queries/account/members';
import { accountNotifications, notificationSettings, pushes } from '#db/schema/index';
import { aBlock, aMember, anImage, aSession, newId, PASSWORD } from '../../../support/database/factories.ts';
import { apiClient } from '../../../support/product/api-client.ts';
import { TEST_VAPID } from '../../../support/servers/push-service.ts';
import { eventually, pushFixture } from './push-fixture.ts';

const fixture = pushFixture();
const { as, aReader, aReaderWithConversation, open, send, like, rowsOf, untilNothingPending, becomeDue, openViewingSocket, subscribe } =
  fixture;

describe('a message', () => {
  test('is pushed to its receiver’s browsers, signed and encrypted for each, without sender and text', async () => {
    const { member, browser, bas, id } = await aReaderWithConversation({ locale: 'nl' });
    const cookie = await aSession(fixture.db, member.id);
    const laptop = fixture.service.aBrowser('updates.push.services.mozilla.com');
    expect((await subscribe({ ...member, cookie }, laptop)).status).toBe(204);
    await like(await aMember(fixture.db), member);
    await untilNothingPending(member);
    await send(bas, id, 'Een geheime tekst');
    await eventually(() => [browser, laptop].map(({ received }) => received.length)).toEqual([2, 2]);
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
    await untilNothingPending(member);
    expect([...(await rowsOf(member)), ...(await rowsOf(bas))]).toEqual([]);
  });

  test('that joins unread ones of its conversation is pushed with their number', async () => {
    const { member, browser, bas, id } = await aReaderWithConversation({ locale: 'en' });
    await send(bas, id);
    await untilNothingPending(member);
    await send(bas, id);
    await eventually(() => browser.received.length).toBe(2);
    expect(browser.received[1]?.note).toMatchObject({ body: '2 new messages are waiting in one of your conversations.', unread: 3 });
    const topics = browser.received.map(({ headers }) => headers.topic);
    expect(topics[0]).toBe(topics[1]);
  });

  test('is not pushed to a member who is viewing the conversation, nor to its sender, nor as a message request', async () => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    const socket = await openViewingSocket(member, id);
    await subscribe(bas, fixture.service.aBrowser());
    await send(bas, id);
    await untilNothingPending(member);
    await untilNothingPending(bas);
    expect([browser.posts, fixture.service.requestedEndpoints.filter((url) => url.includes(bas.id))]).toEqual([0, []]);
    await openViewingSocket(member, newId());
    socket.close();
    await socket.closed;
    await send(bas, id);
    await eventually(() => browser.received.length).toBe(1);

    const filtering = await aReader({ hiddenWords: ['crypto'] });
    const stranger = await aMember(fixture.db, { credits: 3 });
    await send(stranger, await open(stranger, filtering.member), 'About crypto');
    await untilNothingPending(filtering.member);
    expect(filtering.browser.posts).toBe(0);
  });
});

describe('a push about a block of the profile', () => {
  const WORDS = { personal: 'I mend books. And more.', prompts: [{ id: 'last_learned', text: 'How to bind' }], fields: { smoking: 'no' } };
  /** A reader with a conversation, whose profile has a block of each kind. */
  async function aWrittenReader(locale: string) {
    const reader = await aReaderWithConversation({ locale });
    const photo = await anImage(fixture.db, reader.member.id);
    expect((await as(reader.member).put('/api/user.php', WORDS)).status).toBe(200);
    // The like of the match is seen.
    expect((await as(reader.member).put('/api/likes.php', { profile: reader.bas.id })).status).toBe(204);
    return { ...reader, photo };
  }
  const blockOf = (kind: string, photo: string): QuotedBlock =>
    ({ photo: { photo }, prompt: { prompt: 'last_learned' }, field: { field: 'smoking' }, text: { text: 'I mend books.' } })[kind] ?? {
      text: '',
    };
  const bodyOf = ({ received }: { received: readonly { note: { body?: unknown } }[] }) => received.at(-1)?.note.body;

  test.each([
    ['photo', 'Somebody likes one of your photos.', 'You have a new message about one of your photos.'],
    ['prompt', 'Somebody likes what you wrote.', 'You have a new message about something you wrote.'],
    ['text', 'Somebody likes what you wrote.', 'You have a new message about something you wrote.'],
    ['field', 'Somebody likes something on your profile.', 'You have a new message about your profile.'],
  ])('says that it is about a %s, and never which or what', async (kind, likeBody, messageBody) => {
    const { member, browser, bas, id, photo } = await aWrittenReader('en');
    await like(await aMember(fixture.db), member, blockOf(kind, photo));
    await eventually(() => browser.received.length).toBe(1);
    expect(bodyOf(browser)).toBe(likeBody);
    await untilNothingPending(member);
    await send(bas, id, 'Een geheime tekst', as(bas), blockOf(kind, photo));
    await eventually(() => browser.received.length).toBe(2);
    expect(bodyOf(browser)).toBe(messageBody);
    expect(JSON.stringify(browser.received.map(({ note }) => note))).not.toMatch(new RegExp(`geheim|bind|mend|smoking|${photo}`, 'i'));
  });

  test('among several says only how many there are', async () => {
    const { member, browser, bas, id, photo } = await aWrittenReader('en');
    await like(await aMember(fixture.db), member, { photo });
    await untilNothingPending(member);
    await like(await aMember(fixture.db), member, { photo });
    await eventually(() => browser.received.length).toBe(2);
    expect(bodyOf(browser)).toBe('2 people like you.');
    await untilNothingPending(member);
    await send(bas, id, 'One', as(bas), { photo });
    await untilNothingPending(member);
    await send(bas, id, 'Two', as(bas), { photo });
    await eventually(() => browser.received.length).toBe(4);
    expect(bodyOf(browser)).toBe('2 new messages are waiting in one of your conversations.');
  });

  test('that is removed before it goes out, or that a match quotes, is not named', async () => {
    const { member, browser, photo } = await aWrittenReader('en');
    await quietAt(member.id, 'now');
    await like(await aMember(fixture.db), member, { photo });
    await eventually(async () => (await rowsOf(member)).map(({ count }) => count)).toEqual([1]);
    await as(member).delete('/api/profileimage.php', { image: { id: photo } });
    await quietAt(member.id, 'never');
    await becomeDue();
    await fixture.product.worker.scheduled();
    expect(browser.received.map(({ note }) => note.body)).toEqual(['Somebody likes you.']);

    const tom = await aMember(fixture.db);
    await like(member, tom);
    await like(tom, member, { prompt: 'last_learned' });
    await eventually(() => browser.received.length).toBe(2);
    expect(bodyOf(browser)).toBe('It’s a match! Why not say hello?');
  });

  test.each([
    ['nl', 'Je hebt een nieuw bericht over een van je foto’s.'],
    ['de', 'Du hast eine neue Nachricht zu einem deiner Fotos.'],
    ['it', 'Hai un nuovo messaggio a proposito di una delle tue foto.'],
    ['fr', 'Tu as un nouveau message à propos d’une de tes photos.'],
    ['es', 'Tienes un mensaje nuevo sobre una de tus fotos.'],
    ['pl', 'Nowa wiadomość: ktoś pisze o\u00a0jednym z\u00a0twoich zdjęć.'],
  ])('is in the language of the account: %s', async (locale, body) => {
    const { browser, bas, id, photo } = await aWrittenReader(locale);
    await send(bas, id, 'Hello', as(bas), { photo });
    await eventually(() => browser.received.length).toBe(1);
    expect(bodyOf(browser)).toBe(body);
  });
});

describe('a like and a match', () => {
  test('are pushed to the one who did not make them, a match as a match alone', async () => {
    const [noor, bas] = [await aReader({ locale: 'en' }), await aReader({ locale: 'en' })];
    await like(bas.member, noor.member);
    await eventually(() => noor.browser.received.length).toBe(1);
    expect(noor.browser.received[0]?.note).toMatchObject({
      type: 'like',
      tag: 'likes',
      url: '/likes/liked_by',
      body: 'Somebody likes you.',
      unread: 1,
    });
    await like(noor.member, bas.member);
    await eventually(() => bas.browser.received.length).toBe(1);
    expect(bas.browser.received[0]?.note).toMatchObject({ type: 'match', tag: 'matches', url: `/members/${noor.member.id}` });
    await untilNothingPending(noor.member);
    expect(noor.browser.posts).toBe(1);
  });

  test('are one push for several, and a like withdrawn before it goes out is none', async () => {
    const { member, browser } = await aReader({ locale: 'en' });
    await quietAt(member.id, 'now');
    const likers = await Promise.all([1, 2, 3].map(() => aMember(fixture.db)));
    for (const liker of likers) await like(liker, member);
    await eventually(async () => (await rowsOf(member)).map(({ count }) => count)).toEqual([3]);
    await as(likers[0] ?? member).delete('/api/likes.php', { profile: member.id });
    await quietAt(member.id, 'never');
    await becomeDue();
    await fixture.product.worker.scheduled();
    expect(browser.received.map(({ note }) => note.body)).toEqual(['2 people like you.']);

    await quietAt(member.id, 'now');
    await like(likers[0] ?? member, member);
    await as(likers[0] ?? member).delete('/api/likes.php', { profile: member.id });
    await untilNothingPending(member);
    await quietAt(member.id, 'never');
    await becomeDue();
    await fixture.product.worker.scheduled();
    expect([browser.posts, await rowsOf(member)]).toEqual([1, []]);
  });
});

/** Sets the quiet hours of a member from an hour ago until an hour from now in their time zone, or to none. */
async function quietAt(memberId: string, when: 'now' | 'never') {
  const clock = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);
  const [quietFrom, quietTo] = when === 'now' ? [clock(-1), clock(1)] : [null, null];
  const row = { memberId, quietFrom, quietTo };
  await fixture.db.insert(notificationSettings).values(row).onConflictDoUpdate({ target: notificationSettings.memberId, set: row });
}

describe('what a member has chosen', () => {
  test.each(['never', 'daily', 'weekly'])('messages by push %s: none goes out at once, and nothing is left of it', async (push) => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    await fixture.db.insert(notificationSettings).values({ memberId: member.id, matrix: { message: { push } } });
    await send(bas, id);
    await untilNothingPending(member);
    expect([browser.posts, await rowsOf(member)]).toEqual([0, []]);
  });

  test('in quiet hours it waits for their end, and what was read meanwhile never comes', async () => {
    const [noor, eva] = [await aReaderWithConversation(), await aReaderWithConversation()];
    for (const { member, bas, id } of [noor, eva]) {
      await quietAt(member.id, 'now');
      await send(bas, id);
      await untilNothingPending(member);
      const [row] = await rowsOf(member);
      expect((row?.dueAt ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
      expect((row?.dueAt ?? 0) - Date.now()).toBeLessThanOrEqual(HOUR);
      await quietAt(member.id, 'never');
    }
    await as(eva.member).put('/api/chat.php', { conversation: { id: eva.id }, read_to: 1 });
    await becomeDue();
    expect(await Promise.all([fixture.product.worker.scheduled(), fixture.product.worker.scheduled()])).toEqual(['ok', 'ok']);
    expect([noor.browser.received.length, eva.browser.posts]).toEqual([1, 0]);
    expect([...(await rowsOf(noor.member)), ...(await rowsOf(eva.member))]).toEqual([]);
  });
});

type Talk = Awaited<ReturnType<typeof aReaderWithConversation>>;
/** What may happen to a member while a push waits for them, after which they get none. */
const HAPPENINGS: Readonly<Record<string, (talk: Talk) => PromiseLike<unknown>>> = {
  'they have blocked the sender': ({ member, bas }) => aBlock(fixture.db, member.id, bas.id),
  'the sender has blocked them': ({ member, bas }) => aBlock(fixture.db, bas.id, member.id),
  'they are banned': ({ member }) => changeMember(fixture.db, member.id, { status: 'banned' }),
  'the sender is banned': ({ bas }) => changeMember(fixture.db, bas.id, { status: 'banned' }),
  'they have logged out': ({ member }) => as(member).get('/api/logout.php'),
  'they have deleted the account': ({ member }) => as(member).delete('/api/user.php', { password: PASSWORD }),
};

test('a member gets no push if meanwhile a block, a ban, a logout or the end of the account has come between', async () => {
  const played = await Promise.all(
    Object.entries(HAPPENINGS).map(async ([name, happen]) => {
      const talk = await aReaderWithConversation();
      await quietAt(talk.member.id, 'now');
      await send(talk.bas, talk.id);
      await untilNothingPending(talk.member);
      expect(await rowsOf(talk.member)).toHaveLength(1);
      await happen(talk);
      await quietAt(talk.member.id, 'never');
      return { name, talk };
    }),
  );
  await becomeDue();
  await fixture.product.worker.scheduled();
  const left = async ({ name, talk }: (typeof played)[number]) => [name, talk.browser.posts, await rowsOf(talk.member)];
  expect(await Promise.all(played.map(left))).toEqual(played.map(({ name }) => [name, 0, []]));
});

test('pushes of other features go out by the sweep: account events while they are unread, a summary while it holds something', async () => {
  const { member, browser } = await aReader({ locale: 'en' });
  const at = Date.now();
  const row = { memberId: member.id, createdAt: at, dueAt: at };
  await fixture.db.batch([
    fixture.db
      .insert(accountNotifications)
      .values({ id: newId(), memberId: member.id, kind: 'account', event: 'new_device', createdAt: at }),
    fixture.db.insert(pushes).values({ id: newId(), kind: 'account', tag: 'account', ...row }),
    fixture.db.insert(pushes).values({ id: newId(), kind: 'summary', tag: 'summary', ...row }),
  ]);
  await fixture.product.worker.scheduled();
  expect(browser.received.map(({ note: { type, url, tag } }) => [type, url, tag])).toEqual([['account', '/notifications', 'account']]);
  expect(await rowsOf(member)).toEqual([]);
  await fixture.db.insert(notificationSettings).values({ memberId: member.id, matrix: { account: { push: 'daily' } } });
  await fixture.db.insert(pushes).values({ id: newId(), kind: 'summary', tag: 'summary', ...row });
  await fixture.product.worker.scheduled();
  expect(browser.received.map(({ note: { type } }) => type)).toEqual(['account', 'summary']);
});

describe('while the room server is unreachable', () => {
  test('a message is pushed by the first sweep that does not reach it either, and not again when it is back', async () => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    await send(bas, id, 'Hello', apiClient(fixture.workerWithoutRooms.url, bas.cookie));
    expect(browser.posts).toBe(0);
    await becomeDue();
    await fixture.workerWithoutRooms.scheduled();
    expect(browser.received.length).toBe(1);
    await becomeDue();
    await fixture.workerWithoutRooms.scheduled();
    await becomeDue();
    await fixture.product.worker.scheduled();
    await untilNothingPending(member);
    expect(browser.posts).toBe(1);
  });

  test('a member who has read it by polling until then gets no push', async () => {
    const { member, browser, bas, id } = await aReaderWithConversation();
    await send(bas, id, 'Hello', apiClient(fixture.workerWithoutRooms.url, bas.cookie));
    await apiClient(fixture.workerWithoutRooms.url, member.cookie).put('/api/chat.php', { conversation: { id }, read_to: 1 });
    await becomeDue();
    await fixture.workerWithoutRooms.scheduled();
    expect(browser.posts).toBe(0);
  });
});

test('the site tells browsers its public key', async () => {
  expect((await apiClient(fixture.product.url).get('/api/settings.php')).at('push_pub')).toBe(TEST_VAPID.VAPID_PUBLIC_KEY);
});
