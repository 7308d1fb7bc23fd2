import type { TestProject } from 'vitest/node';
import { startRooms } from '../product/test-rooms.ts';
import { TEST_SECRETS } from '../product/test-secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the rooms that all test files share. They do not disturb each other: every member has a room of their own. */
    roomsHost: string;
  }
}

/** Starts one PartyKit host for the whole run, in the project that comes first: its start takes longer than most test files. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const started = process.env.TEST_ROOMS;
  const rooms = started ? undefined : await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  const host = started ?? rooms?.host ?? '';
  process.env.TEST_ROOMS = host;
  project.provide('roomsHost', host);
  return rooms?.stop;
}
