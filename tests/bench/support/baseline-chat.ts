import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { build } from 'esbuild';
import type { Database } from '#db/client';
import { workerBuildOptions } from '../../../scripts/lib/build/build-worker.ts';
import { inProject } from '../../../scripts/lib/paths.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startRooms } from '../../../scripts/lib/product/rooms-server.ts';
import { startWorkerProcess } from '../../../scripts/lib/product/worker-process.ts';

/** The addresses of a minimal chat. */
export interface BareChat {
  readonly url: string;
  /** `host:port` of its rooms. */
  readonly partyHost: string;
}

/** Starts a minimal chat (one insert, no rules) on this database, with the same runtime and PartyKit as the product. */
export async function startBareChat(db: Database, dbUrl: string, lifetime: AsyncDisposableStack): Promise<BareChat> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-bare-'));
  const bundle = join(dir, 'worker.js');
  await build({
    ...workerBuildOptions({ isDevelopment: false }),
    entryPoints: [inProject('tests/bench/baseline/chat-worker.ts')],
    outfile: bundle,
  });
  await db.run(sql`create table bare_messages (id integer primary key, text text not null)`);
  const [port, partyPort] = [await freePort(), await freePort()];
  const rooms = await startRooms({
    main: 'tests/bench/baseline/relay-room.ts',
    port: partyPort,
    dir: join(dir, 'rooms'),
    log: join(dir, 'rooms.log'),
    variables: {},
  });
  lifetime.defer(rooms.stop);
  const partyHost = `localhost:${partyPort}`;
  const variables = { DB_URL: dbUrl, PARTY_HOST: partyHost };
  const worker = await startWorkerProcess(
    { bundle, host: 'localhost', port, dir: join(dir, 'storage'), variables },
    join(dir, 'worker.log'),
  );
  lifetime.defer(worker.stop);
  return { url: `http://localhost:${port}`, partyHost };
}
