import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '#db/client';
import { WORKER_BUNDLE } from '../../../scripts/lib/build/build-worker.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { type RunningProgram, untilReady } from '../../../scripts/lib/process/start-program.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';
import { startRooms } from '../../../scripts/lib/product/rooms-server.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../scripts/lib/product/worker-process.ts';
import { populate } from '../../support/database/populate.ts';
import { startDatabase } from '../../support/database/test-database-server.ts';
import { replicationIndexOf } from '../../support/database/test-replica.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import type { CalledSite } from '../support/member-client.ts';
import { workerdOf } from '../support/process-stats.ts';

export type RoomsHost = 'worker' | 'partykit';

/** The time limit of a statement that reads or writes many rows. */
export const LONG_STATEMENT_MS = 600_000;
/** For so long (ms) what was killed stays away. */
const AWAY_MS = 2_000;
const REPLICA_AWAY_MS = 10_000;

/** A fault of the site. `cause` resolves when what was killed has been started again. */
export interface Fault {
  readonly name: string;
  readonly cause: () => Promise<void>;
}

/** A process of the site, to be watched. */
export interface WatchedProcess {
  readonly name: string;
  readonly pid: string;
}

export interface SoakSite extends CalledSite {
  readonly dbUrl: string;
  readonly db: Database;
  readonly faults: readonly Fault[];
  /** Those that run now. */
  processes(): readonly WatchedProcess[];
  /** Runs the scheduled handler; returns its outcome. Rejects while the Worker is away. */
  scheduled(): Promise<string>;
}

