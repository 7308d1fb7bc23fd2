import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startTemporaryProduct } from '../../../scripts/lib/product/temporary-product.ts';
import { logInDemoMember } from '../../../scripts/lib/screenshots/demo-session.ts';
import type { ReportLine } from '../support/report.ts';
import { type CachedResponse, startEdge } from './edge-server.ts';

/** One part of the benchmark: measures with the shared product, edge and browser, and returns its lines. */
export type BenchmarkPart = (fixture: AppFixture) => Promise<ReportLine[]>;

export interface AppFixture {
  /** The address of the edge, which is a proxy for the product. */
  readonly url: string;
  readonly browser: Browser;
  /** The cache of the edge. */
  readonly edgeCache: Map<string, CachedResponse>;
  /** The storage state of a logged-in member. */
  readonly member: BrowserContextOptions['storageState'];
  /** The id of a member for landing pages that feature one. */
  readonly featuredMemberId: string;
}

/** The phone that all parts use; it accepts the edge's certificate. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
  ignoreHTTPSErrors: true,
};

/** Enough for a full page of search results. */
const MEMBERS = 500;

/** Starts the product with demo members, an edge in front of it, and a browser. */
export async function startAppFixture(lifetime: AsyncDisposableStack): Promise<AppFixture> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-edge-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const origin = await startTemporaryProduct(lifetime, { siteUrl: url, members: MEMBERS });
  const kept = await startEdge({ port, origin, dir }, lifetime);
  // A service worker is refused if the browser does not trust the certificate.
  const args = [...CHROMIUM_ARGS, '--ignore-certificate-errors'];
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args });
  lifetime.defer(() => browser.close());
  const { storageState: member, memberId: leadId } = await logInDemoMember(browser, url, PHONE);
  return { url, browser, edgeCache: kept, member, featuredMemberId: leadId };
}
