import { afterAll } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { openRoomSocket, type RoomSocket } from './room-socket.ts';
import type { TestSite } from './test-site.ts';

/**
 * Opens a socket to the room of the member who calls, as a page at `origin` does, with a ticket from room.php. `since` asks for the events
 * after that number. Throws if the room does not admit it.
 */
export async function connectToRoom(api: ApiClient, origin: string, since?: number): Promise<RoomSocket> {
  const room = await api.get('/api/room.php');
  const query = new URLSearchParams({ ticket: String(room.at('ticket')), ...(since === undefined ? {} : { since: String(since) }) });
  const socket = openRoomSocket(`ws://${room.at('host')}/parties/${room.at('party')}/${room.at('room')}?${query}`, origin);
  if (!(await socket.opened)) throw new Error('the room did not open');
  return socket;
}

/** Opens sockets to the rooms of members for one test file, and closes them after its last test. */
export function roomConnections(site: Pick<TestSite, 'url' | 'as'>): (member: { cookie: string }, since?: number) => Promise<RoomSocket> {
  const sockets: RoomSocket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.close();
  });
  return async (member, since) => {
    const socket = await connectToRoom(site.as(member), site.url, since);
    sockets.push(socket);
    return socket;
  };
}
