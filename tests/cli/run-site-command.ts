import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openDatabase } from '#db/client';
import { runSiteCommand } from '../../cli/run-site-command.ts';
import { inProject } from '../../scripts/lib/paths.ts';
import { startProgram } from '../../scripts/lib/process/start-program.ts';
import { newId } from '../support/database/factories.ts';

/** How a command ended, and the last lines of its output. */
interface Outcome {
  readonly ended: string;
  readonly says: string;
}

/** The outcome of a successful command. */
export const succeeded = (says: string): Outcome => ({ ended: 'exit code 0', says });

/** Returns a function that runs `npm run site -- …` on a database in a process of its own, for the tests of one file. */
export function siteCommand(dbUrl: () => string) {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vonk-site-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  return async (...args: string[]): Promise<Outcome> => {
    const running = startProgram({
      name: 'the command',
      command: process.execPath,
      args: [inProject('cli/site.ts'), ...args],
      env: { DB_URL: dbUrl(), DATA_DIR: dir },
      port: 0,
      log: join(dir, `${newId()}.log`),
    });
    return { ended: await running.ended, says: running.lastOutput() };
  };
}

/** Returns a function that runs the same commands in this process, which is faster. */
export function siteCommandsInProcess(dbUrl: () => string) {
  return async (...args: string[]): Promise<Outcome> => {
    const { exitCode, stdout, stderr } = await runSiteCommand(args, async () => openDatabase(dbUrl()));
    return { ended: `exit code ${exitCode}`, says: [stdout, stderr].filter((text) => text !== '').join('\n') };
  };
}
