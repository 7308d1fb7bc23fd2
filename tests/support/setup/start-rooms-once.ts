import type { TestProject } from 'vitest/node';
import { startRooms } from '../product/test-rooms.ts';
import { TEST_SECRETS } from '../product/test-secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the rooms that all browser tests share: a room belongs to one member, and members of one file are in no other. */
    roomsHost: string;
  }
}

/** One PartyKit host for a whole run, whichever project comes first: starting it takes longer than most files. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const started = process.env.TEST_ROOMS;
  const rooms = started ? undefined : await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  const host = started ?? rooms?.host ?? '';
  process.env.TEST_ROOMS = host;
  project.provide('roomsHost', host);
  return rooms?.stop;
}
