import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { inProject } from '../paths.ts';
import { type RunningProgram, startProgram, untilReady } from '../process/start-program.ts';

export interface RoomsOptions {
  readonly port: number;
  /** Folder of the rooms' storage. */
  readonly dir: string;
  readonly log: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Entry file of the rooms, if not party/server.ts. */
  readonly main?: string;
}

/** True on any answer, also a refusal for the missing secret; throws if there is none. */
const isAnswering = async (port: number): Promise<boolean> => {
  await fetch(`http://127.0.0.1:${port}/parties/main/ready`, { signal: AbortSignal.timeout(1_000) });
  return true;
};

/**
 * Bundles the rooms into a file named by its content, and returns its path in the project. PartyKit reloads, which closes all sockets, if
 * one of its files changes; this file never does. PartyKit only takes files inside the project.
 */
async function bundleRooms(main: string): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [inProject(main)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const file = `dist/rooms/${createHash('sha256').update(contents).digest('hex').slice(0, 16)}.mjs`;
  if (existsSync(inProject(file))) return file;
  await mkdir(inProject('dist/rooms'), { recursive: true });
  const unfinished = inProject(`${file}.${process.pid}`);
  await writeFile(unfinished, contents);
  await rename(unfinished, inProject(file));
  return file;
}

/** Starts PartyKit with the rooms and waits until it answers. Throws a command error if it does not. */
export async function startRooms({ port, dir, log, variables, main = 'party/server.ts' }: RoomsOptions): Promise<RunningProgram> {
  const running = startProgram({
    name: 'the rooms',
    command: inProject('node_modules/.bin/node'),
    args: [
      inProject('node_modules/partykit/dist/bin.mjs'),
      'dev',
      await bundleRooms(main),
      ...['--port', String(port), '--persist', dir, '--disable-request-cf-fetch', '--no-hotkeys'],
      ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]),
    ],
    env: { NO_UPDATE_NOTIFIER: '1' },
    port,
    log,
  });
  await untilReady(running, () => isAnswering(port)).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  return running;
}
