import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { openBrowser, takeRequestLoops } from '../../support/browser/chromium-pages.ts';
import { roomsOfThisFile } from '../../support/product/rooms-of-file.ts';
import { startProduct, type TestProduct } from '../../support/product/test-product.ts';
import type { TestWorker } from '../../support/product/test-worker.ts';
import { returnTabs } from './tab-pool.ts';

interface Startable {
  readonly url: string;
  readonly dbUrl: string;
  stop(): Promise<void>;
}

export interface BrowserSite<P extends Startable = TestProduct> {
  readonly url: string;
  readonly db: Database;
  readonly product: P;
  readonly browser: Browser;
}

/** The platform runs the scheduled handler once a minute. It is more frequent here, because waits of tests end after a minute. */
const CRON_MS = 20_000;

/**
 * The product with its scheduled handler, and a browser, for one test file: started before its first test, stopped after its last. Each
 * test starts without open pages unless `keepsPages` is set.
 */
export function browserSite({ keepsPages = false, hasOwnWorker = false } = {}): BrowserSite {
  const site = browserSiteOf(() => startProduct({ ...roomsOfThisFile(), hasOwnWorker }), { keepsPages: keepsPages });
  const stopped = new AbortController();
  let cron: Promise<void> | undefined;
  beforeAll(() => {
    cron = fireCron(site.product.worker, stopped.signal);
  });
  afterAll(async () => {
    stopped.abort();
    await cron;
  });
  return site;
}

/**
 * Runs the scheduled handler until the signal aborts; it delivers again the events that a busy room did not take. Rejects when a run fails.
 */
async function fireCron({ scheduled }: TestWorker, signal: AbortSignal): Promise<void> {
  const isDue = () => pause(CRON_MS, true, { signal }).catch(() => false);
  while (await isDue()) await scheduled();
}

/** The same for another kind of product, and without the scheduled handler. */
export function browserSiteOf<P extends Startable>(start: () => Promise<P>, { keepsPages = false } = {}): BrowserSite<P> {
  let started: { product: P; browser: Browser; db: Database } | undefined;
  beforeAll(async () => {
    const [product, browser] = await Promise.all([start(), openBrowser()]);
    started = { product, browser, db: openDatabase(product.dbUrl) };
  });
  if (!keepsPages) beforeEach(() => returnTabs(running().browser));
  afterEach(() => expect(takeRequestLoops(), 'request loops').toEqual([]));
  afterAll(async () => {
    if (started) await returnTabs(started.browser);
    await started?.product.stop();
  });
  const running = () => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  return {
    get url() {
      return running().product.url;
    },
    get db() {
      return running().db;
    },
    get product() {
      return running().product;
    },
    get browser() {
      return running().browser;
    },
  };
}
