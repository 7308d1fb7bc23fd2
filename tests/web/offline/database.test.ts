import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubWindow } from '../realtime/fake-network.ts';
import { FakeDatabases } from './fake-database.ts';

type Offline = typeof import('../../../web/offline/database.ts') & typeof import('../../../web/offline/key-value.ts');

let fake: FakeDatabases;
let page: ReturnType<typeof stubWindow>;
let offline: Offline;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = stubWindow();
  fake = new FakeDatabases();
  vi.stubGlobal('onpagehide', null);
  vi.stubGlobal('indexedDB', fake);
  offline = { ...(await import('../../../web/offline/database.ts')), ...(await import('../../../web/offline/key-value.ts')) };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const LIMIT_MS = 300;
const read = () => offline.get<unknown>('locale', offline.recordDatabase().bounded);
const write = (value: string) => offline.writeAndCommit(offline.recordDatabase(), (table) => void table.put(value, 'locale'));
/** The outcome of a request within `ms`: its value, the name of its error, or 'nothing yet'. */
async function within<T>(ms: number, request: Promise<T>): Promise<unknown> {
  let outcome: unknown = 'nothing yet';
  request.then(
    (value) => {
      outcome = value;
    },
    (error: Error) => {
      outcome = error.name;
    },
  );
  await vi.advanceTimersByTimeAsync(ms);
  return outcome;
}

test.each(['open', 'transaction'] as const)('nobody waits longer than the limit for a database whose %s hangs', async (part) => {
  fake.hangsAt = part;
  const pendingRead = read();
  expect(await within(LIMIT_MS - 1, pendingRead)).toBe('nothing yet');
  expect(await within(1, pendingRead)).toBe('StorageLate');
});

test('while a database is late further reads fail at once, and writes wait for it', async () => {
  fake.hangsAt = 'transaction';
  await within(LIMIT_MS, read());
  expect(await within(0, read())).toBe('StorageLate');
  const written = write('nl');
  expect(await within(0, written)).toBe('nothing yet');
  fake.resume();
  expect(await within(0, written)).toBeUndefined();
  expect(await within(0, read())).toBe('nl');
});

test('a page that is left aborts its transactions and closes the database; a restored page opens it again', async () => {
  await write('nl');
  fake.hangsAt = 'transaction';
  const pendingRead = read();
  await vi.advanceTimersByTimeAsync(0);
  fake.log.length = 0;
  page.close();
  expect(await within(0, pendingRead)).toBe('AbortError');
  expect(fake.log).toEqual(['abort', 'close']);
  expect(await within(0, read())).toBe('AbortError');
  page.restore();
  fake.resume();
  expect(await within(0, read())).toBe('nl');
  expect(fake.log).toEqual(['abort', 'close', 'open']);
});

test('what is written on leaving is committed before the database is closed', async () => {
  await write('nl');
  const { writeOnLeaving } = await import('../../../web/platform/page-lifecycle.ts');
  const end = writeOnLeaving(() => void write('de'));
  fake.log.length = 0;
  page.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.log[0]).toBe('commit');
  expect(fake.values.get('locale')).toBe('de');
  end();
});

test('a page closes the database when another one wants to change its version', async () => {
  await write('nl');
  fake.connections[0]?.onversionchange?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.log.at(-1)).toBe('close');
  expect(await within(0, read())).toBe('nl');
});

test('a write that is aborted rejects its own promise and no other', async () => {
  const written = offline.writeAndCommit(offline.recordDatabase(), ({ transaction }) => transaction.abort());
  expect(await within(0, written)).toBe('AbortError');
});
