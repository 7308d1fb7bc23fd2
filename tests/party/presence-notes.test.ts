import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, type TestContext } from 'vitest';
import { reportPresence } from '#contract/session';
import { type PresenceNote, readPresenceNote } from '#room/tokens';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { listen } from '../support/servers/listen.ts';
import { enterRoom, roomsFixture } from './rooms-fixture.ts';

const rooms = roomsFixture();

/**
 * Starts a server that receives presence notes as the Worker does, until the test ends. It drops the connections of the first `lost` notes,
 * and those of all notes while it is down.
 */
async function aWorker({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, { lost = 0 } = {}) {
  const state = { isDown: false };
  const notes: (PresenceNote | null)[] = [];
  let received = 0;
  const server = createServer(async (request, response) => {
    expect(`${request.method} ${request.url}`).toBe(`${reportPresence.method} ${reportPresence.path}`);
    const { note } = JSON.parse(await text(request));
    received += 1;
    if (state.isDown || received <= lost) {
      request.socket.destroy();
      return;
    }
    notes.push(await readPresenceNote(TEST_SECRETS.PARTY_SECRET, note, Date.now()));
    response.writeHead(204).end();
  });
  const { url, stop } = await listen(server, 'http');
  onTestFinished(stop);
  return { notes, site: url, state, received: () => received };
}

// Side by side, as each waits for seconds until its room sends a note.
it.concurrent('a room notifies the Worker when its member goes offline and online again', async ({ expect, onTestFinished }) => {
  const { notes, site } = await aWorker({ onTestFinished });
  const { member, room } = await rooms.memberWithRoom();
  const before = Date.now();
  const first = await enterRoom(rooms, room, { member, site });
  await rooms.post(room, { kind: 'hidden' });
  first.close();
  await expect.poll(() => notes).toMatchObject([{ member, is_online: false }]);
  expect(notes[0]?.at).toBeGreaterThanOrEqual(before);
  const second = await enterRoom(rooms, room, { member, site });
  await expect.poll(() => notes.length).toBe(2);
  expect(notes[1]).toMatchObject({ member, is_online: true });
  expect(await rooms.post(room, { kind: 'events', events: [] })).toMatchObject({ is_online: true });
  second.close();
});

it.concurrent('a room sends a note again that the Worker has not taken', async ({ expect, onTestFinished }) => {
  const { notes, site } = await aWorker({ onTestFinished }, { lost: 2 });
  const { member, room } = await rooms.memberWithRoom();
  const socket = await enterRoom(rooms, room, { member, site });
  await rooms.post(room, { kind: 'hidden' });
  socket.close();
  await expect.poll(() => notes).toMatchObject([{ member, is_online: false }]);
});

it.concurrent('a room does not send a note again once it has sent a later one', async ({ expect, onTestFinished }) => {
  const { notes, site, state, received } = await aWorker({ onTestFinished });
  state.isDown = true;
  const { member, room } = await rooms.memberWithRoom();
  const first = await enterRoom(rooms, room, { member, site });
  await rooms.post(room, { kind: 'hidden' });
  first.close();
  await expect.poll(received).toBeGreaterThan(0);
  const second = await enterRoom(rooms, room, { member, site });
  await rooms.untilAnswer(room, (answer) => answer.is_online === true);
  state.isDown = false;
  await expect.poll(() => notes).toMatchObject([{ member, is_online: true }]);
  await rooms.post(room, { kind: 'hidden' });
  second.close();
  await expect.poll(() => notes.map((note) => note?.is_online)).toEqual([true, false]);
});
