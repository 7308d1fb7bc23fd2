import { expect, onTestFinished, test } from 'vitest';
import { roomNameOf, signTicket, TICKET_MS } from '#room/tokens';
import { newId } from '../../support/database/factories.ts';
import { openRoomSocket } from '../../support/product/room-socket.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { startWorker, UNREACHABLE_HOST } from '../../support/product/test-worker.ts';

const SECRET = TEST_SECRETS.PARTY_SECRET;

test('a room does not take up the offer to compress frames', async () => {
  // Sockets come to the Worker at once: what stands for the edge on a developer's machine has flags of its own.
  const worker = await startWorker({ dbUrl: `http://${UNREACHABLE_HOST}`, hasRooms: true, isDirect: true });
  onTestFinished(worker.end);
  const member = newId();
  const room = await roomNameOf(SECRET, member);
  const claims = { id: newId(), room, member, session: newId(), origin: worker.url, expires_at: Date.now() + TICKET_MS };
  const address = `${worker.url.replace('http', 'ws')}/parties/member-room/${room}?ticket=${await signTicket(SECRET, claims)}`;
  const socket = openRoomSocket(address, worker.url);
  expect(await socket.opened).toBe(true);
  expect(socket.extensions()).toBe('');
  socket.close();
});
