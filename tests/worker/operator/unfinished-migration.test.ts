import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { clearMigration, noteMigration, siteNotes } from '#db/queries/operator/site-state';
import { MigrationError, migrate } from '#db/setup/migrate';
import { inProject } from '../../../scripts/lib/paths.ts';
import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startRooms, type TestRooms } from '../../support/product/test-rooms.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

let dir: string;
let database: TestDatabase;
let rooms: TestRooms;
let worker: TestWorker;
let db: Database;
let sender: Awaited<ReturnType<typeof aMember>>;
let conversation: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-half-'));
  database = await startDatabase();
  db = openDatabase(database.url);
  rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  worker = await startWorker({ dbUrl: database.url, partyHost: rooms.host });
  sender = await aMember(db, { credits: 50 });
  conversation = await aConversation(db, sender.id, (await aMember(db)).id);
});

afterAll(async () => {
  await worker?.stop();
  await rooms?.stop();
  await database?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

/** The folder of the migrations with more of them at its end. */
async function folderWith(more: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(dir, 'migrations-'));
  await cp(inProject('db/migrations'), folder, { recursive: true });
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'));
  for (const [i, [tag, statements]] of Object.entries(more).entries()) {
    const { when } = journal.entries.at(-1);
    journal.entries.push({ idx: KNOWN_MIGRATIONS + i, version: '6', when: when + 1, tag, breakpoints: true });
    await writeFile(join(folder, `${tag}.sql`), statements);
  }
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  return folder;
}

const GOOD = 'create table `first_of_two` (`id` text primary key);';
/** Its first statement succeeds and its second one fails. */
const BAD = 'create table `half_made` (`id` text primary key);--> statement-breakpoint\ninsert into `nowhere` values (1);';

const me = () => apiClient(worker.url, sender.cookie);
const health = () => apiClient(worker.url).get('/api/health.php');
const send = (client_id = newId()) =>
  me().post('/api/chat.php', { conversation: { id: conversation }, message: { client_id, text: 'Still there?' } });
const failureOf = (folder: string) =>
  migrate(database.url, undefined, { folder }).then(
    () => null,
    (error: unknown) => error,
  );
const tables = async () =>
  (await db.all<{ name: string }>("select name from sqlite_master where name in ('first_of_two', 'half_made') order by 1")).map(
    ({ name }) => name,
  );

describe('a migration that fails', () => {
  test('as the first one leaves the database as it was, and the site goes on', async () => {
    const error = await failureOf(await folderWith({ '9000_bad': BAD }));
    expect(error).toBeInstanceOf(MigrationError);
    expect(error).toMatchObject({ migration: '9000_bad', isUnchanged: true, message: expect.stringContaining('Nothing was changed.') });
    expect([await tables(), (await siteNotes(db)).migration]).toEqual([[], null]);
    expect([(await health()).status, (await send()).status]).toEqual([200, 201]);
  });

  test('behind another one is named by the health check; writes are refused, reads go on, and its own run mends it', async () => {
    const halfway = await folderWith({ '9000_good': GOOD, '9001_bad': BAD });
    const error = await failureOf(halfway);
    expect(error).toMatchObject({ migration: '9001_bad', isUnchanged: false, message: expect.stringContaining('The site refuses writes') });
    // The migration before is applied, and no statement of the failed one.
    expect(await tables()).toEqual(['first_of_two']);

    const answer = await health();
    expect([answer.status, answer.at('ok'), answer.at('db'), answer.at('schema.applied')]).toEqual([
      503,
      false,
      true,
      KNOWN_MIGRATIONS + 1,
    ]);
    expect(answer.at('migration')).toEqual({ name: '9001_bad', since: expect.stringMatching(/^\d{4}-.*Z$/), stops_writes: true });

    const client = newId();
    const refused = await send(client);
    expect([refused.status, refused.at('error.code'), refused.at('error.details.reason')]).toEqual([503, 'unavailable', 'migration']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(20);
    for (const call of [
      await me().post('/api/likes.php', { profile: newId() }),
      await me().put('/api/user.php', { personal: 'x' }),
      await apiClient(worker.url).post('/api/login.php', { email: 'a@example.org', password: 'a password' }),
    ])
      expect(call.status).toBe(503);
    for (const path of ['/api/user.php', '/api/chats.php', `/api/chat.php?conversation=${conversation}`, '/', '/chats'])
      expect([path, (await me().get(path)).status]).toEqual([path, 200]);

    // A second run that fails at once is no first one: the database is not as it was before both.
    expect(await failureOf(halfway)).toMatchObject({ isUnchanged: false });
    await writeFile(join(halfway, '9001_bad.sql'), 'create table `half_made` (`id` text primary key);');
    expect(await migrate(database.url, undefined, { folder: halfway })).toEqual({ applied: 1 });
    expect(await tables()).toEqual(['first_of_two', 'half_made']);
    expect([(await siteNotes(db)).migration, (await health()).at('migration')]).toEqual([null, null]);
    expect((await send(client)).status).toBe(201);
    await db.$client.executeMultiple(
      `drop table first_of_two; drop table half_made;
       delete from __drizzle_migrations where created_at > (select max(created_at) - 2 from __drizzle_migrations)`,
    );
    expect((await health()).status).toBe(200);
  });
});

describe('a migration that has begun', () => {
  const note = (since: number, stopsWrites = false) => noteMigration(db, { name: '9000_long', stopsWrites, since });

  test('stops no writes for a minute, and then does: whoever ran it may be gone', async () => {
    await note(Date.now() - 20_000);
    expect([(await send()).status, (await health()).status, (await health()).at('migration.stops_writes')]).toEqual([201, 200, false]);
    await note(Date.now() - 61_000);
    expect([(await send()).status, (await health()).status, (await health()).at('migration.stops_writes')]).toEqual([503, 503, true]);
    await clearMigration(db);
  });

  test('stops writes at once where the operator wants that, and the scheduled handler with them', async () => {
    await note(Date.now(), true);
    expect((await send()).status).toBe(503);
    await db.$client.execute("delete from site_state where key = 'sweep'");
    expect(await worker.scheduled()).toBe('ok');
    expect((await siteNotes(db)).sweptAt).toBeNull();
    await expect.poll(() => worker.log()).toContain('"at":"sweep"');
    await clearMigration(db);
    expect(await worker.scheduled()).toBe('ok');
    expect((await siteNotes(db)).sweptAt).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('the time of the last run of the scheduled handler', () => {
  test('is late after five minutes, and the health check says so', async () => {
    await worker.scheduled();
    expect([(await health()).status, (await health()).at('sweep.is_late')]).toEqual([200, false]);
    await db.$client.execute({ sql: "update site_state set at = ? where key = 'sweep'", args: [Date.now() - 301_000] });
    const late = await health();
    expect([late.status, late.at('sweep.is_late')]).toEqual([503, true]);
    await worker.scheduled();
    expect((await health()).status).toBe(200);
  });
});
