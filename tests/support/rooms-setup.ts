import type { TestProject } from 'vitest/node';
import { startRooms } from './rooms.ts';
import { TEST_SECRETS } from './secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the rooms that all browser tests share: a room belongs to one member, and members of one file are in no other. */
    roomsHost: string;
  }
}

/** One PartyKit host for a whole run: starting it takes longer than most files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  project.provide('roomsHost', rooms.host);
  return rooms.stop;
}
