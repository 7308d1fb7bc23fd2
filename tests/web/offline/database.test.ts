import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aWindow } from '../realtime/fake-network.ts';
import { FakeDatabases } from './fake-database.ts';

type Offline = typeof import('../../../web/offline/database.ts') & typeof import('../../../web/offline/key-value.ts');

let fake: FakeDatabases;
let page: ReturnType<typeof aWindow>;
let offline: Offline;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = aWindow();
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
const read = () => offline.get<unknown>('locale', offline.records().bounded);
const write = (value: string) => offline.writeAtOnce(offline.records(), (table) => void table.put(value, 'locale'));
/** What becomes of an ask within so many milliseconds: what it gives, the name of what it throws, or nothing yet. */
async function within<T>(ms: number, asked: Promise<T>): Promise<unknown> {
  let outcome: unknown = 'nothing yet';
  asked.then(
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
  const asked = read();
  expect(await within(LIMIT_MS - 1, asked)).toBe('nothing yet');
  expect(await within(1, asked)).toBe('StorageLate');
});

test('while a database is late nothing more is read, and what is written takes its turn later', async () => {
  fake.hangsAt = 'transaction';
  await within(LIMIT_MS, read());
  expect(await within(0, read())).toBe('StorageLate');
  const written = write('nl');
  expect(await within(0, written)).toBe('nothing yet');
  fake.letGo();
  expect(await within(0, written)).toBeUndefined();
  expect(await within(0, read())).toBe('nl');
});

test('a page that is left ends what runs and lets the database go; one that comes back opens it anew', async () => {
  await write('nl');
  fake.hangsAt = 'transaction';
  const asked = read();
  await vi.advanceTimersByTimeAsync(0);
  fake.log.length = 0;
  page.close();
  expect(await within(0, asked)).toBe('AbortError');
  expect(fake.log).toEqual(['abort', 'close']);
  expect(await within(0, read())).toBe('AbortError');
  page.restore();
  fake.letGo();
  expect(await within(0, read())).toBe('nl');
  expect(fake.log).toEqual(['abort', 'close', 'open']);
});

test('what has to be kept is written and committed before the database is let go', async () => {
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

test('a page makes way for another one that wants the database for itself', async () => {
  await write('nl');
  fake.connections[0]?.onversionchange?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.log.at(-1)).toBe('close');
  expect(await within(0, read())).toBe('nl');
});

test('a write that finds no room is told to whoever asked for it, and to nobody else', async () => {
  const written = offline.writeAtOnce(offline.records(), ({ transaction }) => transaction.abort());
  expect(await within(0, written)).toBe('AbortError');
});
