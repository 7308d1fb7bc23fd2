import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { batch, isDatabaseUnreachable, openDatabase } from '#db/client';
import { settings } from '#db/schema/index';
import { startDatabase } from '../support/database/test-database-server.ts';

const database = await startDatabase();
afterAll(database.stop);

let other: DatabaseSync;
beforeEach(() => {
  other = new DatabaseSync(database.file);
  other.exec('begin immediate');
});
afterEach(() => other.close());

test('a write waits while another writer locks the database, as a checkpoint does, and is executed once', async () => {
  const db = openDatabase(database.url);
  const writing = batch(db, [db.insert(settings).values({ key: 'name', value: 'Late' })]);
  await wait(2500);
  other.exec('rollback');
  await writing;
  expect(await db.select().from(settings)).toEqual([{ key: 'name', value: 'Late' }]);
});

test('a database that stays locked counts as unavailable after the timeout of one trip', async () => {
  const db = openDatabase(database.url, undefined, 1000);
  const began = Date.now();
  const error = await db
    .insert(settings)
    .values({ key: 'template', value: 'classic' })
    .then(null, (cause: unknown) => cause);
  expect(isDatabaseUnreachable(error)).toBe(true);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
  expect(await db.select().from(settings)).toHaveLength(1);
});
