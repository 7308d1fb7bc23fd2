import { describe, expect, it } from 'vitest';
import { enterRoom, expectOthersWork, randomId, roomsFixture, threeDevices } from './rooms-fixture.ts';

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
