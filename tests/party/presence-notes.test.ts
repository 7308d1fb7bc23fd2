import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { notePresence } from '#contract/session';
import { type PresenceNote, readPresenceNote } from '#room/tokens';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { listen } from '../support/servers/listen.ts';
import { enterRoom, roomsFixture } from './rooms-fixture.ts';

const rooms = roomsFixture();

/** Starts a server that receives presence notes as the Worker does. */
async function aWorker() {
  const notes: (PresenceNote | null)[] = [];
  const server = createServer(async (request, response) => {
    expect(`${request.method} ${request.url}`).toBe(`${notePresence.method} ${notePresence.path}`);
    const { note } = JSON.parse(await text(request));
    notes.push(await readPresenceNote(TEST_SECRETS.PARTY_SECRET, note, Date.now()));
    response.writeHead(204).end();
  });
  const { url, stop } = await listen(server, 'http');
  onTestFinished(stop);
  return { notes, site: url };
}

it('a room notifies the Worker when its member goes offline and online again', async () => {
  const { notes, site } = await aWorker();
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
