import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { inProject } from '../../scripts/support/paths.ts';
import { startProgram } from '../../scripts/support/processes.ts';
import { newId } from './factories.ts';

/** What a command that went well ends with. */
export const done = (says: string) => ({ ended: 'exit code 0', says });

/** Runs `npm run site -- …` on a database as an operator types it, from the tests of one file. */
export function siteCommand(dbUrl: () => string) {
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vonk-site-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  return async (...args: string[]) => {
    const running = startProgram({
      name: 'the command',
      command: process.execPath,
      args: [inProject('scripts/site.ts'), ...args],
      env: { DB_URL: dbUrl(), DATA_DIR: dir },
      port: 0,
      log: join(dir, `${newId()}.log`),
    });
    return { ended: await running.ended, says: running.lastOutput() };
  };
}
