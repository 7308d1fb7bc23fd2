import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startRooms as startRoomsAt } from '../../../scripts/lib/product/rooms-server.ts';

export interface TestRooms {
  /** `host:port` of the PartyKit host. */
  readonly host: string;
  stop(): Promise<void>;
}

/** Starts the room server on a free port, with its storage in a new folder. */
export async function startRooms({ secret }: { secret: string }): Promise<TestRooms> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-rooms-'));
  const port = await freePort();
  const variables = { PARTY_SECRET: secret };
  const rooms = await startRoomsAt({ port, dir: join(dir, 'storage'), log: join(dir, 'rooms.log'), variables });
  const stop = async () => {
    await rooms.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { host: `localhost:${port}`, stop };
}