/** A process that can be ended and started again with the same files on the same port. */
interface Restartable<P extends RunningProgram> {
  readonly running: () => P | null;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Ends the whole group of a program at once, as a crash does. */
async function killGroup({ child, stop, hasEnded }: RunningProgram): Promise<void> {
  if (child.pid && !hasEnded()) process.kill(-child.pid, 'SIGKILL');
  await stop();
}

async function restartable<P extends RunningProgram>(begin: () => Promise<P>, lifetime: AsyncDisposableStack): Promise<Restartable<P>> {
  let present: P | null = await begin();
  lifetime.defer(async () => present?.stop());
  return {
    running: () => present,
    kill: async () => {
      const killed = present;
      present = null;
      if (killed) await killGroup(killed);
    },
    start: async () => {
      present ??= await begin();
    },
  };
}

async function startPrimary(members: number, lifetime: AsyncDisposableStack) {
  const primary = await startDatabase(undefined, { hasReplicas: true });
  lifetime.defer(primary.stop);
  const onProgress = (made: number) => process.stderr.write(`\r${made} of ${members} members`);
  await populate(openDatabase(primary.url, undefined, LONG_STATEMENT_MS), members, Date.now(), onProgress);
  process.stderr.write('\n');
  return primary;
}

interface Folder {
  readonly dir: string;
  readonly lifetime: AsyncDisposableStack;
}

async function startReplica(primary: { readonly url: string; readonly replicationHost: string }, { dir, lifetime }: Folder) {
  const port = await freePort();
  const place = { port, dir: join(dir, 'replica'), log: join(dir, 'replica.log'), primaryHost: primary.replicationHost };
  const replica = await restartable(() => startDatabaseServer(place), lifetime);
  const index = await replicationIndexOf(primary.url);
  const running = replica.running();
  if (running) await untilReady(running, async () => (await replicationIndexOf(running.url)) >= index, LONG_STATEMENT_MS);
  return { ...replica, url: `http://127.0.0.1:${port}` };
}

async function startPartyKit({ dir, lifetime }: Folder) {
  const port = await freePort();
  const variables = { PARTY_SECRET: TEST_SECRETS.PARTY_SECRET };
  const rooms = await restartable(() => startRooms({ port, dir: join(dir, 'rooms'), log: join(dir, 'rooms.log'), variables }), lifetime);
  return { ...rooms, host: `localhost:${port}` };
}

/** Workers on one database, which share the address of the site, each on a port of its own. */
async function startWorkers(count: number, variables: Readonly<Record<string, string>>, { dir, lifetime }: Folder) {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const origin = `http://localhost:${ports[0]}`;
  const common = { ENVIRONMENT: 'development', SITE_URL: origin, ...TEST_SECRETS, ...variables };
  const workers: (Restartable<WorkerProcess> & { readonly url: string })[] = [];
  for (const [i, port] of ports.entries()) {
    const place = { host: 'localhost', port, dir: join(dir, `worker-${i}`) };
    const options = { ...place, bundle: WORKER_BUNDLE, variables: common, isDirect: true };
    const worker = await restartable(() => startWorkerProcess(options, join(dir, `worker-${i}.log`)), lifetime);
    workers.push({ ...worker, url: `http://localhost:${port}` });
  }
  return { origin, workers };
}

const processIdOf = (program: RunningProgram | null | undefined): number => program?.child.pid ?? 0;

/** The runtime that a program has started, as a list: empty while it is away. */
function runtimeOf(name: string, program: RunningProgram | null | undefined): WatchedProcess[] {
  if (!program) return [];
  try {
    return [{ name, pid: workerdOf(processIdOf(program)) }];
  } catch {
    return [];
  }
}

/**
 * Starts a whole site with so many members: a primary and a replica, and either one Worker with the rooms in it, or two Workers and the rooms at
 * PartyKit. With the rooms in the Worker its death is theirs, too. All of it ends with `lifetime`.
 */
export async function startSoakSite(members: number, roomsHost: RoomsHost, lifetime: AsyncDisposableStack): Promise<SoakSite> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-soak-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const folder = { dir, lifetime };
  const primary = await startPrimary(members, lifetime);
  const replica = await startReplica(primary, folder);
  const partyKit = roomsHost === 'partykit' ? await startPartyKit(folder) : null;
  const rooms = partyKit ? { ROOMS: 'partykit', PARTY_HOST: partyKit.host } : { ROOMS: 'worker' };
  const databases = { DB_URL: primary.url, DB_READ_URL: replica.url };
  const { origin, workers } = await startWorkers(partyKit ? 2 : 1, { ...databases, ...rooms }, folder);
  const killed = workers.at(-1);
  const restart = async (what: Pick<Restartable<RunningProgram>, 'kill' | 'start'> | undefined, awayMs: number) => {
    await what?.kill();
    await pause(awayMs);
    await what?.start();
  };
  let databaseStarts = 0;
  const restartRooms = async () => (partyKit ? restart(partyKit, 0) : workers[0]?.running()?.reload());
  let turn = 0;
  return {
    dbUrl: primary.url,
    db: openDatabase(primary.url, undefined, LONG_STATEMENT_MS),
    origin,
    nextUrl: () => {
      const usable = workers.filter(({ running }) => running() !== null);
      turn += 1;
      return usable[turn % Math.max(1, usable.length)]?.url ?? origin;
    },
    scheduled: async () => {
      const running = workers.map((worker) => worker.running()).find((worker) => worker !== null);
      if (!running) throw new Error('no Worker runs');
      return running.scheduled();
    },
    processes: () => [
      ...workers.flatMap(({ running }, i) => runtimeOf(partyKit ? `Worker ${i + 1}` : 'Worker with rooms', running())),
      ...(partyKit ? runtimeOf('rooms', partyKit.running()) : []),
      { name: `primary${databaseStarts > 0 ? ', again' : ''}`, pid: String(primary.processId()) },
      ...(replica.running() ? [{ name: 'replica', pid: String(processIdOf(replica.running())) }] : []),
    ],
    faults: [
      { name: partyKit ? 'rooms restarted' : 'Worker with the rooms restarted', cause: restartRooms },
      { name: partyKit ? 'one of two Workers killed' : 'Worker with the rooms killed', cause: () => restart(killed, AWAY_MS) },
      { name: 'replica killed, away for 10 s', cause: () => restart(replica, REPLICA_AWAY_MS) },
      {
        name: 'primary database killed with -9',
        cause: async () => {
          databaseStarts += 1;
          await primary.stopServer('killed');
          await primary.restartServer();
        },
      },
    ],
  };
}
