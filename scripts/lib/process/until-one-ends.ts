import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../command/command-error.ts';
import { isListening } from './ports.ts';
import type { RunningProgram } from './start-program.ts';

const POLL_INTERVAL_MS = 2_000;

/** Waits until a program stops listening. The server can be a child of the process we started, and end while that lives on. */
async function untilNotListening(running: RunningProgram): Promise<string> {
  for (let failures = 0; failures < 2; ) {
    await pause(POLL_INTERVAL_MS);
    failures = (await isListening(running.port)) ? 0 : failures + 1;
  }
  return 'it no longer listens';
}

/** Waits until one of these processes ends or stops listening; then throws a command error that names it. */
export async function untilOneEnds(processes: readonly RunningProgram[]): Promise<never> {
  const sentence = await Promise.race(
    processes.map(async (running) => {
      const how = await Promise.race([running.ended, untilNotListening(running)]);
      return `Ended, because ${running.name} stopped by itself (${how}).\n${running.lastOutput()}`;
    }),
  );
  throw new CommandError(sentence.trimEnd());
}
