import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { batch, isDatabaseUnreachable, openDatabase } from '#db/client';
import { settings } from '#db/schema/index';
import { startDatabase } from '../support/database/test-database-server.ts';
import { startFaultProxy } from '../support/servers/fault-proxy.ts';

const database = await startDatabase();
afterAll(database.stop);

let other: DatabaseSync;

describe('while another writer locks the database', () => {
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
});

test('of many writers that read first none is refused because another one has written meanwhile', async () => {
  let requests = 0;
  const proxy = await startFaultProxy(new URL(database.url).host, {
    decideOutcome: () => {
      requests += 1;
      return 'pass';
    },
  });
  onTestFinished(proxy.stop);
  const db = openDatabase(`http://${proxy.host}`);
  const [rounds, writers] = [5, 40];
  const write = () => batch(db, { before: db.select().from(settings), change: db.update(settings).set({ key: sql`key` }) });
  for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: writers }, write));
  // A checkpoint may refuse a few.
  expect(requests).toBeLessThan(rounds * writers * 1.1);
});
