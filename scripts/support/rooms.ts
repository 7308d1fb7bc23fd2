import { inProject } from './paths.ts';
import { type Running, startProgram, untilReady } from './processes.ts';

export interface RoomsOptions {
  readonly port: number;
  /** Where the rooms keep what they store. */
  readonly dir: string;
  readonly log: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Another room than the one partykit.json names. */
  readonly main?: string;
}

/** Any answer shows that the rooms listen: a request without the shared secret is refused, not ignored. */
const answers = async (port: number): Promise<boolean> => {
  await fetch(`http://127.0.0.1:${port}/parties/main/ready`, { signal: AbortSignal.timeout(1_000) });
  return true;
};

/** Starts the PartyKit host of the rooms, and waits until it answers. */
export async function startRooms({ port, dir, log, variables, main }: RoomsOptions): Promise<Running> {
  const running = startProgram({
    name: 'the rooms',
    command: inProject('node_modules/.bin/node'),
    args: [
      inProject('node_modules/partykit/dist/bin.mjs'),
      'dev',
      ...(main ? [main] : []),
      ...['--port', String(port), '--persist', dir, '--disable-request-cf-fetch', '--no-hotkeys'],
      ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]),
    ],
    port,
    log,
  });
  await untilReady(running, () => answers(port)).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  return running;
}
