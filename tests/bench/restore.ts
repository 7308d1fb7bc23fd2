import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/client';
import { countMembers } from '#db/queries/backup/known-tables';
import { createArchive } from '../../cli/backup/create-archive.ts';
import { openArchive } from '../../cli/backup/manifest.ts';
import { restoreArchive } from '../../cli/backup/restore-archive.ts';
import { eraseMembers, someMembers } from '../support/database/later-deletions.ts';
import { insertConversations } from '../support/database/long-conversations.ts';
import { countRows } from '../support/database/table-rows.ts';
import { startDatabase } from '../support/database/test-database-server.ts';
import { assertCorrect, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';

/** A backup of a site and its restore into an empty database, with later erasures (docs/performance.md, "P20: backup and restore"). */
const MEMBERS = 100_000;
const CONVERSATIONS = 30;
const MESSAGES_EACH = 10_000;
const ERASED = 100;

await using lifetime = new AsyncDisposableStack();
const site = await filledDatabase(MEMBERS, Date.now());
lifetime.defer(site.stop);
const target = await startDatabase();
lifetime.defer(target.stop);
const dir = await mkdtemp(join(tmpdir(), 'vonk-restore-'));
lifetime.defer(() => rm(dir, { recursive: true, force: true }));

/** Runs a part; returns its result and its duration in seconds, and prints the memory of this process after it. */
async function timed<T>(what: string, run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  const result = await run();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB of memory at most so far`);
  return { result, seconds };
}

await insertConversations(site.db, { conversations: CONVERSATIONS, messagesEach: MESSAGES_EACH });
process.env.DB_URL = site.url;
const created = await timed('create', () => createArchive(site.db, dir));
const { path } = created.result;
console.log(`${((await stat(path)).size / 1e6).toFixed(0)} MB`);

const erasedIds = await someMembers(site.db, ERASED, 2 * CONVERSATIONS);
await eraseMembers(site.db, erasedIds);

process.env.DB_URL = target.url;
const restored = await timed('restore', async () => {
  await using archive = await openArchive(path);
  return await restoreArchive(archive, {
    replace: null,
    keptList: `${path}.erased.txt`,
    deletions: erasedIds.map((id) => ({ id, deletedAt: null })),
  });
});
const db = openDatabase(target.url);
assertCorrect(restored.result.deletions === ERASED, `${restored.result.deletions} deletions`);
assertCorrect((await countMembers(db)) === MEMBERS - ERASED, 'the number of members');
for (const table of ['members', 'images', 'messages', 'ledger_lines', 'erased_members'])
  assertCorrect((await countRows(db, table)) === (await countRows(site.db, table)), `the rows of ${table}`);

const inSeconds = { limit: null, unit: 's', aim: 600 };
report('P20 backup and restore', [
  {
    what: `${MEMBERS} members, ${created.result.manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows: create`,
    ours: created.seconds,
    ...inSeconds,
  },
  { what: `restore, checked, with ${ERASED} later erasures`, ours: restored.seconds, ...inSeconds },
]);
