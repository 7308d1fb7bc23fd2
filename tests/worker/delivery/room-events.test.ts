import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventOutbox } from '#db/schema/index';
import { aLike, aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { roomConnections } from '../../support/product/connect-to-room.ts';
import { openRoomSocket, type RoomSocket } from '../../support/product/room-socket.ts';
import { roomsOfThisFile } from '../../support/product/rooms-of-file.ts';
import { testSite } from '../../support/product/test-site.ts';

const site = testSite({}, roomsOfThisFile());
const { as } = site;
const connect = roomConnections(site);

const open = async (from: TestMember, to: TestMember) => String((await as(from).get(`/api/chat.php?profile=${to.id}`)).at('id'));
const send = (from: TestMember, id: string, text: string) =>
  as(from).post('/api/chat.php', { conversation: { id }, message: { client_id: newId(), text } });
const untilDelivered = async () => {
  await expect.poll(() => site.db.select().from(eventOutbox)).toEqual([]);
};

describe('a message', () => {
  test('reaches every device of both members as one event with their own unread counts; the sender also gets the new balance', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db, { credits: 2 }), aMember(site.db)]);
    const id = await open(noor, bas);
    const [noorSocket, phone, laptop] = await Promise.all([connect(noor), connect(bas), connect(bas)]);
    const sent = await send(noor, id, 'Hello Bas');
    const message = sent.at('message');
    const stamp = { seq: 1, at: expect.stringMatching(/Z$/) };
    expect(await noorSocket.untilFrames(2)).toEqual([
      { type: 'message.sent', message, unread: { conversation: 0, total: 0 }, ...stamp },
      { type: 'credits.changed', credits: 1, ...stamp, seq: 2 },
    ]);
    for (const socket of [phone, laptop]) {
      const unread = { conversation: 1, total: 1, unseen_notifications: 1 };
      expect(await socket.untilFrames(1)).toEqual([{ type: 'message.sent', message, unread, ...stamp }]);
    }
    await untilDelivered();
  });

  test('waits in the room for a member who is not connected, and comes in order', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db)]);
    await aMatch(site.db, noor.id, bas.id);
    const id = await open(noor, bas);
    for (const text of ['One', 'Two', 'Three']) {
      await send(noor, id, text);
      await untilDelivered();
    }
    const frames = await (await connect(bas, 0)).untilFrames(3);
    expect(frames).toMatchObject(
      [1, 2, 3].map((seq) => ({ type: 'message.sent', seq, message: { seq }, unread: { conversation: seq, total: seq } })),
    );
  });

  test('repeated under its client_id is one event, and a refused one is none', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db, { credits: 1 }), aMember(site.db)]);
    const id = await open(noor, bas);
    const socket = await connect(bas);
    const body = { conversation: { id }, message: { client_id: newId(), text: 'Hello' } };
    for (let times = 0; times < 3; times += 1) await as(noor).post('/api/chat.php', body);
    expect((await send(noor, id, 'Too dear')).status).toBe(402);
    expect((await send(bas, id, 'An answer')).status).toBe(201);
    expect((await socket.untilFrames(2)).map(({ message }) => Object(message).text)).toEqual(['Hello', 'An answer']);
  });
});

describe('reading and deleting', () => {
  test('send the read mark to both members, to the reader with their unread counts, and only when the mark moves', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db)]);
    await aMatch(site.db, noor.id, bas.id);
    const id = await open(noor, bas);
    await send(bas, id, 'One');
    await send(bas, id, 'Two');
    await untilDelivered();
    const [noorSocket, basSocket] = await Promise.all([connect(noor), connect(bas)]);
    for (const readTo of [1, 1, 0, 2]) await as(noor).put('/api/chat.php', { conversation: { id }, read_to: readTo });
    await untilDelivered();
    const read = (to: number) => ({ type: 'messages.read', conversation: id, reader: noor.id, to });
    const frames = await noorSocket.untilFrames(2);
    expect(frames).toMatchObject([
      { ...read(1), unread: { conversation: 1, total: 1 } },
      { ...read(2), unread: { conversation: 0, total: 0 } },
    ]);
    const basFrames = await basSocket.untilFrames(2);
    expect(basFrames).toMatchObject([read(1), read(2)]);
    expect(basFrames.some((frame) => 'unread' in frame)).toBe(false);
    expect([noorSocket.frames().length, basSocket.frames().length]).toEqual([2, 2]);
  });

  test('send the deletion of a conversation to its member alone', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db)]);
    await aMatch(site.db, noor.id, bas.id);
    const id = await open(noor, bas);
    await send(bas, id, 'One');
    await untilDelivered();
    const [noorSocket, basSocket] = await Promise.all([connect(noor), connect(bas)]);
    await as(noor).delete('/api/chat.php', { conversation: { id } });
    expect(await noorSocket.untilFrames(1)).toMatchObject([{ type: 'chat.deleted', conversation: id }]);
    await untilDelivered();
    expect(basSocket.frames()).toEqual([]);
  });
});

/** Longer than the second (in ms) within which further changes of likes are sent as counts only. */
const BADGE_COALESCING_MS = 1100;

