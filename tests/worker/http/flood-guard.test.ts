import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

const site = testSite();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startWorker({ dbUrl: site.dbUrl, vars: { ENVIRONMENT: 'production' } });
});
afterAll(() => worker.stop());

const get = (path: string, network: string) =>
  fetch(`${worker.url}${path}`, { headers: { 'CF-Connecting-IP': network }, redirect: 'manual' });

/** Asks up to `times` times, some at once, until one is refused as too many; gives the statuses and that answer. */
async function ask(path: string, network: string, times: number) {
  const statuses = new Map<number, number>();
  let refused: Response | undefined;
  for (let left = times; left > 0 && !refused; left -= 20) {
    const answers = await Promise.all(Array.from({ length: Math.min(20, left) }, () => get(path, network)));
    for (const answer of answers) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 429) refused = answer;
      await answer.arrayBuffer();
    }
  }
  return { statuses, refused };
}

test.each([
  ['pages', '/pages/terms', 300, '192.0.2.1'],
  ['API calls', '/api/companyinfo.php', 600, '192.0.2.2'],
  ['paths that do not exist', '/nowhere/at/all', 300, '192.0.2.3'],
  ['API calls that do not exist', '/api/nothing.php', 600, '192.0.2.4'],
])('%s of one network are refused above their number in a minute, with the time to wait', async (_, path, most, network) => {
  // The window may end once while the requests are made.
  const { statuses, refused } = await ask(path, network, most * 2 + 20);
  expect(statuses.get(429) ?? 0).toBeGreaterThan(0);
  const answered = [...statuses].reduce((sum, [status, count]) => sum + (status === 429 ? 0 : count), 0);
  expect(answered).toBeGreaterThanOrEqual(most);
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await get(path, '192.0.2.200')).status).not.toBe(429);
  expect((await get('/photos/unknown.webp', network)).status).not.toBe(429);
});

test('a path of 15,000 slashes is answered as a page that does not exist', async () => {
  const answer = await get(`/a${'/'.repeat(15_000)}b`, '192.0.2.5');
  expect(answer.status).toBe(404);
  await answer.arrayBuffer();
});
