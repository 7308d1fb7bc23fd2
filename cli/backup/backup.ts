import { deletionsSince } from '#db/queries/backup/deletions';
import { UNDELETE_MS } from '../../worker/domain/account-status.ts';
import { countText, formatUtcMinute } from '../lib/terminal-text.ts';
import { typedTime } from '../lib/typed-values.ts';
import { changingVerb, readingVerb, type Verb } from '../lib/verb.ts';
import { createArchive } from './create-archive.ts';
import { deletionLine, readDeletions } from './deletion-list.ts';
import { type Manifest, openArchive } from './manifest.ts';
import { assertRestorable, restoreArchive } from './restore-archive.ts';

const FILE = { about: 'an archive that `backup create` has written' } as const;

function summaryOf({ site, created_at, tables, parts, has_photos }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const members = tables.find(({ name }) => name === 'members')?.rows ?? 0;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const photos = has_photos ? 'photos' : 'no photos, only their names';
  return `${site}, ${formatUtcMinute(Date.parse(created_at))}: ${countText(members, 'member')}, ${countText(rows, 'row')}, ${photos}, ${(bytes / 1e6).toFixed(1)} MB`;
}

const jsonOf = ({ site, created_at, tables, has_photos }: Manifest) => ({
  site,
  created_at,
  has_photos,
  rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
});

/** The verbs of `npm run site -- backup`: writes, checks and restores archives of the site, and lists deletions for a restore. */
export const BACKUP_VERBS: Readonly<Record<string, Verb>> = {
  create: readingVerb({
    about: 'Writes an archive of the database, and of the photos of a local site.',
    args: { PATH: { about: 'a folder, in which the file gets the time as its name, or a new file; by default here', isOptional: true } },
    options: {},
    run: async (db, { args }) => {
      const { path, manifest } = await createArchive(db, args.PATH ?? '.');
      return { text: `${path}\n${summaryOf(manifest)}`, json: { path, ...jsonOf(manifest) } };
    },
  }),
  verify: readingVerb({
    about: 'Reads all of an archive and compares its checksums.',
    args: { FILE },
    options: {},
    run: async (_, { args }) => {
      await using archive = await openArchive(args.FILE);
      return { text: `Undamaged. ${summaryOf(archive.manifest)}`, json: { is_undamaged: true, ...jsonOf(archive.manifest) } };
    },
  }),
  restore: changingVerb({
    about: 'Checks an archive, then fills the database with it and applies deletions again.',
    args: { FILE },
    options: {
      erased: { about: 'a list of deletions since, as `backup erased` prints it', value: 'LIST' },
      replace: { about: 'the name of the site whose members are to be replaced', value: 'NAME' },
    },
    run: async (_, { args, options }) => {
      const path = args.FILE;
      const replace = options.replace ?? null;
      const deletions = options.erased === undefined ? [] : await readDeletions(options.erased);
      await using checked = await openArchive(path);
      await assertRestorable(replace);
      const apply = async () => {
        await using archive = await openArchive(path);
        const restored = await restoreArchive(archive, { replace, deletions, keptList: `${path}.erased.txt` });
        const { rows, deletions: applied, photos } = restored;
        const photoText = photos === null ? 'no photo files: copy the photo bucket' : countText(photos, 'photo file');
        return {
          text: `Restored: ${countText(rows, 'row')}, ${countText(applied, 'deletion')} applied again, ${photoText}.`,
          json: restored,
        };
      };
      return { would: `The database would be filled with ${summaryOf(checked.manifest)}.`, apply };
    },
  }),
  erased: readingVerb({
    about: 'Prints the ids of accounts that were erased or deleted since a time, one a line.',
    args: {},
    options: { since: { about: 'a time in UTC', value: 'TIME', whenMissing: 'Say since when: --since TIME' } },
    run: async (db, { options }) => {
      const deletions = await deletionsSince(db, { since: typedTime(options.since, 'since'), dueUntil: Date.now() - UNDELETE_MS });
      return { text: deletions.map(deletionLine).join('\n'), json: deletions.map(({ id, deletedAt }) => ({ id, deleted_at: deletedAt })) };
    },
  }),
};
