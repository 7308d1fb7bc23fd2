import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { type ApiClient, apiClient } from './client.ts';
import { startDatabase, type TestDatabase } from './sqld.ts';
import { startWorker, type TestWorker } from './worker.ts';

export interface TestSite {
  readonly url: string;
  readonly dbUrl: string;
  readonly db: Database;
  readonly worker: TestWorker;
  readonly visitor: ApiClient;
  as(member: { readonly cookie: string }): ApiClient;
}

interface Started {
  readonly database: TestDatabase;
  readonly worker: TestWorker;
  readonly db: Database;
}

/** Database and Worker of one test file: up before its first test, gone after its last. */
export function testSite(vars: Readonly<Record<string, string>> = {}): TestSite {
  let started: Started | undefined;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await startDatabase();
    const worker = await startWorker({ dbUrl: database.url, vars });
    started = { database, worker, db: openDatabase(database.url) };
  });
  afterAll(async () => {
    await started?.worker.stop();
    await database?.stop();
  });
  const running = (): Started => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  return {
    get url() {
      return running().worker.url;
    },
    get dbUrl() {
      return running().database.url;
    },
    get db() {
      return running().db;
    },
    get worker() {
      return running().worker;
    },
    get visitor() {
      return apiClient(running().worker.url);
    },
    as: ({ cookie }) => apiClient(running().worker.url, cookie),
  };
}
