import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { migrate as applyMigrations } from 'drizzle-orm/libsql/migrator';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { complaints, creditLots, discounts, ledgerLines, mails, members, participants, reports, spendingLimits } from '#db/schema/index';
import { migrate } from '#db/setup/migrate';
import journal from '../../../db/migrations/meta/_journal.json' with { type: 'json' };
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
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

/** Starts an empty database and applies the first `count` migrations alone. It stops with the test. */
async function databaseWithMigrations(count: number) {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-migrations-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const migrationsFolder = join(dir, 'migrations');
  await cp(fileURLToPath(new URL('../../../db/migrations', import.meta.url)), migrationsFolder, { recursive: true });
  const entries = journal.entries.slice(0, count);
  await writeFile(join(migrationsFolder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  const server = await startDatabaseServer({ port: await freePort(), dir: join(dir, 'rows'), log: join(dir, 'database.log') });
  onTestFinished(server.stop);
  const old = openDatabase(server.url);
  await applyMigrations(old, { migrationsFolder });
  return { old, oldUrl: server.url };
}

test('0001 renames columns and keeps their values', async () => {
  const { old, oldUrl } = await databaseWithMigrations(1);
  for (const statement of [
    `insert into members (id, email, password_hash, status, name, language, locale, created_at) values
      ('a', 'a@example.org', 'x', 'active', 'A', 'en', 'en', 1), ('b', 'b@example.org', 'x', 'active', 'B', 'en', 'en', 1)`,
    `insert into participants (member_id, conversation_id, other_id, is_open) values ('a', 'k', 'b', 0), ('b', 'k', 'a', 1)`,
    `insert into discounts (code, kind, percent, starts_at, uses, per_account, created_at) values ('TEN', 'code', 10, 1, 100, 2, 1)`,
    `insert into reports (id, reporter_id, reported_id, reason, messages, created_at) values ('r', 'a', 'b', 'spam', '["m1","m2"]', 1)`,
    `insert into complaints (number, email, name, locale, subject, text, reference, created_at, answer, answered_at, closed_at) values
      ('1', 'a@example.org', 'A', 'en', 'other', 'x', '', 1, 'An answer', 3, 2), ('2', 'b@example.org', 'B', 'en', 'other', 'x', '', 1, null, null, null)`,
  ]) {
    await old.run(statement);
  }

  expect(await migrate(oldUrl)).toEqual({ applied: KNOWN_MIGRATIONS - 1 });
  expect(await old.select().from(participants).orderBy(participants.memberId)).toMatchObject([
    { memberId: 'a', isAccessible: false },
    { memberId: 'b', isAccessible: true },
  ]);
  expect(await old.select().from(discounts)).toMatchObject([{ code: 'TEN', maxUses: 100, maxUsesPerAccount: 2 }]);
  expect(await old.select().from(reports)).toMatchObject([{ id: 'r', messageIds: ['m1', 'm2'] }]);
  expect(await old.select().from(complaints).orderBy(complaints.number)).toMatchObject([
    { number: '1', answerMailedAt: 3 },
    { number: '2', answerMailedAt: null },
  ]);
});

test('0002 empties the mails that were accepted, and no other', async () => {
  const { old, oldUrl } = await databaseWithMigrations(2);
  const columns = 'id, member_id, kind, recipient, subject, text, html, headers, created_at, due_at, tries, accepted_at';
  for (const values of [
    `'accepted', 'a', 'reset', 'a@example.org', 's', 'a link', 'h', '{"List-Unsubscribe":"x"}', 1, 1, 0, 2`,
    `'receipt', null, 'complaint', 'b@example.org', 's', 'a number', 'h', null, 1, 1, 0, 2`,
    `'waiting', 'a', 'reset', 'a@example.org', 's', 'a link', 'h', null, 1, 1, 3, null`,
  ]) {
    await old.run(`insert into mails (${columns}) values (${values})`);
  }
  await migrate(oldUrl);
  const empty = { subject: '', text: '', html: '', headers: null };
  expect(await old.select().from(mails).orderBy(mails.id)).toMatchObject([
    { id: 'accepted', ...empty, memberId: 'a', kind: 'reset', recipient: '', acceptedAt: 2 },
    { id: 'receipt', ...empty, recipient: 'b@example.org' },
    { id: 'waiting', recipient: 'a@example.org', subject: 's', text: 'a link', html: 'h', tries: 3, acceptedAt: null },
  ]);
});

/** A ledger line as a Worker without lots writes it. */
const oldLine = (memberId: string, id: string, amount: number, reason: string, reference: string) =>
  `insert into ledger (id, member_id, amount, reason, reference, created_at) values
    ('${id}', '${memberId}', ${amount}, '${reason}', '${reference}', ${Number(id.slice(1))})`;

/** Members with a ledger from before the lots, with the balance that it makes. */
const OLD_LEDGERS: Readonly<Record<string, { credits: number; lines: readonly (readonly [number, string, string])[] }>> = {
  // Spends 4 of the welcome credits, then 2 of these and 2 of a pack. The second message is refunded, the pack charged back and won.
  a: {
    credits: 72,
    lines: [
      [6, 'welcome', 'a'],
      [20, 'purchase', 'a1'],
      [-4, 'message', 'am1'],
      [-4, 'message', 'am2'],
      [4, 'refund', 'am2'],
      [50, 'purchase', 'a2'],
      [-20, 'reversal', 'a1#2'],
      [20, 'reversal', 'a1#3'],
    ],
  },
  // Has spent a pack before it was charged back. Another one pays the debt; then the charge-back is won.
  b: {
    credits: 50,
    lines: [
      [20, 'purchase', 'b1'],
      [-20, 'message', 'bm1'],
      [50, 'purchase', 'b2'],
      [-20, 'owed', 'b2'],
      [20, 'reversal', 'b1#3'],
    ],
  },
  // Has spent 15 of a pack, of which one is refunded, before and after it was charged back. Then the charge-back is won.
  c: {
    credits: 6,
    lines: [
      [20, 'purchase', 'c1'],
      [-14, 'message', 'cm1'],
      [-1, 'message', 'cm2'],
      [-5, 'reversal', 'c1#2'],
      [1, 'refund', 'cm2'],
      [20, 'reversal', 'c1#3'],
      [-15, 'owed', 'c1#3'],
    ],
  },
  // Withdraws from the first of two packs when more than that pack is spent.
  d: {
    credits: 10,
    lines: [
      [20, 'purchase', 'd1'],
      [20, 'purchase', 'd2'],
      [-21, 'message', 'dm1'],
      [-9, 'reversal', 'd1#2'],
    ],
  },
};

test('0003 replays each ledger into lots, and gives a lot to lines that an older Worker still writes', async () => {
  const { old, oldUrl } = await databaseWithMigrations(3);
  let at = 0;
  for (const [id, { credits, lines }] of Object.entries(OLD_LEDGERS)) {
    await old.run(`insert into members (id, email, password_hash, status, name, language, locale, credits, created_at) values
      ('${id}', '${id}@example.org', 'x', 'active', 'A', 'en', 'en', ${credits}, 1)`);
    for (const [amount, reason, reference] of lines) {
      at += 1;
      await old.run(oldLine(id, `l${at}`, amount, reason, reference));
    }
  }
  const movements = () => old.all('select reason, reference, sum(amount) as amount from ledger group by reason, reference order by 1, 2');
  const before = await movements();
  await migrate(oldUrl);

  expect(await movements()).toEqual(before);
  const linesOf = (memberId: string) =>
    old
      .select({ lot: sql<string>`${creditLots.reference}`, line: sql<string>`${ledgerLines.reason} || ' ' || ${ledgerLines.amount}` })
      .from(ledgerLines)
      .innerJoin(creditLots, eq(creditLots.id, ledgerLines.lotId))
      .where(eq(ledgerLines.memberId, memberId))
      .orderBy(creditLots.createdAt, sql`${ledgerLines}.rowid`)
      .then((rows) => Object.fromEntries([...Map.groupBy(rows, ({ lot }) => lot)].map(([lot, all]) => [lot, all.map(({ line }) => line)])));
  expect(await linesOf('a')).toEqual({
    a: ['welcome 6', 'message -4', 'message -2', 'refund 2'],
    a1: ['purchase 20', 'message -2', 'refund 2', 'reversal -20', 'reversal 20'],
    a2: ['purchase 50'],
  });
  expect(await linesOf('b')).toEqual({ b1: ['purchase 20', 'message -20'], b2: ['purchase 50', 'owed -20', 'reversal 20'] });
  expect(await linesOf('c')).toEqual({
    c1: ['purchase 20', 'message -14', 'message -1', 'reversal -5', 'refund 1', 'reversal 20', 'owed -15'],
  });
  expect(await linesOf('d')).toEqual({ d1: ['purchase 20', 'message -20'], d2: ['purchase 20', 'message -1', 'reversal -9'] });
  const remaining = async () =>
    Object.fromEntries((await old.select().from(creditLots)).map((lot) => [`${lot.source} ${lot.reference}`, lot.remaining]));
  expect(await remaining()).toEqual({
    'welcome a': 2,
    'purchase a1': 20,
    'purchase a2': 50,
    'purchase b1': 0,
    'purchase b2': 50,
    'purchase c1': 6,
    'purchase d1': 0,
    'purchase d2': 10,
  });

  for (const statement of [
    oldLine('a', 'n101', -3, 'message', 'an1'),
    oldLine('b', 'n102', 50, 'purchase', 'b3'),
    oldLine('b', 'n103', -7, 'owed', 'b3'),
    oldLine('c', 'n104', -6, 'reversal', 'c1#4'),
  ]) {
    await old.run(statement);
  }
  expect(await remaining()).toMatchObject({ 'welcome a': 0, 'purchase a1': 19, 'purchase b2': 50, 'purchase b3': 43, 'purchase c1': 0 });
  await old.run(`update members set credits = (select sum(amount) from ledger_lines where member_id = members.id)`);
  expect((await checkInvariants(old)).filter((breach) => /lot|credits are the sum/.test(breach))).toEqual([]);
});

test('0004 ranks members who hide their presence by the day, and leaves the others and the choice of search engines alone', async () => {
  const { old, oldUrl } = await databaseWithMigrations(4);
  await old.run(
    `insert into members (id, email, password_hash, status, name, language, locale, created_at, hide_presence, activity_bucket) values
      ('a', 'a@example.org', 'x', 'active', 'A', 'en', 'en', 1, 1, 1983500), ('b', 'b@example.org', 'x', 'active', 'B', 'en', 'en', 1, 0, 1983500)`,
  );
  expect(await migrate(oldUrl)).toEqual({ applied: KNOWN_MIGRATIONS - 4 });
  const { id, activityBucket, allowSearchEngines } = members;
  expect(await old.select({ id, activityBucket, allowSearchEngines }).from(members).orderBy(id)).toEqual([
    { id: 'a', activityBucket: 1_983_456, allowSearchEngines: false },
    { id: 'b', activityBucket: 1_983_500, allowSearchEngines: false },
  ]);
});

test('0005 gives spending limits the currency in which their member pays', async () => {
  const { old, oldUrl } = await databaseWithMigrations(5);
  const aMemberOf = (id: string, country: string) =>
    `insert into members (id, email, password_hash, status, name, language, locale, created_at, payment_country) values
      ('${id}', '${id}@example.org', 'x', 'active', '${id}', 'en', 'en', 1, ${country})`;
  for (const statement of [
    aMemberOf('a', `'NL'`),
    aMemberOf('b', `'GB'`),
    aMemberOf('c', 'null'),
    aMemberOf('d', `'US'`),
    `insert into settings (key, value) values ('default_country', '"CH"')`,
    `insert into products (id, kind, position) values ('pack', 'pack', 1)`,
    `insert into prices (product_id, country, currency, amount) values
      ('pack', 'NL', 'EUR', 1), ('pack', 'GB', 'GBP', 1), ('pack', 'CH', 'CHF', 1)`,
    `insert into spending_limits (member_id, day) values ('a', 1), ('b', 2), ('c', 3), ('d', 4)`,
  ]) {
    await old.run(statement);
  }
  expect(await migrate(oldUrl)).toEqual({ applied: KNOWN_MIGRATIONS - 5 });
  const { memberId, day, currency } = spendingLimits;
  expect(await old.select({ memberId, day, currency }).from(spendingLimits).orderBy(memberId)).toEqual([
    { memberId: 'a', day: 1, currency: 'EUR' },
    { memberId: 'b', day: 2, currency: 'GBP' },
    { memberId: 'c', day: 3, currency: 'CHF' },
    // Nothing is sold where this one pays.
    { memberId: 'd', day: 4, currency: 'EUR' },
  ]);
});

test('the schema refuses a negative balance, a negative lot, a pair of members in the wrong order, and a second message with the same seq', async () => {
  const insert = (values: string) =>
    db.run(`insert into members (id, email, password_hash, status, name, language, locale, created_at, credits) values (${values})`);
  await insert(`'a', 'a@example.org', 'x', 'active', 'A', 'en', 'en', 1, 0`);
  await expect(insert(`'b', 'b@example.org', 'x', 'active', 'B', 'en', 'en', 1, -1`)).rejects.toThrow();
  await expect(insert(`'c', 'a@example.org', 'x', 'active', 'C', 'en', 'en', 1, 0`)).rejects.toThrow();
  await expect(db.run(`update members set credits = credits - 1 where id = 'a'`)).rejects.toThrow();
  await db.run(`insert into credit_lots (id, member_id, source, reference, remaining, created_at) values ('l', 'a', 'grant', 'a', 0, 1)`);
  await expect(db.run(`update credit_lots set remaining = remaining - 1`)).rejects.toThrow();
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
