import { createHash } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '#db/client';
import { knownTables, migrationNames, type StatementRunner, type TableColumns } from '#db/queries/backup/known-tables';
import { type BackupRow, pagesOfRows, readOneState } from '#db/queries/backup/table-rows';
import { settingRows } from '#db/queries/operator/settings';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { settingsFrom } from '../../worker/config/settings.ts';
import { type LocalPhotos, localPhotos, photoPaths } from './local-photos.ts';
import { MANIFEST_HASH_NAME, MANIFEST_NAME, type Manifest, manifestOf, PHOTO_NAMES_NAME, PHOTOS_FOLDER, rowsName } from './manifest.ts';
import { createTarFile, type WrittenEntry } from './tar-file.ts';

const compress = promisify(gzip);

/** Characters of rows that are compressed into one part: what is in memory at once. */
const PART_CHARACTERS = 4_000_000;

type TarFile = Awaited<ReturnType<typeof createTarFile>>;
type TableEntry = Manifest['tables'][number];

/** Rows as an archive has them, and as their SHA-256 is computed: a JSON array a line. */
export const linesOf = (rows: readonly BackupRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The path of a new archive: in a folder under a name with its time, else as named. Throws a command error if it exists. */
async function archivePath(named: string, time: number): Promise<string> {
  const isFolder = await stat(named).then(
    (found) => found.isDirectory(),
    () => null,
  );
  if (isFolder === false) throw new CommandError(`${named} exists.`);
  const dated = `vonk-backup-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
  return isFolder ? join(named, dated) : named;
}

/** Writes the rows of a table as parts. */
async function addTable(tar: TarFile, state: StatementRunner, table: TableColumns) {
  const parts: WrittenEntry[] = [];
  const hash = createHash('sha256');
  let [rows, lines] = [0, ''];
  const addPart = async () => {
    parts.push(await tar.add(rowsName(table.name, parts.length + 1), await compress(lines)));
    lines = '';
  };
  for await (const page of pagesOfRows(state, table)) {
    const text = linesOf(page);
    hash.update(text);
    rows += page.length;
    lines += text;
    if (lines.length > PART_CHARACTERS) await addPart();
  }
  if (lines !== '') await addPart();
  const entry: TableEntry = { name: table.name, columns: [...table.columns], rows, sha256: hash.digest('hex') };
  return { entry, parts };
}

/** Writes the names of all photo files that rows refer to, one a line: the list of what has to be in the photo bucket. */
async function addPhotoNames(tar: TarFile, state: StatementRunner): Promise<WrittenEntry> {
  const names: string[] = [];
  for await (const page of pagesOfRows(state, { name: 'images', columns: ['thumb', 'medium', 'large'] }))
    names.push(...page.flatMap(([, ...files]) => files.map((file) => `${file}\n`)));
  return tar.add(PHOTO_NAMES_NAME, await compress(names.join('')));
}

async function addPhotos(tar: TarFile, photos: LocalPhotos): Promise<WrittenEntry[]> {
  const parts: WrittenEntry[] = [];
  for (const path of await photoPaths(photos)) parts.push(await tar.addFile(`${PHOTOS_FOLDER}${path}`, join(photos.dir, path)));
  return parts;
}

/** The migrations of the database. Throws a command error if there is none, or one that this version does not know. */
async function assertMigrations(db: Database): Promise<string[]> {
  const names = await migrationNames(db);
  if (names.length === 0) throw new CommandError('The database is empty.');
  return names.map((name) => {
    if (name === null) throw new CommandError('The database has migrations that this version of Vonk does not know.');
    return name;
  });
}

/** Writes all parts and the manifest. */
async function writeArchive(db: Database, tar: TarFile, time: number): Promise<Manifest> {
  const photos = await localPhotos();
  const migrations = await assertMigrations(db);
  const { name: site } = settingsFrom(await settingRows(db), 'production');
  const parts: WrittenEntry[] = [];
  const tables: TableEntry[] = [];
  await readOneState(db, async (state) => {
    for (const table of await knownTables(state)) {
      const added = await addTable(tar, state, table);
      tables.push(added.entry);
      parts.push(...added.parts);
    }
    parts.push(await addPhotoNames(tar, state));
  });
  if (photos) parts.push(...(await addPhotos(tar, photos)));
  const manifest = manifestOf({ site, created_at: new Date(time).toISOString(), migrations, tables, has_photos: photos !== null, parts });
  const { sha256 } = await tar.add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  await tar.add(MANIFEST_HASH_NAME, Buffer.from(`${sha256}\n`));
  return manifest;
}

/**
 * Writes an archive of the site (docs/operating.md, "Backups") to a file, or to one with the time in its name if `named` is a folder. The
 * file has its name only once it is complete. Throws a command error if it exists or the local site runs.
 */
export async function createArchive(db: Database, named: string): Promise<{ path: string; manifest: Manifest }> {
  const time = Date.now();
  const path = await archivePath(named, time);
  const unfinished = `${path}.part`;
  const tar = await createTarFile(unfinished, time).catch((error: unknown) => {
    throw new CommandError(`${unfinished} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    const manifest = await writeArchive(db, tar, time);
    await tar.finish();
    await rename(unfinished, path);
    return { path, manifest };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await tar.close();
  }
}
