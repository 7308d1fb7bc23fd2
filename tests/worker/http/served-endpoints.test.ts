import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';

let database: TestDatabase;
let worker: TestWorker;

beforeAll(async () => {
  database = await startDatabase();
  worker = await startWorker({ dbUrl: database.url });
});

afterAll(async () => {
  await worker?.stop();
  await database?.stop();
});

/** Asks without any input: a served call refuses or answers, an unserved one is 404 or 405. */
async function ask(name: string): Promise<Response> {
  const endpoint = ENDPOINTS[name];
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const url = new URL(endpoint.path, worker.url);
  if (endpoint.onlyWithQuery) url.searchParams.set(endpoint.onlyWithQuery, '1');
  const hasBody = endpoint.method !== 'GET';
  const headers = { Origin: worker.url, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) };
  return fetch(url, { method: endpoint.method, headers, redirect: 'manual', ...(hasBody ? { body: '{}' } : {}) });
}

test.each(Object.keys(ENDPOINTS))('%s is served', async (name) => {
  const response = await ask(name);
  expect([404, 405], `${response.status} ${await response.text()}`).not.toContain(response.status);
  expect(response.status).not.toBe(500);
});

test('an unknown path of the API is 404 with the code not_found', async () => {
  const response = await fetch(`${worker.url}/api/nothing-here.php`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
});
