import { describe, expect, it } from 'vitest';
import type { RoomPost } from '#contract/realtime';
import { enterRoom, expectOthersWork, roomsFixture, threeDevices } from '../rooms-fixture.ts';

const rooms = roomsFixture();
const userChanged: RoomPost = { kind: 'events', events: [{ type: 'user.changed' }] };
const MEGABYTE = 1024 * 1024;

// Side by side, as most wait ten seconds for the hibernation of their room: only then the local runtime closes a connection that has sent
// nothing, or too much.
describe.concurrent('a room closes', () => {
  it('the second socket with a ticket by 4401 before it received anything, and leaves the first', async () => {
    const { room } = await rooms.memberWithRoom();
    const ticket = await rooms.ticket({ room });
    const first = rooms.connect(room, ticket);
    await first.opened;
    const second = rooms.connect(room, ticket, { since: 0 });
    await second.opened;
    expect(await rooms.post(room, userChanged)).toMatchObject({ sockets: 1 });
    expect(await first.untilFrames(1)).toMatchObject([{ type: 'user.changed', seq: 1 }]);
    expect(await rooms.closingAfterPurge(room, second)).toMatchObject({ code: 4401 });
    expect(second.texts).toEqual([]);
    expect(await first.closed).toMatchObject({ code: 4403 });
  });

  it.each([
    ['text', () => 'x'.repeat(33 * MEGABYTE)],
    ['bytes', () => new ArrayBuffer(33 * MEGABYTE)],
  ])('a socket that sent 33 MB of %s by 1009, and no other', async (_, message) => {
    const devices = await threeDevices(rooms);
    devices.bad.send(message());
    await expectOthersWork(rooms, devices);
    await rooms.untilAnswer(devices.room, ({ sockets }) => sockets === 0);
    expect(await rooms.closingAfterPurge(devices.room, devices.bad)).toMatchObject({ code: 1009 });
  });

  it('two hundred of three hundred sockets of one member by 1013; another room is not affected', async ({ expect }) => {
    const devices = await threeDevices(rooms);
    const { room } = await rooms.memberWithRoom();
    const sockets = await Promise.all(Array.from({ length: 300 }, async () => rooms.connect(room, await rooms.ticket({ room }))));
    await Promise.all(sockets.map(({ opened }) => opened));
    expect(await rooms.untilAnswer(room, (answer) => answer.sockets === 100)).toMatchObject({ sockets: 100 });
    await expectOthersWork(rooms, devices);
    await rooms.post(room, userChanged);
    await expect.poll(() => sockets.filter(({ texts }) => texts.length > 0).length).toBe(100);
    const [refused] = sockets.filter(({ texts }) => texts.length === 0);
    expect(refused && (await rooms.closingAfterPurge(room, refused))).toMatchObject({ code: 1013 });
    devices.bad.close();
  });

  it('all sockets of a member whose room has moved by 1012, and is empty', async () => {
    const { room } = await rooms.memberWithRoom();
    const sockets = await Promise.all([enterRoom(rooms, room), enterRoom(rooms, room)]);
    await rooms.post(room, userChanged);
    expect(await rooms.post(room, { kind: 'moved' })).toEqual({ sockets: 0, viewing: [], is_online: false });
    for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 1012 });
    await rooms.post(room, userChanged);
    const again = await enterRoom(rooms, room, { since: 0 });
    expect(await again.untilFrames(1)).toMatchObject([{ type: 'user.changed', seq: 1 }]);
    again.close();
  });
});

describe.concurrent('a room that hibernates', () => {
  it('keeps its events, its devices and what they view, and used tickets', async () => {
    const { room } = await rooms.memberWithRoom();
    const ticket = await rooms.ticket({ room, session: 'kept' });
    const socket = rooms.connect(room, ticket);
    const ended = rooms.connect(room, await rooms.ticket({ room, session: 'ended' }), { isHidden: true });
    await Promise.all([socket.opened, ended.opened]);
    socket.send(JSON.stringify({ type: 'viewing', conversation: 'conversation-of-two-01' }));
    await rooms.post(room, { kind: 'events', events: [{ type: 'session.ended', session: 'ended' }, { type: 'user.changed' }] });
    await socket.untilFrames(1);
    // The local runtime closes a connection that has sent nothing only when the room hibernates.
    expect(await ended.closed).toMatchObject({ code: 4403 });
    expect(await rooms.post(room, userChanged)).toEqual({ sockets: 1, viewing: ['conversation-of-two-01'], is_online: true });
    expect(await socket.untilFrames(2)).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    await rooms.connect(room, ticket).opened;
    expect(await rooms.post(room, userChanged)).toMatchObject({ sockets: 1 });
    await rooms.post(room, { kind: 'hidden' });
    socket.send(JSON.stringify({ type: 'seen', is_seen: false }));
    expect(await rooms.untilAnswer(room, (answer) => answer.is_online === false)).toMatchObject({ is_online: false });
    socket.send(JSON.stringify({ type: 'seen', is_seen: true }));
    expect(await rooms.untilAnswer(room, (answer) => answer.is_online === true)).toMatchObject({ is_online: true });
    await rooms.post(room, { kind: 'events', events: [{ type: 'session.ended', session: 'kept' }] });
    expect(await socket.closed).toMatchObject({ code: 4403 });
  });
});
