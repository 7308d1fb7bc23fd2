import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const DB_URL = 'http://127.0.0.1:9/not-for-the-log';

let worker: TestWorker;

beforeAll(async () => {
  worker = await startWorker({ dbUrl: DB_URL, vars: { PARTY_SECRET: 'short' }, without: ['SIGNING_KEY', 'SITE_URL'] });
});

afterAll(() => worker.stop());

test('every address of a Worker that lacks variables is 503 with the time to try again, and names no variable', async () => {
  const visitor = apiClient(worker.url);
  const answers = [
    await visitor.get('/'),
    await visitor.get('/members'),
    await visitor.get('/api/settings.php'),
    await visitor.get('/api/health.php'),
    await visitor.post('/api/login.php', { email: 'a@example.org', password: 'a password of my own' }),
    await visitor.get('/photos/nothing.webp'),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([503, { error: { code: 'unavailable', message: 'the site is not set up' } }]);
    expect([answer.headers.get('Retry-After'), answer.headers.get('Cache-Control')]).toEqual(['60', 'no-store']);
  }
});

test('one line of the log names them all, without a value', async () => {
  await expect.poll(() => worker.log()).toContain('"at":"env"');
  const log = await worker.log();
  const lines = log.split('\n').filter((line) => line.includes('"at":"env"'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { at: 'env', names: ['SITE_URL', 'SIGNING_KEY', 'PARTY_SECRET'], request_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
  expect(log).not.toMatch(/not-for-the-log|short|"at":"internal"/);
});

test('the scheduled handler fails', async () => {
  expect(await worker.scheduled()).toBe('exception');
  expect(await worker.log()).not.toContain('not-for-the-log');
});
