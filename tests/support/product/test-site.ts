import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { type ApiClient, apiClient } from './api-client.ts';
import { startProduct, type TestProduct } from './test-product.ts';
import type { TestWorker } from './test-worker.ts';

export interface TestSite {
  readonly url: string;
  readonly dbUrl: string;
  readonly db: Database;
  readonly worker: TestWorker;
  readonly visitor: ApiClient;
  as(member: { readonly cookie: string }): ApiClient;
}

interface Started {
  readonly product: TestProduct;
  readonly db: Database;
}

interface SiteOptions {
  readonly hasOwnWorker?: boolean;
  /** `host:port` of running rooms; without it, posts to rooms fail. */
  readonly partyHost?: string;
  /** The rooms run in the Worker. */
  readonly hasRooms?: boolean;
}

/** Database and Worker of one test file, started before its first test and stopped after its last. */
export function testSite(vars: Readonly<Record<string, string>> = {}, options: SiteOptions = {}): TestSite {
  let started: Started | undefined;
  beforeAll(async () => {
    const product = await startProduct({ vars, ...options });
    started = { product, db: openDatabase(product.dbUrl) };
  });
  afterAll(() => started?.product.stop());
  const running = (): Started => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  return {
    get url() {
      return running().product.url;
    },
    get dbUrl() {
      return running().product.dbUrl;
    },
    get db() {
      return running().db;
    },
    get worker() {
      return running().product.worker;
    },
    get visitor() {
      return apiClient(running().product.url);
    },
    as: ({ cookie }) => apiClient(running().product.url, cookie),
  };
}
