import { expect, test } from 'vitest';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { migrate } from '#db/setup/migrate';
import { testDatabase } from '../../support/database/test-database.ts';

const { db, url } = await testDatabase();

const shapeOf = () => db.all<{ sql: string }>('select name, sql from sqlite_master order by name');

test('a migration creates the newest schema, and a second one changes nothing', async () => {
  const before = await shapeOf();
  expect(before.length).toBeGreaterThan(20);
  expect(await migrate(url)).toEqual({ applied: 0 });
  expect(await shapeOf()).toEqual(before);
  expect(await appliedMigrations(db)).toEqual([{ applied: KNOWN_MIGRATIONS }]);
});

test('a second migration corrects labels and adds no rows', async () => {
  const rows = () => db.all('select * from catalogue order by kind, parent, id');
  const regions = () => db.all('select * from regions order by id');
  const before = [await rows(), await regions()];
  await db.run(`update catalogue set labels = '{"en":"Wrong"}', position = 999`);
  await db.run(`update regions set name = 'Wrong'`);
  await migrate(url);
  expect([await rows(), await regions()]).toEqual(before);
});

test('the schema refuses a negative balance, a pair of members in the wrong order, and a second message with the same seq', async () => {
  const insert = (values: string) =>
    db.run(`insert into members (id, email, password_hash, status, name, language, locale, created_at, credits) values (${values})`);
  await insert(`'a', 'a@example.org', 'x', 'active', 'A', 'en', 'en', 1, 0`);
  await expect(insert(`'b', 'b@example.org', 'x', 'active', 'B', 'en', 'en', 1, -1`)).rejects.toThrow();
  await expect(insert(`'c', 'a@example.org', 'x', 'active', 'C', 'en', 'en', 1, 0`)).rejects.toThrow();
  await expect(db.run(`update members set credits = credits - 1 where id = 'a'`)).rejects.toThrow();
  await expect(
    db.run(`insert into conversations (id, lower_member_id, higher_member_id, created_at) values ('k', 'b', 'a', 1)`),
  ).rejects.toThrow();
  await db.run(`insert into conversations (id, lower_member_id, higher_member_id, created_at) values ('k', 'a', 'b', 1)`);
  const message = (id: string) =>
    `insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at)
      values ('${id}', 'k', 1, 'a', '${id}', 'Hello', 1)`;
  await db.run(message('m1'));
  await expect(db.run(message('m2'))).rejects.toThrow();
});
