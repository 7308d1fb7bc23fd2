import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch, type Database } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { erasedMembers, fileRemovals, members, sessions } from '#db/schema/index';
import { aConversation, aMember, anImage, newId } from '../../support/database/factories.ts';
import { insertMessages } from '../../support/database/insert-messages.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess } from '../run-site-command.ts';
import { backupOf, everyRow, testFolder } from './backup-fixture.ts';

const [site, target, dir] = [await testDatabase(), await testDatabase(), await testFolder()];
const [backup, restore] = [backupOf(site.url), backupOf(target.url)];

const siteCommand = siteCommandsInProcess(() => site.url);
const siteMember = (...words: string[]) => siteCommand('member', ...words);
const newArchive = () => join(dir, `${newId()}.tar`);
const exists = async (db: Database, id: string) => (await db.select().from(members).where(eq(members.id, id))).length === 1;

beforeEach(async () => {
  await batch(target.db, { members: target.db.delete(members), erased: target.db.delete(erasedMembers) });
});

/** A site with an archive, after which one member was erased and another one deleted. */
async function siteWithLaterDeletions() {
  const [erased, deleted, other] = [await aMember(site.db, { credits: 3 }), await aMember(site.db), await aMember(site.db)];
  const banned = await aMember(site.db, { status: 'banned', statusBefore: 'active' });
  const conversation = await aConversation(site.db, erased.id, other.id);
  await insertMessages(site.db, { conversationId: conversation, memberId: erased.id, otherId: other.id, count: 2, length: 9 });
  await anImage(site.db, erased.id);
  const path = newArchive();
  await backup('create', path);
  const since = new Date().toISOString().slice(0, 16);
  await site.db
    .update(members)
    .set({ status: 'deleted', statusBefore: 'active', deletedAt: Date.now() - 30 * DAY })
    .where(eq(members.id, erased.id));
  await batch(site.db, eraseMember(site.db, erased.id, Date.now()));
  const deletedAt = Date.now();
  await site.db.update(members).set({ status: 'deleted', statusBefore: 'active', deletedAt }).where(eq(members.id, deleted.id));
  const expectDeletions = async (db: Database) => {
    expect(await exists(db, erased.id)).toBe(false);
    const [row] = await db.select().from(members).where(eq(members.id, deleted.id));
    expect(row).toMatchObject({ status: 'deleted', statusBefore: 'active', deletedAt });
    expect(await db.select().from(sessions).where(eq(sessions.memberId, deleted.id))).toEqual([]);
    expect(await exists(db, other.id)).toBe(true);
    expect((await db.select().from(members).where(eq(members.id, banned.id)))[0]?.status).toBe('banned');
    expect((await db.select().from(fileRemovals)).length).toBeGreaterThan(0);
    expect(await checkInvariants(db)).toEqual([]);
  };
  return { path, since, erased, deleted, deletedAt, expectDeletions };
}

test('deletions since the backup are listed and applied again from the list', async () => {
  const { path, since, erased, deleted, deletedAt, expectDeletions } = await siteWithLaterDeletions();
  const list = await backup('erased', '--since', since);
  expect(list.says.split('\n')).toEqual([erased.id, `${deleted.id} ${new Date(deletedAt).toISOString()}`]);
  const listPath = join(dir, `${newId()}.txt`);
  await writeFile(listPath, `${list.says}\n${newId()}\n`);
  expect((await restore('restore', path, '--erased', listPath)).says).toContain('2 deletions applied again');
  await expectDeletions(target.db);
  expect((await target.db.select().from(erasedMembers)).map(({ id }) => id)).toContain(erased.id);
});

test('deletions that the replaced database knows of are applied again without a list', async () => {
  const { path, erased, deleted, deletedAt, expectDeletions } = await siteWithLaterDeletions();
  expect((await backup('restore', path, '--replace', 'Vonk')).says).toContain('2 deletions applied again');
  await expectDeletions(site.db);
  // The database has lost the list by then; a restore that breaks off is repeated with the file.
  const kept = await readFile(`${path}.erased.txt`, 'utf8');
  expect(kept.split('\n')).toEqual(expect.arrayContaining([erased.id, `${deleted.id} ${new Date(deletedAt).toISOString()}`]));
});

test('a list with a line that is no deletion is refused before anything changes', async () => {
  const path = newArchive();
  await backup('create', path);
  const listPath = join(dir, `${newId()}.txt`);
  await writeFile(listPath, `${newId()}\nNoor the second\n`);
  const before = await everyRow(target.db);
  expect((await restore('restore', path, '--erased', listPath)).says).toContain('a line that is no deletion: Noor the second');
  expect(await everyRow(target.db)).toEqual(before);
});

test('an erasure that is due and has not been done yet is listed and applied again, also where the backup knows of the deletion', async () => {
  const [active, deletedBefore] = [await aMember(site.db), await aMember(site.db)];
  await siteMember('erase', deletedBefore.email);
  const path = newArchive();
  await backup('create', path);
  // A minute may end meanwhile.
  const since = new Date().toISOString().slice(0, 16);
  for (const { email } of [active, deletedBefore]) expect((await siteMember('erase', email, '--now')).ended).toBe('exit code 0');
  const list = await backup('erased', '--since', since);
  for (const { id } of [active, deletedBefore]) expect(list.says).toContain(`${id} 20`);
  const listPath = join(dir, `${newId()}.txt`);
  await writeFile(listPath, list.says);
  expect((await restore('restore', path, '--erased', listPath)).ended).toBe('exit code 0');
  for (const { id } of [active, deletedBefore]) {
    const [row] = await target.db.select().from(members).where(eq(members.id, id));
    expect(row).toMatchObject({ status: 'deleted', statusBefore: 'active' });
    expect(row?.deletedAt).toBeLessThanOrEqual(Date.now() - 28 * DAY);
  }
});
