import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batch, type Database, openDatabase } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { countMembers } from '#db/queries/backup/known-tables';
import { createArchive } from '../../cli/backup/create-archive.ts';
import { openArchive } from '../../cli/backup/manifest.ts';
import { restoreArchive } from '../../cli/backup/restore-archive.ts';
import { aConversation } from '../support/database/factories.ts';
import { insertMessages } from '../support/database/insert-messages.ts';
import { countRows } from '../support/database/table-rows.ts';
import { startDatabase } from '../support/database/test-database-server.ts';
import { assertCorrect, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';

/** A backup of a site and its restore into an empty database, with later erasures (docs/performance.md, "P20: backup and restore"). */
const MEMBERS = 100_000;
const CONVERSATIONS = 30;
const MESSAGES_EACH = 10_000;
const LENGTH = 120;
const ERASED = 100;

await using lifetime = new AsyncDisposableStack();
const site = await filledDatabase(MEMBERS, Date.now());
lifetime.defer(site.stop);
const target = await startDatabase();
lifetime.defer(target.stop);
const dir = await mkdtemp(join(tmpdir(), 'vonk-restore-'));
lifetime.defer(() => rm(dir, { recursive: true, force: true }));

async function someMembers(db: Database, count: number): Promise<string[]> {
  const { rows } = await db.$client.execute({ sql: 'select id from members order by id limit ?', args: [count] });
  return rows.map(({ id }) => String(id));
}

async function insertConversations(db: Database): Promise<void> {
  const ids = await someMembers(db, 2 * CONVERSATIONS);
  for (let i = 0; i < CONVERSATIONS; i += 1) {
    const [memberId = '', otherId = ''] = ids.slice(2 * i);
    const conversationId = await aConversation(db, memberId, otherId);
    await insertMessages(db, { conversationId, memberId, otherId, count: MESSAGES_EACH, length: LENGTH });
  }
}

/** Runs a part; returns its result and its duration in seconds, and prints the memory of this process after it. */
async function timed<T>(what: string, run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  const result = await run();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB of memory at most so far`);
  return { result, seconds };
}

await insertConversations(site.db);
process.env.DB_URL = site.url;
const created = await timed('create', () => createArchive(site.db, dir));
const { path } = created.result;
console.log(`${((await stat(path)).size / 1e6).toFixed(0)} MB`);

const erasedIds = (await someMembers(site.db, 2 * CONVERSATIONS + ERASED)).slice(-ERASED);
for (const id of erasedIds) {
  await site.db.$client.execute({ sql: "update members set status = 'deleted', deleted_at = 1 where id = ?", args: [id] });
  await batch(site.db, eraseMember(site.db, id, Date.now()));
}

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
