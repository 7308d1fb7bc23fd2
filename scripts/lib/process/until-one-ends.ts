import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../command/command-error.ts';
import { isListening } from './ports.ts';
import type { Running } from './start-program.ts';

const LOOK_MS = 2_000;

/** The runtimes keep their server in a child of their own: it may be gone while the process we started lives on. */
async function untilDeaf(running: Running): Promise<string> {
  for (let silent = 0; silent < 2; ) {
    await pause(LOOK_MS);
    silent = (await isListening(running.port)) ? 0 : silent + 1;
  }
  return 'it no longer listens';
}

/** Goes on until one of these processes ends unasked; then says which, so that the others are ended too. */
export async function untilOneEnds(processes: readonly Running[]): Promise<never> {
  const sentence = await Promise.race(
    processes.map(async (running) => {
      const how = await Promise.race([running.ended, untilDeaf(running)]);
      return `Ended, because ${running.name} stopped by itself (${how}).\n${running.lastOutput()}`;
    }),
  );
  throw new Refusal(sentence.trimEnd());
}
