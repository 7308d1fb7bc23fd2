import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import type { Database } from '#db/client';
import { siteCommandsInProcess } from '../run-site-command.ts';

/** A folder that is removed after the tests of a file. */
export async function testFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-backup-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs `npm run site -- backup …` on a database, which by default is one that runs elsewhere. */
export function backupOf(
  url: string,
  variables: Readonly<Record<string, string>> = { DB_URL: url },
): ReturnType<typeof siteCommandsInProcess> {
  const site = siteCommandsInProcess(() => url);
  return async (...args) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    try {
      return await site('backup', ...args);
    } finally {
      vi.unstubAllEnvs();
    }
  };
}

/** All rows of all tables with their rowids. */
export async function everyRow(db: Database): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.$client.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'");
  const names = tables.map(({ name }) => String(name)).filter((name) => name !== '__drizzle_migrations');
  const found = await db.$client.batch(names.map((name) => `select rowid as row_id, * from "${name}" order by rowid`));
  return Object.fromEntries(names.map((name, i) => [name, (found[i]?.rows ?? []).map((row) => ({ ...row }))]));
}
