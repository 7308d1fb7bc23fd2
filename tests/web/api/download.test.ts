import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportAccount } from '#contract/account-changes';
import { CallError } from '../../../web/api/call.ts';
import { download } from '../../../web/api/download.ts';

vi.mock('../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown', build: 'test' } }));

const encode = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { host: 'vonk.example' });
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers the next request with a body that the test writes; it fails when the request is aborted, as that of a browser does. */
function answerWith(status = 200) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => void writer.abort(signal.reason));
    return new Response(readable, { status });
  });
  return writer;
}

const outcomeOf = (file: Promise<Blob>) =>
  file.then(
    (blob) => blob.text(),
    (error: unknown) => (error instanceof CallError ? error.code : error),
  );

test('a file that takes minutes arrives whole', async () => {
  const writer = answerWith();
  const outcome = outcomeOf(download(exportAccount));
  for (const part of ['{"a":', '1', '}']) {
    await vi.advanceTimersByTimeAsync(14_000);
    await writer.write(encode(part));
    await vi.advanceTimersByTimeAsync(0);
  }
  await vi.advanceTimersByTimeAsync(14_000);
  await writer.close();
  expect(await outcome).toBe('{"a":1}');
});

test('a connection that ends before the file does is no file, even if what came could be read', async () => {
  const writer = answerWith();
  const outcome = outcomeOf(download(exportAccount));
  await writer.write(encode('{"a":1}'));
  await writer.abort(new TypeError('network error'));
  expect(await outcome).toBe('offline');
});

test('a server that is silent for 15 seconds is given up', async () => {
  const writer = answerWith();
  const outcome = outcomeOf(download(exportAccount));
  await writer.write(encode('{"a":'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await outcome).toBe('offline');
});

test('a refusal is thrown as that of a call', async () => {
  const writer = answerWith(429);
  const outcome = outcomeOf(download(exportAccount));
  await writer.write(encode(JSON.stringify({ error: { code: 'too_many', message: 'too many' } })));
  await writer.close();
  expect(await outcome).toBe('too_many');
});
