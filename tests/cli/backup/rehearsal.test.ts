import { copyFile, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { openDatabase } from '#db/client';
import { members } from '#db/schema/index';
import { eraseMembers, markDeleted, someMembers } from '../../support/database/later-deletions.ts';
import { insertConversations } from '../../support/database/long-conversations.ts';
import { populate } from '../../support/database/populate.ts';
import { countRows } from '../../support/database/table-rows.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { TEST_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import { backupOf, everyRow, testFolder } from './backup-fixture.ts';

/** `npm run rehearse` and `TESTS=all npm test` rehearse at full size, every other run with a small site on the same path. */
const isFull = process.env.TESTS === 'all';
const SIZE = isFull
  ? { members: 100_000, conversations: 30, messagesEach: 10_000 }
  : { members: 2_000, conversations: 3, messagesEach: 1_000 };
const [ERASED, DELETED] = [100, 100];
/** What a restore may take at full size (docs/operating.md, "Restoring"). */
const AIM_MS = 10 * MINUTE;
const FILL_MS = 10 * MINUTE;
const REHEARSAL_MS = isFull ? 6 * AIM_MS : TEST_TIMEOUT_MS;

const [site, target, dir] = [await testDatabase(), await testDatabase(), await testFolder()];
const [backup, restore] = [backupOf(site.url), backupOf(target.url)];

/** Writes a copy of a file with one bit changed in its middle; returns its path. */
async function damagedCopy(path: string): Promise<string> {
  const copy = `${path}.damaged`;
  await copyFile(path, copy);
  await using file = await open(copy, 'r+');
  const middle = Math.floor((await stat(copy)).size / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, middle);
  buffer[0] = (buffer[0] ?? 0) ^ 1;
  await file.write(buffer, 0, 1, middle);
  return copy;
}

const statusOf = async (ids: readonly string[]) =>
  target.db
    .select({ status: members.status, deletedAt: members.deletedAt })
    .from(members)
    .where(inArray(members.id, [...ids]));

test(
  `a site of ${SIZE.members} members is restored within ten minutes, with the deletions since; a damaged archive changes nothing`,
  async () => {
    await populate(openDatabase(site.url, undefined, FILL_MS), SIZE.members, Date.now(), () => undefined);
    await insertConversations(site.db, SIZE);
    const path = join(dir, 'site.tar');
    expect((await backup('create', path)).ended).toBe('exit code 0');

    const since = new Date().toISOString().slice(0, 16);
    const gone = await someMembers(site.db, ERASED + DELETED, SIZE.conversations);
    const [erased, deleted, deletedAt] = [gone.slice(0, ERASED), gone.slice(ERASED), Date.now()];
    await eraseMembers(site.db, erased);
    await markDeleted(site.db, deleted, deletedAt);
    const list = join(dir, 'erased.txt');
    await writeFile(list, (await backup('erased', '--since', since)).says);

    const before = await everyRow(target.db);
    const refused = await restore('restore', await damagedCopy(path), '--erased', list);
    expect([refused.ended, refused.says]).toEqual(['exit code 1', expect.stringMatching(/damaged|truncated/)]);
    expect(await everyRow(target.db)).toEqual(before);

    const began = performance.now();
    const restored = await restore('restore', path, '--erased', list);
    const took = performance.now() - began;
    expect([restored.ended, restored.says]).toEqual([
      'exit code 0',
      expect.stringContaining(`${ERASED + DELETED} deletions applied again`),
    ]);
    expect(took).toBeLessThan(AIM_MS);

    expect(await statusOf(erased)).toEqual([]);
    expect(await statusOf(deleted)).toEqual(deleted.map(() => ({ status: 'deleted', deletedAt })));
    expect(await countRows(target.db, 'members')).toBe(SIZE.members - ERASED);
    for (const table of ['members', 'images', 'conversations', 'messages', 'credit_lots', 'ledger_lines', 'erased_members'])
      expect([table, await countRows(target.db, table)]).toEqual([table, await countRows(site.db, table)]);
  },
  REHEARSAL_MS,
);
