import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Database, openDatabase } from '#db/client';
import { applyDeletion, type Deletion, deletionsSince } from '#db/queries/backup/deletions';
import { countMembers, dropKnownTables, knownTables, migrationNames, type TableColumns } from '#db/queries/backup/known-tables';
import { type BackupRow, pagesOfRows, readOneState, writeRows } from '#db/queries/backup/table-rows';
import { settingRows } from '#db/queries/operator/settings';
import { migrate, migrateTo } from '#db/setup/migrate';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { readVariables } from '../../scripts/lib/product/variables.ts';
import { settingsFrom } from '../../worker/config/settings.ts';
import { UNDELETE_MS } from '../../worker/domain/account-status.ts';
import { linesOf } from './create-archive.ts';
import { deletionLine } from './deletion-list.ts';
import { type LocalPhotos, localPhotos } from './local-photos.ts';
import { type Manifest, type OpenArchive, PHOTOS_FOLDER, rowsName } from './manifest.ts';
import { contentOf, readContent } from './tar-file.ts';

const decompress = promisify(gunzip);

/** Time limit of one round trip (ms): migrations and the removal of tables take long on a large database. */
const TRIP_MS = 600_000;

export interface RestoreOptions {
  /** The site's name, typed to replace its members; null if the database has to be without members. */
  readonly replace: string | null;
  /** Deletions to apply again, beside those that a replaced database knows of. */
  readonly deletions: readonly Deletion[];
  /** The file that keeps the list of a replaced database, which is lost once the restore has begun. */
  readonly keptList: string;
}

/** What a restore has done. */
export interface RestoreResult {
  readonly rows: number;
  /** Deletions that the archive did not have. */
  readonly deletions: number;
  /** Photo files written; null if photos are not restored by this command. */
  readonly photos: number | null;
}

/** The name of the site in the database; the default where nothing is stored. */
async function siteNameOf(db: Database): Promise<string> {
  const rows = (await migrationNames(db)).length > 0 ? await settingRows(db) : [];
  return settingsFrom(rows, 'production').name;
}

/** Throws a command error if the database has members and the site's name was not typed to replace them. */
async function assertReplaceable(db: Database, replace: string | null): Promise<void> {
  const members = await countMembers(db);
  if (members === 0) return;
  const name = await siteNameOf(db);
  if (replace === name) return;
  throw new CommandError(
    replace === null
      ? `The database has ${members} members. Restore into an empty one, or replace them: --replace "${name}"`
      : `The site of this database is called ${name}, not ${replace}.`,
  );
}

/** The deletions that the database to be replaced knows of and the archive does not; none without members. */
async function deletionsToKeep(db: Database, { created_at }: Manifest): Promise<Deletion[]> {
  if ((await countMembers(db)) === 0) return [];
  const hasRecord = (await knownTables(db.$client)).some(({ name }) => name === 'erased_members');
  return hasRecord ? deletionsSince(db, { since: Date.parse(created_at), dueUntil: Date.now() - UNDELETE_MS }) : [];
}

/** Sound: the archive is checked by its SHA-256, and `backup create` has written rows. */
const parseRows = (lines: string) => lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as BackupRow]));

/** Writes the rows of a table from its parts. */
async function loadTable(db: Database, { file, entries }: OpenArchive, table: TableColumns): Promise<void> {
  for (let part = 1; ; part += 1) {
    const entry = entries.get(rowsName(table.name, part));
    if (!entry) return;
    await writeRows(db, table, parseRows((await decompress(await readContent(file, entry))).toString()));
  }
}

/** Reads the written rows again. Throws if they differ from those of the archive. */
async function assertRestored(db: Database, { tables }: Manifest): Promise<void> {
  await readOneState(db, async (state) => {
    for (const { name, columns, sha256 } of tables) {
      const hash = createHash('sha256');
      for await (const page of pagesOfRows(state, { name, columns })) hash.update(linesOf(page));
      if (hash.digest('hex') !== sha256) throw new Error(`the rows of ${name} differ from those of the archive`);
    }
  });
}

/** Puts the photo files of the archive in place of those of the local site. Returns how many there are. */
async function restorePhotos({ file, manifest, entries }: OpenArchive, { dir }: LocalPhotos): Promise<number> {
  const unfinished = `${dir}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const photos = manifest.parts.filter(({ name }) => name.startsWith(PHOTOS_FOLDER));
  for (const { name } of photos) {
    const entry = entries.get(name);
    if (!entry) throw new Error(`the archive has lost ${name}`);
    const path = join(unfinished, name.slice(PHOTOS_FOLDER.length));
    await mkdir(dirname(path), { recursive: true });
    await pipeline(Readable.from(contentOf(file, entry)), createWriteStream(path, { mode: 0o600 }));
  }
  await rm(dir, { recursive: true, force: true });
  await rename(unfinished, dir);
  return photos.length;
}

/** Fills the database, which loses all tables of the site, with the rows of an archive. */
async function restoreRows(db: Database, archive: OpenArchive): Promise<number> {
  const { migrations, tables } = archive.manifest;
  await dropKnownTables(db);
  await migrateTo(db, migrations.length);
  const columnsByTable = new Map(tables.map((table) => [table.name, table]));
  // In the order of the present references: a row comes after those that it refers to.
  for (const { name } of await knownTables(db.$client)) {
    const table = columnsByTable.get(name);
    if (table) await loadTable(db, archive, table);
  }
  await assertRestored(db, archive.manifest);
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** The database of the variables, with a time limit for what takes long. */
function openTarget() {
  const { dbUrl, dbPort, dbToken } = readVariables();
  const url = dbUrl ?? `http://127.0.0.1:${dbPort}`;
  const token = dbToken ?? undefined;
  return { url, token, db: openDatabase(url, token, TRIP_MS) };
}

/** Throws a command error if the database of the variables has members that are not to be replaced, or the local site runs. */
export async function assertRestorable(replace: string | null): Promise<void> {
  await localPhotos();
  await assertReplaceable(openTarget().db, replace);
}

/**
 * Restores a checked archive into the database of the variables (docs/operating.md, "Backups"): its rows with the migrations of their time,
 * then the migrations since, then the deletions since. Throws a command error before anything has changed if the database has members that
 * are not to be replaced, or the local site runs.
 */
export async function restoreArchive(archive: OpenArchive, { replace, deletions, keptList }: RestoreOptions): Promise<RestoreResult> {
  const { url, token, db } = openTarget();
  const photos = await localPhotos();
  await assertReplaceable(db, replace);
  const known = await deletionsToKeep(db, archive.manifest);
  if (known.length > 0) await appendFile(keptList, known.map((deletion) => `${deletionLine(deletion)}\n`).join(''), { mode: 0o600 });
  const rows = await restoreRows(db, archive);
  await migrate(url, token);
  let applied = 0;
  for (const deletion of [...known, ...deletions]) if (await applyDeletion(db, deletion, Date.now())) applied += 1;
  return { rows, deletions: applied, photos: photos && archive.manifest.has_photos ? await restorePhotos(archive, photos) : null };
}
