import { relative } from 'node:path';
import { expect, inject } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.ts';
import { seededRandom } from '../timing/seeded-sample.ts';
import './room-addresses.ts';

const HOSTS = ['partykit', 'worker'] as const;

/**
 * Where the rooms of this test file run: at the PartyKit of the whole run, or in the Worker of its product. TEST_ROOM_HOST names one for all
 * files; otherwise a third of them, drawn by their names and the seed, have their rooms in the Worker.
 */
export function roomsOfThisFile(): { readonly partyHost: string } | { readonly hasRooms: true } {
  const file = expect.getState().testPath ?? '';
  const drawn = seededRandom(`rooms of ${relative(inProject('.'), file)}`).pick(['worker', 'partykit', 'partykit'] as const);
  const host = HOSTS.find((name) => name === process.env.TEST_ROOM_HOST) ?? drawn;
  return host === 'worker' ? { hasRooms: true } : { partyHost: inject('roomsHost') };
}
