import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batch, type Database } from '#db/client';
import { dropKnownTables } from '#db/queries/backup/known-tables';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { saveSetting } from '#db/queries/operator/settings';
import { insertMail } from '#db/queries/shared/mail-queue';
import { addVitalCounts } from '#db/queries/vitals/vitals';
import { cities, erasedMembers, eventOutbox, mailbox, members, orders } from '#db/schema/index';
import { migrateTo } from '#db/setup/migrate';
import { readTarEntries } from '../../../cli/backup/tar-file.ts';
import {
  aBlock,
  aConversation,
  aDiscountCode,
  aMatch,
  aMember,
  anEmailChange,
  anImage,
  anOrderRow,
  newEmail,
  newId,
} from '../../support/database/factories.ts';
import { insertMessages } from '../../support/database/insert-messages.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { backupOf, everyRow, testFolder } from './backup-fixture.ts';

const [site, target, dir] = [await testDatabase(), await testDatabase(), await testFolder()];
const [backup, restore] = [backupOf(site.url), backupOf(target.url)];

/** The archives of one test have a folder of their own. */
const newArchive = () => join(dir, `${newId()}.tar`);
const exists = async (db: Database, id: string) => (await db.select().from(members).where(eq(members.id, id))).length === 1;

beforeEach(async () => {
  await batch(target.db, { members: target.db.delete(members), erased: target.db.delete(erasedMembers) });
});

/** Rows with texts, decimals, null and generated columns, and lists that are ordered by their rowids. */
async function fillSite({ db }: { db: Database }) {
  const [noor, bas] = [await aMember(db, { credits: 9, name: 'Noor "🙂"\n\u0007é', premiumUntil: 1 }), await aMember(db, { personal: '' })];
  const conversationId = await aConversation(db, noor.id, bas.id);
  await insertMessages(db, { conversationId, memberId: noor.id, otherId: bas.id, count: 3_000, length: 40 });
  await aMatch(db, noor.id, bas.id);
  await aBlock(db, bas.id, noor.id);
  await anImage(db, noor.id);
  await anEmailChange(db, { memberId: noor.id, oldEmail: newEmail(), newEmail: noor.email, doneAt: 1 });
  await aDiscountCode(db);
  await db.insert(orders).values({ ...anOrderRow({ memberId: noor.id }), id: newId() });
  await addVitalCounts(db, [
    { day: '2026-11-01', page: 'index', vital: 'cls', device: 'phone', source: 'network', upTo: 0.1 + 0.2, count: 1 },
  ]);
  await db
    .insert(cities)
    .values({ id: 7, country: 'NL', name: 'Utrecht', lat: 52.09083, lon: 5.1222200000000004, cell: 3 })
    .onConflictDoNothing();
  const mail = { kind: 'absence' as const, recipient: noor.email, subject: 'x', text: 'x', html: 'x', createdAt: 1, dueAt: 1 };
  const mailId = newId();
  await insertMail(db, { id: mailId, memberId: noor.id, ...mail });
  await db.insert(mailbox).values({ id: mailId, recipient: 'x', subject: 'x', text: 'x', html: 'x' });
  for (const createdAt of [2, 1])
    await db.insert(eventOutbox).values({ id: newId(), memberId: bas.id, event: { type: 'user.changed' }, createdAt, dueAt: 1 });
  await db.insert(erasedMembers).values({ id: newId(), erasedAt: 1 });
  await saveSetting(db, 'name', 'Bright');
  return { noor, bas };
}

test('a backup restored into an empty database gives the same rows in every table', async () => {
  await fillSite(site);
  const [created, path] = [
    await backup('create', dir),
    join(dir, (await readdir(dir)).find((name) => name.startsWith('vonk-backup-')) ?? ''),
  ];
  expect(created.says).toMatch(/vonk-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\nBright, .* UTC: \d+ members, \d+ rows, no photos/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await restore('verify', path)).says).toMatch(/^Undamaged\. Bright, /);
  expect(await restore('restore', path)).toMatchObject({
    ended: 'exit code 0',
    says: expect.stringMatching(/^Restored: \d+ rows, 0 deletions/),
  });
  const [before, after] = [await everyRow(site.db), await everyRow(target.db)];
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows);
  expect(await appliedMigrations(target.db)).toEqual([{ applied: KNOWN_MIGRATIONS }]);
});

test('a backup names the photo files that its rows refer to', async () => {
  const member = await aMember(site.db);
  await anImage(site.db, member.id);
  const path = newArchive();
  await backup('create', path);
  await using file = await open(path);
  const entry = (await readTarEntries(file))?.find(({ name }) => name === 'photo-names.txt.gz') ?? expect.unreachable();
  const names = gunzipSync((await readFile(path)).subarray(entry.offset, entry.offset + entry.bytes)).toString();
  const [image] = await site.db.all<{ thumb: string; large: string }>(sql`select thumb, large from images where member_id = ${member.id}`);
  expect(names.split('\n')).toEqual(expect.arrayContaining([image?.thumb, image?.large]));
});

test('a backup is not written over a file', async () => {
  const path = newArchive();
  await writeFile(path, 'x');
  expect(await backup('create', path)).toEqual({ ended: 'exit code 1', says: `${path} exists.` });
  expect(await readFile(path, 'utf8')).toBe('x');
});

test('a backup from before a migration is restored and brought up to date', async () => {
  await dropKnownTables(target.db);
  await migrateTo(target.db, KNOWN_MIGRATIONS - 1);
  // By the columns that members have had from the start: a migration may have added the others.
  const old = { id: newId() };
  await target.db.run(sql`insert into members (id, email, password_hash, status, name, language, locale, created_at)
    values (${old.id}, ${newEmail()}, 'x', 'active', 'Noor', 'nl', 'nl', 1)`);
  const path = newArchive();
  expect((await restore('create', path)).ended).toBe('exit code 0');
  expect((await restore('restore', path, '--replace', 'Vonk')).ended).toBe('exit code 0');
  expect(await exists(target.db, old.id)).toBe(true);
  expect(await appliedMigrations(target.db)).toEqual([{ applied: KNOWN_MIGRATIONS }]);
});

test('members of the target are replaced only by the name of the site', async () => {
  const path = newArchive();
  await backup('create', path);
  const member = await aMember(target.db);
  await saveSetting(target.db, 'name', 'Other');
  const before = await everyRow(target.db);
  expect(await restore('restore', path)).toEqual({
    ended: 'exit code 1',
    says: 'The database has 1 members. Restore into an empty one, or replace them: --replace "Other"',
  });
  expect(await restore('restore', path, '--replace', 'Bright')).toEqual({
    ended: 'exit code 1',
    says: 'The site of this database is called Other, not Bright.',
  });
  expect(await everyRow(target.db)).toEqual(before);
  expect((await restore('restore', path, '--replace', 'Other')).ended).toBe('exit code 0');
  expect(await exists(target.db, member.id)).toBe(false);
});
