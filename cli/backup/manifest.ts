import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import * as v from 'valibot';
import { KNOWN_MIGRATION_NAMES } from '#db/queries/backup/known-tables';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { hashContent, readContent, readTarEntries, type TarEntry } from './tar-file.ts';

/** The form of an archive. One with another number is refused. */
export const FORMAT_VERSION = 1;
const FORMAT = 'vonk-backup';

export const MANIFEST_NAME = 'manifest.json';
/** Holds the SHA-256 of the manifest, which holds those of all other parts. */
export const MANIFEST_HASH_NAME = 'manifest.sha256';
export const PHOTO_NAMES_NAME = 'photo-names.txt.gz';
export const PHOTOS_FOLDER = 'photos/';
/** The part of a table with this number, counted from 1: rows as JSON arrays, one a line. */
export const rowsName = (table: string, part: number) => `rows/${table}/${String(part).padStart(6, '0')}.jsonl.gz`;

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const columnName = v.pipe(v.string(), v.regex(/^\w+$/));
/** No segment begins with a dot, so that no part is written outside of its folder. */
const PartName = v.pipe(v.string(), v.regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/));

const Manifest = v.object({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  site: v.string(),
  /** When the state of the rows was read, in ISO 8601. */
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  migrations: v.array(v.string()),
  /** `sha256` is that of all rows, one JSON array a line. */
  tables: v.array(v.object({ name: columnName, columns: v.array(columnName), rows: wholeNumber, sha256: Sha256 })),
  /** Whether the archive holds the photo files of a local site. */
  has_photos: v.boolean(),
  parts: v.array(v.object({ name: PartName, bytes: wholeNumber, sha256: Sha256 })),
});
export type Manifest = v.InferOutput<typeof Manifest>;

/** The manifest of an archive of this version. */
export const manifestOf = (content: Omit<Manifest, 'format' | 'version'>): Manifest => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  ...content,
});

/** An archive whose parts are all there and undamaged. */
export interface OpenArchive extends AsyncDisposable {
  readonly file: FileHandle;
  readonly manifest: Manifest;
  readonly entries: ReadonlyMap<string, TarEntry>;
}

/** Throws a command error for an archive of another version, or with migrations that this version does not know. */
function parseManifest(path: string, text: string): Manifest {
  const json: unknown = JSON.parse(text);
  const { success, output: named } = v.safeParse(v.object({ format: v.literal(FORMAT), version: v.number() }), json);
  if (success && named.version !== FORMAT_VERSION)
    throw new CommandError(`${path} has the format ${named.version}; this version of Vonk reads ${FORMAT_VERSION}.`);
  const manifest = v.safeParse(Manifest, json);
  if (!manifest.success) throw new CommandError(`${path} is no backup of a Vonk site.`);
  const unknown = manifest.output.migrations.find((name, i) => name !== KNOWN_MIGRATION_NAMES[i]);
  if (unknown) throw new CommandError(`${path} has the migration ${unknown}, which this version of Vonk does not know.`);
  return manifest.output;
}

/** Reads and checks the manifest. Throws a command error if it is damaged or not ours. */
async function readManifest(path: string, file: FileHandle, entries: readonly TarEntry[]): Promise<Manifest> {
  const [manifest, hash] = entries.slice(-2);
  if (manifest?.name !== MANIFEST_NAME || hash?.name !== MANIFEST_HASH_NAME)
    throw new CommandError(`${path} is no backup of a Vonk site, or is truncated.`);
  const content = await readContent(file, manifest);
  if (createHash('sha256').update(content).digest('hex') !== (await readContent(file, hash)).toString().trim())
    throw new CommandError(`${path} is damaged: ${MANIFEST_NAME}.`);
  return parseManifest(path, content.toString());
}

/** Throws a command error unless the archive holds exactly the parts of its manifest, each with its SHA-256. */
async function assertParts(path: string, file: FileHandle, { parts }: Manifest, entries: readonly TarEntry[]): Promise<void> {
  for (const [i, part] of parts.entries()) {
    const entry = entries[i];
    if (entry?.name !== part.name || entry.bytes !== part.bytes) throw new CommandError(`${path} is damaged: ${part.name} is missing.`);
    if ((await hashContent(file, entry)) !== part.sha256) throw new CommandError(`${path} is damaged: ${part.name}.`);
  }
  if (entries.length !== parts.length + 2) throw new CommandError(`${path} is damaged: it holds parts that its manifest does not name.`);
}

/** Opens an archive and checks all of it. Throws a command error if it cannot be read, is damaged, or is not for this version of Vonk. */
export async function openArchive(path: string): Promise<OpenArchive> {
  const file = await open(path).catch(() => {
    throw new CommandError(`${path} cannot be read.`);
  });
  try {
    const entries = await readTarEntries(file);
    if (!entries) throw new CommandError(`${path} is no backup of a Vonk site, or is truncated or damaged.`);
    const manifest = await readManifest(path, file, entries);
    await assertParts(path, file, manifest, entries);
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    return { file, manifest, entries: byName, [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}
