import { describe, expect, it } from 'vitest';
import type { RoomPost } from '#contract/realtime';
import { enterRoom, randomId, roomsFixture } from './rooms-fixture.ts';

// Rooms in the Worker take no posts from outside.
const userChanged: RoomPost = { kind: 'events', events: [{ type: 'user.changed' }] };
const rooms = roomsFixture();
const MEGABYTE = 1024 * 1024;

describe('a post is accepted', () => {
  it('with the secret, and answered with the sockets of the room', async () => {
    const { room } = await rooms.memberWithRoom();
    expect(await rooms.post(room, userChanged)).toEqual({ sockets: 0, viewing: [], is_online: false });
    expect(await (await rooms.request(room, {})).json()).toEqual({ ok: true });
  });

  it.each([
    ['nothing', null],
    ['another secret', 'another'],
    ['an empty one', ''],
  ])('not with %s', async (_, secret) => {
    const { room } = await rooms.memberWithRoom();
    expect((await rooms.request(room, { method: 'POST', body: JSON.stringify(userChanged) }, secret)).status).toBe(401);
    expect((await rooms.request(room, {}, secret)).status).toBe(401);
  });

  it.each([
    ['no JSON', '{'],
    ['an unknown kind', '{"kind":"shout"}'],
    ['an unknown event', '{"kind":"events","events":[{"type":"user.deleted"}]}'],
    ['a wrong field', '{"kind":"events","events":[{"type":"credits.changed","credits":"7"}]}'],
    [
      'more than a hundred events',
      JSON.stringify({ kind: 'events', events: Array.from({ length: 101 }, () => ({ type: 'user.changed' })) }),
    ],
  ])('not when it holds %s: 422, and nothing is sent', async (_, body) => {
    const { room } = await rooms.memberWithRoom();
    const socket = await enterRoom(rooms, room);
    expect((await rooms.request(room, { method: 'POST', body })).status).toBe(422);
    await rooms.post(room, userChanged);
    expect(await socket.untilFrames(1)).toMatchObject([{ type: 'user.changed', seq: 1 }]);
    socket.close();
  });
});

describe.concurrent('a post from outside', () => {
  it.each([
    ['without the secret', null],
    ['with a wrong one', randomId()],
    ['with the secret of something else', `${randomId()}, Bearer`],
  ])('%s is refused unread, whatever its size', async (_, secret) => {
    const { room } = await rooms.memberWithRoom();
    const socket = await enterRoom(rooms, room);
    const body = JSON.stringify({ kind: 'purge', filler: 'x'.repeat(4 * MEGABYTE) });
    // A client that is still sending may get a closed connection instead of the answer.
    const outcome = await rooms.request(room, { method: 'POST', body }, secret).then(
      ({ status }) => status,
      () => 'cut',
    );
    expect([401, 'cut']).toContain(outcome);
    await rooms.post(room, userChanged);
    expect(await socket.untilFrames(1)).toMatchObject([{ type: 'user.changed', seq: 1 }]);
    socket.close();
  });

  it.each([
    ['nothing', ''],
    ['bytes', '\u0000\uFFFD'],
    ['a list', '[]'],
    ['no room to answer to', JSON.stringify({ kind: 'watch', conversation: randomId(), is_on: true })],
    ['an id that is none', JSON.stringify({ kind: 'pass.revoked', conversation: '../..' })],
    ['one bad event among good ones', JSON.stringify({ kind: 'events', events: [{ type: 'user.changed' }, { type: 'typing' }] })],
    ['eight megabytes of nonsense', JSON.stringify({ kind: 'events', events: 'x'.repeat(8 * MEGABYTE) })],
  ])('that holds %s is 422 and changes nothing', async (_, body) => {
    const { room } = await rooms.memberWithRoom();
    expect((await rooms.request(room, { method: 'POST', body })).status).toBe(422);
    await rooms.post(room, userChanged);
    const socket = await enterRoom(rooms, room, { since: 0 });
    expect(await socket.untilFrames(1)).toMatchObject([{ seq: 1 }]);
    socket.close();
  });
});
