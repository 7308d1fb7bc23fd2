import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/client';
import { type DatabaseAddress, openHranaClient } from '#db/hrana-client';
import { startDatabase } from '../support/database/test-database-server.ts';

const database = await startDatabase();
afterAll(database.stop);
const address: DatabaseAddress = { url: database.url, authToken: undefined, tripMs: 8_000 };

/** What each request of a test told the server about its stream, in order. */
let requests: { isNewStream: boolean; isKeptOpen: boolean }[];
beforeEach(() => {
  requests = [];
  const send = fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    if (typeof init?.body === 'string') {
      const { baton, requests: sent } = JSON.parse(init.body) as { baton: string | null; requests: { type: string }[] };
      requests.push({ isNewStream: baton === null, isKeptOpen: sent.at(-1)?.type !== 'close' });
    }
    return send(input, init);
  });
  return () => vi.unstubAllGlobals();
});

test('values arrive as they were sent', async () => {
  const values = [null, '', 'Zoë 🌷 "\'\\', 0, -1.5, 1_790_000_000_000, true, 9_007_199_254_740_991n];
  const { rows, columns } = await openHranaClient(address).execute({
    sql: `select ${values.map((_, i) => `? as c${i}`).join(', ')}`,
    args: values,
  });
  expect(rows.map((row) => Array.from(row))).toEqual([[null, '', 'Zoë 🌷 "\'\\', 0, -1.5, 1_790_000_000_000, 1, 9_007_199_254_740_991]]);
  expect(Object.keys(rows[0] ?? {})).toEqual(columns);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is not sent', async (value) => {
  await expect(openHranaClient(address).execute({ sql: 'select ?', args: [value] })).rejects.toThrow(`the database takes no ${value}`);
  expect(requests).toEqual([]);
});

test('an integer that a number cannot hold is an error, not another integer', async () => {
  await expect(openHranaClient(address).execute('select 9007199254740993')).rejects.toThrow(RangeError);
});

test('requests that follow each other use one stream, also those of other clients', async () => {
  const { rows } = await openHranaClient(address).execute('select total_changes() as before');
  await openHranaClient(address).batch(["insert into settings (key, value) values ('name', 'A')", 'delete from settings']);
  // Only this connection counts the changes.
  const after = await openHranaClient(address).execute('select total_changes() as after');
  expect(Number(after.rows[0]?.after) - Number(rows[0]?.before)).toBe(2);
  expect(requests.slice(1).map(({ isNewStream }) => isNewStream)).toEqual([false, false]);
});

test('requests at the same time use a stream each, of which 32 stay open, and later eight', async () => {
  const client = openHranaClient(address);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => client.execute({ sql: 'select ? as n', args: [i] })));
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(requests.filter(({ isKeptOpen }) => isKeptOpen)).toHaveLength(32);
  requests = [];
  for (let i = 0; i < 26; i += 1) await client.execute('select 1');
  expect(requests.map(({ isNewStream }) => isNewStream)).toEqual(Array(26).fill(false));
  expect(requests.map(({ isKeptOpen }) => isKeptOpen)).toEqual([...Array(24).fill(false), true, true]);
});

test('requests at the same time close no more streams than are too many', async () => {
  // Streams are kept by address, so that this one has none from other tests.
  const client = openHranaClient({ ...address, url: `${address.url.replace('127.0.0.1', 'localhost')}/` });
  const atOnce = (count: number) => Promise.all(Array.from({ length: count }, () => client.execute('select 1')));
  await atOnce(32);
  requests = [];
  for (let i = 0; i < 5; i += 1) await atOnce(7);
  expect(requests.map(({ isNewStream }) => isNewStream)).toEqual(Array(35).fill(false));
  expect(requests.filter(({ isKeptOpen }) => !isKeptOpen)).toHaveLength(24);
});

