import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, type TestContext } from 'vitest';
import { notePresence } from '#contract/session';
import { type PresenceNote, readPresenceNote } from '#room/tokens';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { listen } from '../support/servers/listen.ts';
import { enterRoom, roomsFixture } from './rooms-fixture.ts';

const rooms = roomsFixture();

/** Starts a server that receives presence notes as the Worker does, until the test ends. It drops the connections of the first `lost` notes. */
async function aWorker({ onTestFinished }: TestContext, { lost = 0 } = {}) {
  const notes: (PresenceNote | null)[] = [];
  let received = 0;
  const server = createServer(async (request, response) => {
    expect(`${request.method} ${request.url}`).toBe(`${notePresence.method} ${notePresence.path}`);
    const { note } = JSON.parse(await text(request));
    received += 1;
    if (received <= lost) {
      request.socket.destroy();
      return;
    }
    notes.push(await readPresenceNote(TEST_SECRETS.PARTY_SECRET, note, Date.now()));
    response.writeHead(204).end();
  });
  const { url, stop } = await listen(server, 'http');
  onTestFinished(stop);
  return { notes, site: url };
}

it('a room notifies the Worker when its member goes offline and online again', async (context) => {
  const { notes, site } = await aWorker(context);
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

it('a room sends a note again that the Worker has not taken', async (context) => {
  const { notes, site } = await aWorker(context, { lost: 2 });
  const { member, room } = await rooms.memberWithRoom();
  const socket = await enterRoom(rooms, room, { member, site });
  await rooms.post(room, { kind: 'hidden' });
  socket.close();
  await expect.poll(() => notes).toMatchObject([{ member, is_online: false }]);
});
