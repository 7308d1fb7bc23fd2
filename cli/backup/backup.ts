import { parseArgs } from 'node:util';
import type { Database } from '#db/client';
import { deletionsSince } from '#db/queries/backup/deletions';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';
import { createArchive } from './create-archive.ts';
import { deletionLine, readDeletions } from './deletion-list.ts';
import { type Manifest, openArchive } from './manifest.ts';
import { restoreArchive } from './restore-archive.ts';

export const BACKUP_USAGE = `npm run site -- backup create [DIR|FILE]
npm run site -- backup verify FILE
npm run site -- backup restore FILE [--erased FILE] [--replace NAME]
npm run site -- backup erased --since TIME`;

const OPTIONS = { erased: { type: 'string' }, replace: { type: 'string' }, since: { type: 'string' } } as const;
type Options = { readonly [Name in keyof typeof OPTIONS]?: string };

/** Throws a command error for unknown options, for those of another verb and for more than one word beside them. */
function argumentsIn(args: readonly string[], names: readonly (keyof Options)[]): { word: string | undefined; options: Options } {
  const usage = (reason: string) => new CommandError(`${reason}\n${BACKUP_USAGE}`);
  const parse = () => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  try {
    const { values, positionals } = parse();
    const foreign = Object.keys(values).find((name) => !names.some((known) => known === name));
    if (foreign) throw usage(`--${foreign} belongs to another command.`);
    if (positionals.length > 1) throw usage(`${positionals[1]} is one word too many.`);
    return { word: positionals[0], options: values };
  } catch (error) {
    throw error instanceof CommandError ? error : usage(error instanceof Error ? error.message : String(error));
  }
}

/** The only word of a command that needs one. */
function fileIn(word: string | undefined): string {
  if (word === undefined) throw new CommandError(BACKUP_USAGE);
  return word;
}

/** A time as it is typed, in UTC without a zone. Throws a command error for anything else. */
function timeIn(typed = ''): number {
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?Z?$/.test(typed)
    ? Date.parse(`${typed.includes('T') ? typed.replace(/Z$/, '') : `${typed.slice(0, 10)}T00:00`}Z`)
    : Number.NaN;
  if (Number.isNaN(time)) throw new CommandError(`--since is a time such as 2026-12-24 or 2026-12-24T18:00, in UTC.\n${BACKUP_USAGE}`);
  return time;
}

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

function summaryOf({ site, created_at, tables, parts, has_photos }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const members = tables.find(({ name }) => name === 'members')?.rows ?? 0;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const photos = has_photos ? 'photos' : 'no photos, only their names';
  return `${site}, ${formatUtcMinute(Date.parse(created_at))}: ${count(members, 'member')}, ${count(rows, 'row')}, ${photos}, ${(bytes / 1e6).toFixed(1)} MB`;
}

/** The verbs of `npm run site -- backup`: writes, checks and restores archives of the site, and lists deletions for a restore. */
export const BACKUP_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = {
  create: async (db, args) => {
    const { path, manifest } = await createArchive(db, argumentsIn(args, []).word ?? '.');
    console.log(`${path}\n${summaryOf(manifest)}`);
  },
  verify: async (_, args) => {
    await using archive = await openArchive(fileIn(argumentsIn(args, []).word));
    console.log(`Undamaged. ${summaryOf(archive.manifest)}`);
  },
  restore: async (_, args) => {
    const { word, options } = argumentsIn(args, ['erased', 'replace']);
    const path = fileIn(word);
    const deletions = options.erased === undefined ? [] : await readDeletions(options.erased);
    await using archive = await openArchive(path);
    const {
      rows,
      deletions: applied,
      photos,
    } = await restoreArchive(archive, {
      replace: options.replace ?? null,
      deletions,
      keptList: `${path}.erased.txt`,
    });
    const photoText = photos === null ? 'no photo files: copy the photo bucket' : count(photos, 'photo file');
    console.log(`Restored: ${count(rows, 'row')}, ${count(applied, 'deletion')} applied again, ${photoText}.`);
  },
  erased: async (db, args) => {
    const since = timeIn(argumentsIn(args, ['since']).options.since);
    for (const deletion of await deletionsSince(db, since)) console.log(deletionLine(deletion));
  },
};
