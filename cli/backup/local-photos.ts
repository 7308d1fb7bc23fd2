import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { assertPortsFree } from '../../scripts/lib/process/ports.ts';
import { readVariables } from '../../scripts/lib/product/variables.ts';

/** The files of the local photo bucket, as Miniflare keeps them below DATA_DIR. */
export interface LocalPhotos {
  readonly dir: string;
}

/**
 * Where a local site has its photo files; null for the database of a deployed one (DB_URL), whose photos are in R2. Throws a command error
 * while the local site runs, because it changes these files.
 */
export async function localPhotos(): Promise<LocalPhotos | null> {
  const { dbUrl, dataDir, port } = readVariables();
  if (dbUrl) return null;
  await assertPortsFree({ PORT: port }).catch(() => {
    throw new CommandError(`The local site runs on port ${port}. End it first: it changes photos meanwhile.`);
  });
  return { dir: join(dataDir, 'worker/r2') };
}

/** The paths of all photo files within their folder. */
export async function photoPaths({ dir }: LocalPhotos): Promise<string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'));
  return files.map(({ parentPath, name }) => relative(dir, join(parentPath, name))).toSorted();
}
