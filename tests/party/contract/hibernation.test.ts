import { expect, it } from 'vitest';
import type { RoomPost } from '#contract/realtime';
import { roomsFixture } from '../rooms-fixture.ts';

const rooms = roomsFixture();
const userChanged: RoomPost = { kind: 'events', events: [{ type: 'user.changed' }] };

it('a room that hibernates keeps its events, its devices and what they view, and used tickets', async () => {
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
