import { describe, expect, it } from 'vitest';
import type { RoomPost } from '#contract/realtime';
import { enterRoom, ORIGIN, roomsFixture } from '../rooms-fixture.ts';

const userChanged: RoomPost = { kind: 'events', events: [{ type: 'user.changed' }] };
const rooms = roomsFixture();

describe('a room opens to', () => {
  it('a ticket for it, and answers ping with pong', async () => {
    const { room } = await rooms.memberWithRoom();
    const socket = await enterRoom(rooms, room);
    await expect.poll(() => socket.texts).toEqual(['pong']);
    expect(await rooms.post(room, userChanged)).toMatchObject({ sockets: 1 });
    socket.close();
    expect(await rooms.untilAnswer(room, ({ sockets }) => sockets === 0)).toMatchObject({ sockets: 0 });
  });

  it.each([
    ['an expired ticket', { expires_at: Date.now() - 1 }, {}],
    ['a ticket of another room', { room: 'another-room' }, {}],
    ['a ticket from another origin', {}, { origin: 'https://vonk.example.evil' }],
    ['a ticket of http where https is meant', { origin: 'http://vonk.example' }, { origin: ORIGIN }],
  ])('not to %s', async (_, claims, visit) => {
    const { room } = await rooms.memberWithRoom();
    const socket = rooms.connect(room, await rooms.ticket({ room, ...claims }), visit);
    expect(await socket.opened).toBe(false);
  });

  it('not to a forged ticket, nor without one', async () => {
    const { room } = await rooms.memberWithRoom();
    const ticket = await rooms.ticket({ room });
    for (const forged of [`x${ticket}`, ticket.slice(0, -2), '']) expect(await rooms.connect(room, forged).opened).toBe(false);
  });

  it('only one of ten sockets that use the same ticket at once', async () => {
    const { room } = await rooms.memberWithRoom();
    const ticket = await rooms.ticket({ room });
    const sockets = Array.from({ length: 10 }, () => rooms.connect(room, ticket));
    await Promise.all(sockets.map(({ opened }) => opened));
    expect(await rooms.untilAnswer(room, ({ sockets: open }) => open === 1)).toMatchObject({ sockets: 1 });
    await rooms.post(room, userChanged);
    await expect.poll(() => sockets.filter(({ texts }) => texts.length > 0)).toHaveLength(1);
    for (const socket of sockets) socket.close();
  });

  it('two devices with the same connection id, and tells them apart', async () => {
    const { room } = await rooms.memberWithRoom();
    const [other, ended] = await Promise.all(
      ['other', 'ended'].map((session) => enterRoom(rooms, room, { session, connectionId: 'same' })),
    );
    expect(await rooms.post(room, { kind: 'events', events: [{ type: 'session.ended', session: 'ended' }] })).toMatchObject({ sockets: 1 });
    expect(await ended?.closed).toMatchObject({ code: 4403 });
    await rooms.post(room, userChanged);
    expect(await other?.untilFrames(1)).toMatchObject([{ type: 'user.changed' }]);
    other?.close();
  });
});
