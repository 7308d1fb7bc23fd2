import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startPrivateProduct } from '../../../scripts/lib/product/temporary-product.ts';
import { logInFirst } from '../../../scripts/lib/screenshots/demo-session.ts';
import type { Line } from '../support/report.ts';
import { type Kept, startEdge } from './edge-server.ts';

/** One part of the bench: its lines, measured in a world of product, edge and one browser that the parts share. */
export type Part = (world: AppWorld) => Promise<Line[]>;

export interface AppWorld {
  /** Of the edge, which stands before the product. */
  readonly url: string;
  readonly browser: Browser;
  /** What the edge answers by itself. */
  readonly kept: Map<string, Kept>;
  /** A member's login. */
  readonly member: BrowserContextOptions['storageState'];
  /** Somebody whom a page can lead with. */
  readonly leadId: string;
}

/** What everything is measured on: a phone, which takes the edge's certificate. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
  ignoreHTTPSErrors: true,
};

/** So many that a page of search is full. */
const MEMBERS = 500;

/** The whole product with demo members behind an edge as a deployed site has one, and a browser. */
export async function startAppWorld(lifetime: AsyncDisposableStack): Promise<AppWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-edge-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const origin = await startPrivateProduct(lifetime, { siteUrl: url, members: MEMBERS });
  const kept = await startEdge({ port, origin, dir }, lifetime);
  // A service worker does not come over a line that the browser doubts.
  const args = [...CHROMIUM_ARGS, '--ignore-certificate-errors'];
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args });
  lifetime.defer(() => browser.close());
  const { storageState: member, memberId: leadId } = await logInFirst(browser, url, PHONE);
  return { url, browser, kept, member, leadId };
}