describe('likes', () => {
  test('reach the liked member with the badge, a match reaches both, an unlike the liked member', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db, { name: 'Bas' })]);
    const [noorSocket, basSocket] = await Promise.all([connect(noor), connect(bas)]);
    await as(noor).post('/api/likes.php', { profile: bas.id });
    expect(await basSocket.untilFrames(1)).toMatchObject([
      { type: 'like.received', profile: { id: noor.id }, badge: { unread_messages: 0, new_likes: 1 } },
    ]);
    await as(bas).post('/api/likes.php', { profile: noor.id });
    expect(await noorSocket.untilFrames(2)).toMatchObject([
      { type: 'like.received', profile: { id: bas.id } },
      { type: 'match.made', profile: { id: bas.id } },
    ]);
    expect((await basSocket.untilFrames(2))[1]).toMatchObject({ type: 'match.made', profile: { id: noor.id, name: 'Noor' } });
    await untilDelivered();
    await pause(BADGE_COALESCING_MS);
    await as(noor).delete('/api/likes.php', { profile: bas.id });
    expect((await basSocket.untilFrames(3))[2]).toMatchObject({
      type: 'like.withdrawn',
      profile: { id: noor.id },
      badge: { new_likes: 0 },
    });
  });

  test('that change fifty times end in the last state, sent as one like, one match and counts once a second', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db)]);
    await aLike(site.db, bas.id, noor.id);
    const [noorSocket, basSocket] = await Promise.all([connect(noor), connect(bas)]);
    const before = Date.now();
    for (let times = 0; times < 25; times += 1) {
      await as(noor).post('/api/likes.php', { profile: bas.id });
      await as(noor).delete('/api/likes.php', { profile: bas.id });
    }
    await as(noor).post('/api/likes.php', { profile: bas.id });
    await untilDelivered();
    await pause(BADGE_COALESCING_MS);
    const typesOf = (socket: RoomSocket, wanted: string) => socket.frames().filter(({ type }) => type === wanted);
    // A room has its events before its sockets have received them.
    await expect.poll(() => basSocket.frames().at(-1)).toMatchObject({ type: 'badge.changed', new_likes: 1 });
    await expect.poll(() => typesOf(noorSocket, 'match.made').length).toBeGreaterThan(0);
    const seconds = Math.ceil((Date.now() - before) / 1000);
    expect([
      typesOf(basSocket, 'like.received').length,
      typesOf(basSocket, 'match.made').length,
      typesOf(noorSocket, 'match.made').length,
    ]).toEqual([1, 1, 1]);
    expect(typesOf(basSocket, 'badge.changed').length).toBeLessThanOrEqual(seconds);
    expect(basSocket.frames().length).toBeLessThanOrEqual(seconds + 3);
    expect((await as(bas).get('/api/likes.php')).at('totals')).toEqual({ profiles: 1, liked_by: 1, matches: 1, new_likes: 1 });
  });

  test('that are seen on one device lower the badge on all devices of that member and on no other', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db)]);
    await as(bas).post('/api/likes.php', { profile: noor.id });
    await untilDelivered();
    const [phone, laptop, basSocket] = await Promise.all([connect(noor), connect(noor), connect(bas)]);
    await as(noor).put('/api/likes.php', { profile: bas.id });
    for (const socket of [phone, laptop]) {
      expect(await socket.untilFrames(1)).toMatchObject([{ type: 'badge.changed', unread_messages: 0, new_likes: 0 }]);
    }
    await untilDelivered();
    expect(basSocket.frames()).toEqual([]);
  });
});

describe('the ticket of a room', () => {
  test('is valid once, for one member and this site, within a minute', async () => {
    const [noor, bas] = await Promise.all([aMember(site.db), aMember(site.db)]);
    const [room, other] = [await as(noor).get('/api/room.php'), await as(bas).get('/api/room.php')];
    expect(Date.parse(String(room.at('expires_at'))) - Date.now()).toBeLessThanOrEqual(60_000);
    expect(room.at('room')).not.toBe(other.at('room'));
    const connectTo = (name: unknown, origin = site.url) =>
      openRoomSocket(`ws://${room.at('host')}/parties/${room.at('party')}/${name}?ticket=${room.at('ticket')}`, origin);
    expect(await connectTo(other.at('room')).opened).toBe(false);
    expect(await connectTo(room.at('room'), 'https://elsewhere.example').opened).toBe(false);
    const first = connectTo(room.at('room'));
    expect(await first.opened).toBe(true);
    const second = connectTo(room.at('room'));
    await second.opened;
    await as(bas).post('/api/likes.php', { profile: noor.id });
    expect(await first.untilFrames(1)).toMatchObject([{ type: 'like.received' }]);
    await untilDelivered();
    expect(second.texts).toEqual([]);
    first.close();
  });

  test('is refused to a visitor, and its socket ends with the session', async () => {
    expect((await site.visitor.get('/api/room.php')).at('error.code')).toBe('signed_out');
    const noor = await aMember(site.db);
    const socket = await connect(noor);
    expect((await as(noor).get('/api/logout.php')).body).toBe('done');
    expect(await socket.untilFrames(1)).toMatchObject([{ type: 'session.ended' }]);
  });
});