test('a stream that has reached its greatest age serves one more request, which closes it', async () => {
  // Streams are kept by address, so that this one has none from other tests.
  const client = openHranaClient({ ...address, url: address.url.replace('127.0.0.1', 'localhost'), maxStreamAgeMs: 0 });
  for (let i = 0; i < 3; i += 1) expect((await client.execute({ sql: 'select ? as n', args: [i] })).rows[0]?.n).toBe(i);
  expect(requests).toEqual([
    { isNewStream: true, isKeptOpen: false },
    { isNewStream: true, isKeptOpen: false },
    { isNewStream: true, isKeptOpen: false },
  ]);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    requests = [];
    const aging = openHranaClient({ ...address, url: address.url.replace('127.0.0.1', 'localhost'), maxStreamAgeMs: 1_000 });
    for (let i = 0; i < 4; i += 1) {
      await aging.execute('select 1');
      vi.setSystemTime(Date.now() + 600);
    }
    expect(requests).toEqual([
      { isNewStream: true, isKeptOpen: true },
      { isNewStream: false, isKeptOpen: true },
      { isNewStream: false, isKeptOpen: false },
      { isNewStream: true, isKeptOpen: true },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('a transaction that fails is undone, names its statement, and leaves the stream usable', async () => {
  const client = openHranaClient(address);
  const insert = { sql: 'insert into settings (key, value) values (?, ?)', args: ['name', 'Twice'] };
  await expect(client.batch([insert, insert])).rejects.toMatchObject({
    code: 'SQLITE_CONSTRAINT',
    statementIndex: 1,
    message: expect.stringContaining('UNIQUE constraint failed: settings.key'),
  });
  expect((await client.execute('select * from settings')).rows).toEqual([]);
  expect(requests.at(-1)?.isNewStream).toBe(false);
});

test('a stream with an open transaction is not used again', async () => {
  const client = openHranaClient(address);
  await client.execute('begin');
  await client.execute('begin');
  expect((await client.batch(['select 1 as one']))[0]?.rows[0]?.one).toBe(1);
});

test('a batch cannot ask for the changes of an earlier request', async () => {
  const client = openHranaClient(address);
  await client.execute("insert into settings (key, value) values ('name', 'A')");
  await expect(client.execute('select changes()')).rejects.toThrow('changes() has no write before it');
  await expect(client.batch(['select 1', 'delete from settings where changes() > 0'])).rejects.toThrow('changes() has no write before it');
  const [, asked] = await client.batch(["delete from settings where key = 'nothing'", 'select changes() as n', 'delete from settings']);
  expect(asked?.rows[0]?.n).toBe(0);
});

test('an address may have a path', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    throw new TypeError('fetch failed');
  });
  for (const url of ['https://localhost/db', 'https://localhost/db/'])
    await expect(openHranaClient({ ...address, url }).execute('select 1')).rejects.toThrow('fetch failed');
  expect(asked).toEqual(['https://localhost/db/v3/pipeline', 'https://localhost/db/v3/pipeline']);
});

test('a server that was started anew knows no stream of before, and is asked again', async () => {
  const client = openHranaClient(address);
  await client.execute('select 1');
  await database.stopServer('killed');
  await database.restartServer();
  requests = [];
  expect((await client.execute('select 1 as one')).rows[0]?.one).toBe(1);
  await client.execute('select 1');
  expect(requests.map(({ isNewStream }) => isNewStream)).toEqual([false, true, false]);
});

test('a stream is not used again when its answer was lost', async () => {
  // Streams are kept by address, so that this one has none from other tests.
  const ownAddress = { ...address, url: `${address.url}/`, tripMs: 300 };
  const client = openHranaClient(ownAddress);
  await client.execute('select 1');
  const slow = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000000) select count(*) from n`;
  await expect(client.execute(slow)).rejects.toThrow(/timeout/i);
  requests = [];
  await openHranaClient({ ...ownAddress, tripMs: 8_000 }).execute('select 1');
  expect(requests).toEqual([{ isNewStream: true, isKeptOpen: true }]);
});

test('a wrong statement is an error with the code of the server', async () => {
  const db = openDatabase(database.url);
  await expect(db.$client.execute('select * from nowhere')).rejects.toMatchObject({ code: expect.stringMatching(/^SQL/) });
});
