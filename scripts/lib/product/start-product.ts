import { join } from 'node:path';
import { fillCities } from '#db/catalogue/fill-cities';
import { migrate } from '#db/setup/migrate';
import { WORKER_BUNDLE } from '../build/build-worker.ts';
import { CommandError } from '../command/command-error.ts';
import { runStep } from '../command/progress-steps.ts';
import type { RunningProgram } from '../process/start-program.ts';
import { startDatabaseServer } from './database-server.ts';
import { fillWithDemo } from './fill-with-demo.ts';
import { localSecrets, type Secrets } from './local-secrets.ts';
import { startRooms } from './rooms-server.ts';
import type { Variables } from './variables.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** A running site. */
export interface Product {
  readonly url: string;
  readonly dbUrl: string;
  readonly worker: WorkerProcess;
  /** All processes of the product; the site is broken once one of them ends. */
  readonly processes: readonly RunningProgram[];
}

const CRON_MS = 60_000;
/** The contact for push services, as VAPID requires one. */
const LOCAL_SUBJECT = 'mailto:nobody@vonk.example';

/** The variables that override those of wrangler.toml when the Worker runs locally. */
export function workerVariables(variables: Variables, { signingKey, partySecret, vapid }: Secrets, dbUrl: string): Record<string, string> {
  return {
    ENVIRONMENT: 'development',
    SITE_URL: variables.siteUrl,
    DB_URL: dbUrl,
    ...(variables.dbReadUrl ? { DB_READ_URL: variables.dbReadUrl } : {}),
    ...(variables.dbToken ? { DB_TOKEN: variables.dbToken } : {}),
    ...(variables.mailUrl ? { MAIL_URL: variables.mailUrl } : {}),
    ...(variables.mailFrom ? { MAIL_FROM: variables.mailFrom } : {}),
    ...variables.paymentKeys,
    ROOMS: variables.rooms,
    ...(variables.rooms === 'partykit' ? { PARTY_HOST: variables.partyHost, PARTY_SECRET: partySecret } : {}),
    SIGNING_KEY: signingKey,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: LOCAL_SUBJECT,
  };
}

/** Throws a command error if the health check of the site fails. */
async function assertHealthy(url: string): Promise<void> {
  const health = await fetch(`${url}/api/health.php`, { signal: AbortSignal.timeout(15_000) }).then(
    async (response) => ({ isOk: response.ok, details: `${response.status} ${(await response.text()).slice(0, 500)}` }),
    (error: unknown) => ({ isOk: false, details: error instanceof Error ? error.message : String(error) }),
  );
  if (!health.isOk) throw new CommandError(`The product started but is not healthy: ${health.details}`);
}

/** Runs the scheduled handler every minute, as cron does when deployed. */
function fireCron(worker: WorkerProcess): NodeJS.Timeout {
  return setInterval(() => worker.scheduled().catch((error: unknown) => console.error('The scheduled handler failed:', error)), CRON_MS);
}

async function openDatabase(variables: Variables, stack: AsyncDisposableStack) {
  if (variables.dbUrl) return { url: variables.dbUrl, processes: [] };
  const server = await runStep('Starting the database', () =>
    startDatabaseServer({ port: variables.dbPort, dir: join(variables.dataDir, 'db'), log: join(variables.dataDir, 'logs/database.log') }),
  );
  stack.defer(server.stop);
  return { url: server.url, processes: [server] };
}

const startPartyKit = ({ partyPort, dataDir }: Variables, { partySecret }: Secrets, log: string): Promise<RunningProgram> =>
  runStep('Starting the rooms', () =>
    startRooms({ port: partyPort, dir: join(dataDir, 'rooms'), log, variables: { PARTY_SECRET: partySecret } }),
  );

/**
 * Starts the built site: database, migrations, cities, demo members, rooms, Worker. All of it ends with `stack`. Throws a command error if
 * a part does not start or the site is not healthy.
 */
export async function startProduct(variables: Variables, stack: AsyncDisposableStack, workerPort = variables.port): Promise<Product> {
  const log = (name: string) => join(variables.dataDir, `logs/${name}.log`);
  const photosDir = join(variables.dataDir, 'worker');
  const secrets = await localSecrets(variables.dataDir);
  const database = await openDatabase(variables, stack);
  await runStep('Bringing the schema up to date', () => migrate(database.url, variables.dbToken ?? undefined));
  await runStep('Filling in the towns, if they are not there', (progress) =>
    fillCities(database.url, variables.dbToken ?? undefined, progress),
  );
  await runStep('Making the demo members, if there are none', (progress) =>
    fillWithDemo({ url: database.url, members: variables.demoMembers, photosDir, log: log('demo') }, progress),
  );
  const rooms = variables.rooms === 'partykit' ? [await startPartyKit(variables, secrets, log('rooms'))] : [];
  for (const { stop } of rooms) stack.defer(stop);
  const url = `http://localhost:${workerPort}`;
  const worker = await runStep('Starting the Worker', () =>
    startWorkerProcess(
      {
        bundle: WORKER_BUNDLE,
        host: 'localhost',
        port: workerPort,
        dir: photosDir,
        variables: workerVariables(variables, secrets, database.url),
      },
      log('worker'),
    ),
  );
  stack.defer(worker.stop);
  await assertHealthy(url);
  const cron = fireCron(worker);
  stack.defer(() => clearInterval(cron));
  return { url, dbUrl: database.url, worker, processes: [...database.processes, ...rooms, worker] };
}
