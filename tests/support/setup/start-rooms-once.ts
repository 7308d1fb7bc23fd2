import type { TestProject } from 'vitest/node';
import { partyKitRooms } from '../product/room-addresses.ts';
import { startRooms } from '../product/test-rooms.ts';
import { TEST_SECRETS } from '../product/test-secrets.ts';

/** Starts one PartyKit host for the whole run, in the project that comes first: its start takes longer than most test files. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const started = process.env.TEST_ROOMS;
  const rooms = started ? undefined : await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  const host = started ?? rooms?.host ?? '';
  process.env.TEST_ROOMS = host;
  project.provide('roomsHost', host);
  project.provide('roomAddresses', partyKitRooms(host));
  return rooms?.stop;
}
