import { describe, expect, it } from 'vitest';
import { card, messageChanged, messageSent } from '../../room/event-samples.ts';
import { enterRoom, randomId, roomsFixture } from '../rooms-fixture.ts';

const credits = (amount: number) => ({ type: 'credits.changed' as const, credits: amount });
const postCredits = (room: string, ...amounts: number[]) => rooms.post(room, { kind: 'events', events: amounts.map(credits) });
const rooms = roomsFixture();

describe('events', () => {
  it('are numbered, dated and reach every device in order', async () => {
    const { room } = await rooms.memberWithRoom();
    const [phone, laptop] = await Promise.all([enterRoom(rooms, room), enterRoom(rooms, room)]);
    expect(await postCredits(room, 3, 2, 1)).toMatchObject({ sockets: 2 });
    for (const socket of [phone, laptop]) {
      expect(await socket.untilFrames(3)).toEqual(
        [3, 2, 1].map((amount, index) => ({ ...credits(amount), seq: index + 1, at: expect.stringMatching(/^\d{4}-.*Z$/) })),
      );
      socket.close();
    }
  });

  it('that were missed are sent after a reconnect, or resync if they are not stored', async () => {
    const { room } = await rooms.memberWithRoom();
    const first = await enterRoom(rooms, room);
    await postCredits(room, 1, 2);
    await first.untilFrames(2);
    first.close();
    await first.closed;
    await postCredits(room, 3, 4);
    const again = await enterRoom(rooms, room, { since: 2 });
    expect(await again.untilFrames(2)).toMatchObject([
      { seq: 3, credits: 3 },
      { seq: 4, credits: 4 },
    ]);
    const ahead = await enterRoom(rooms, room, { since: 5 });
    expect(await ahead.untilFrames(1)).toEqual([{ type: 'resync' }]);
    again.close();
    ahead.close();
  });

  it('are stored up to two hundred', async () => {
    const { room } = await rooms.memberWithRoom();
    for (let block = 0; block < 3; block += 1) await postCredits(room, ...Array.from({ length: 70 }, (_, index) => index));
    const complete = await enterRoom(rooms, room, { since: 10 });
    const incomplete = await enterRoom(rooms, room, { since: 9 });
    expect((await complete.untilFrames(200)).map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 11));
    expect(await incomplete.untilFrames(1)).toEqual([{ type: 'resync' }]);
    complete.close();
    incomplete.close();
  });

  it('coalesce for likes in quick succession', async () => {
    const { room } = await rooms.memberWithRoom();
    const socket = await enterRoom(rooms, room);
    const profile = card(randomId());
    const likes = [1, 2, 3].map((new_likes) => ({ type: 'like.received' as const, profile, badge: { unread_messages: 0, new_likes } }));
    await rooms.post(room, { kind: 'events', events: likes });
    expect(await socket.untilFrames(2)).toMatchObject([
      { type: 'like.received', seq: 1 },
      { type: 'badge.changed', seq: 2, new_likes: 3 },
    ]);
    socket.close();
  });
});

describe('a message whose text was removed', () => {
  it('is replayed without it, and no event is missing', async () => {
    const { room } = await rooms.memberWithRoom();
    await rooms.post(room, { kind: 'events', events: [messageSent(1), credits(1)] });
    await rooms.post(room, { kind: 'events', events: [messageChanged('Removed.')] });
    const phone = await enterRoom(rooms, room, { since: 0 });
    expect(await phone.untilFrames(3)).toMatchObject([
      { type: 'message.sent', seq: 1, message: { text: 'Removed.' } },
      { type: 'credits.changed', seq: 2 },
      { type: 'message.changed', seq: 3, message: { text: 'Removed.' } },
    ]);
    phone.close();
  });
});

describe('the end of a session', () => {
  it('closes its sockets after saying so, and leaves the others', async () => {
    const { room } = await rooms.memberWithRoom();
    const ended = await enterRoom(rooms, room, { session: 'ended' });
    const other = await enterRoom(rooms, room, { session: 'other' });
    expect(await rooms.post(room, { kind: 'events', events: [{ type: 'session.ended', session: 'ended' }] })).toMatchObject({ sockets: 1 });
    expect(await ended.closed).toMatchObject({ code: 4403 });
    expect(ended.frames()).toEqual([{ type: 'session.ended', session: 'ended' }]);
    await postCredits(room, 1);
    expect(await other.untilFrames(1)).toMatchObject([{ type: 'credits.changed' }]);
    other.close();
  });
});

describe('a purge', () => {
  it('closes all sockets and empties the room', async () => {
    const { room } = await rooms.memberWithRoom();
    const socket = await enterRoom(rooms, room);
    await postCredits(room, 1, 2, 3);
    expect(await rooms.post(room, { kind: 'purge' })).toEqual({ sockets: 0, viewing: [], is_online: false });
    expect(await socket.closed).toMatchObject({ code: 4403 });
    const again = await enterRoom(rooms, room, { since: 0 });
    await postCredits(room, 9);
    expect(await again.untilFrames(1)).toMatchObject([{ seq: 1, credits: 9 }]);
    again.close();
  });
});

describe('an invalid frame closes its own socket only', () => {
  it.each([
    ['no JSON', '{', 1007],
    ['an unknown frame', '{"type":"user.changed"}', 1008],
    ['more than 4 KB', 'x'.repeat(5000), 1009],
    ['bytes', new ArrayBuffer(8), 1003],
  ])('%s', async (_, message, code) => {
    const { room } = await rooms.memberWithRoom();
    const [bad, good] = await Promise.all([enterRoom(rooms, room), enterRoom(rooms, room)]);
    bad.send(message);
    expect(await bad.closed).toMatchObject({ code });
    await postCredits(room, 1);
    expect(await good.untilFrames(1)).toHaveLength(1);
    good.close();
  });

  it('more than twenty in a second', async () => {
    const { room } = await rooms.memberWithRoom();
    const good = await enterRoom(rooms, room);
    // Not by `enter`, which has sent a frame already that would count.
    const bad = rooms.connect(room, await rooms.ticket({ room }));
    await bad.opened;
    for (let number = 0; number < 30; number += 1) bad.send('ping');
    expect(await bad.closed).toMatchObject({ code: 1008 });
    expect(bad.texts).toHaveLength(20);
    good.send('ping');
    await expect.poll(() => good.texts).toEqual(['pong', 'pong']);
    good.close();
  });
});
