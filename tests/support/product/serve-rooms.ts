import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRooms } from '../../../scripts/lib/product/rooms-server.ts';
import { TEST_SECRETS } from './test-secrets.ts';

/** `node tests/support/product/serve-rooms.ts PORT`: rooms for several runs of tests, which TEST_ROOMS tells of them, until it is ended. */
const port = Number(process.argv[2]);
const dir = join(tmpdir(), `vonk-shared-rooms-${process.pid}`);
const variables = { PARTY_SECRET: TEST_SECRETS.PARTY_SECRET };
const rooms = await startRooms({ port, dir, log: `${dir}.log`, variables });
await rooms.ended;
