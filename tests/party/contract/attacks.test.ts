import { describe, expect, it } from 'vitest';
import { enterRoom, expectOthersWork, roomsFixture, threeDevices } from '../rooms-fixture.ts';

const rooms = roomsFixture();
const userChanged = { kind: 'events' as const, events: [{ type: 'user.changed' as const }] };
const MEGABYTE = 1024 * 1024;

describe.concurrent('a socket that attacks a room is closed, and no other', () => {
  it('with just under the megabyte that the runtime takes: 1009', async () => {
    const devices = await threeDevices(rooms);
    devices.bad.send('x'.repeat(MEGABYTE - 1));
    await expectOthersWork(rooms, devices);
    expect(await devices.bad.closed).toMatchObject({ code: 1009 });
  });

  it('with ten thousand frames in a second: 1008 after twenty frames in one second', async () => {
    const devices = await threeDevices(rooms);
    for (let number = 0; number < 10_000; number += 1) devices.bad.send('ping');
    await expectOthersWork(rooms, devices);
    expect(await devices.bad.closed).toMatchObject({ code: 1008 });
    expect(devices.bad.texts.filter((text) => text === 'pong').length).toBeLessThanOrEqual(40);
  });

  it.each([
    ['JSON that is no object', '[]'],
    ['a word', 'pong'],
    ['deep nesting', '['.repeat(2000) + ']'.repeat(2000)],
    ['an event of the room itself', JSON.stringify({ type: 'session.ended', session: 'session-1' })],
    ['a key that changes prototypes', '{"__proto__":{"type":"typing"},"constructor":1}'],
  ])('with %s: 1007 or 1008', async (_, message) => {
    const devices = await threeDevices(rooms);
    devices.bad.send(message);
    expect([1007, 1008]).toContain((await devices.bad.closed).code);
    await expectOthersWork(rooms, devices);
  });
});

describe.concurrent('a `since` that no page would send', () => {
  it.each(['3', '1e99', '-1', 'NaN', 'Infinity', '-Infinity', '1.5', 'x', '9007199254740993'])(
    'gets resync and then all later events: %s',
    async (since) => {
      const { room } = await rooms.memberWithRoom();
      await rooms.post(room, { kind: 'events', events: [{ type: 'user.changed' }, { type: 'user.changed' }] });
      const socket = await enterRoom(rooms, room, { since });
      await rooms.post(room, userChanged);
      expect(await socket.untilFrames(2)).toMatchObject([{ type: 'resync' }, { type: 'user.changed', seq: 3 }]);
      socket.close();
    },
  );
});
