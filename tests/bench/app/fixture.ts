import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { addressesOf } from '#contract/pages/landers';
import { isLander, PAGES, type PageName } from '#contract/pages/page-routes';
import { CHROMIUM_ARGS, installedChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startTemporaryProduct } from '../../../scripts/lib/product/temporary-product.ts';
import { logInDemoMember } from '../../../scripts/lib/screenshots/demo-session.ts';
import { loginState, type Peer } from '../peer/peer-description.ts';
import type { ReportLine } from '../support/report.ts';
import { type CachedResponse, startEdge, startRoomsEdge } from './edge-server.ts';

/** One part of the benchmark: measures with the shared site, edge and browser, and returns its lines. */
export type BenchmarkPart = (fixture: AppFixture) => Promise<ReportLine[]>;

/** A page that is loaded for the first time. */
export interface ColdPage {
  readonly path: string;
  readonly isOfMember: boolean;
  /** The control that is tapped; it must change the page. */
  readonly control: string;
}

/** A landing page of campaigns: its address in the route table, and one of its paths. */
export interface Lander {
  readonly address: string;
  readonly path: string;
}

/** What is measured of a site. The members' pages are opened with the storage state of the fixture. */
export interface MeasuredPages {
  /** Whether it is our own site, whose controls can be used. */
  readonly isOwn: boolean;
  readonly cold: readonly ColdPage[];
  readonly landers: readonly Lander[];
  /** The paths that are opened by somebody who was there before. */
  readonly warm: readonly string[];
  /** The path that is opened without a network, with the selectors of the frame and of its content. */
  readonly offline: { readonly path: string; readonly frame: string; readonly content: string } | null;
}

export interface AppFixture {
  /** The address of the edge, which is a proxy for the site. */
  readonly url: string;
  readonly browser: Browser;
  /** The cache of the edge; null if the site has an edge of its own. */
  readonly edgeCache: Map<string, CachedResponse> | null;
  /** The storage state of a logged-in member. */
  readonly member: BrowserContextOptions['storageState'];
  /** The selector of what every drawn page shows. */
  readonly drawn: string;
  readonly pages: MeasuredPages;
}

/** The phone that all parts use; it accepts the edge's certificate. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
  ignoreHTTPSErrors: true,
} satisfies BrowserContextOptions;

/** Enough for a full page of search results. */
const MEMBERS = 500;

const OUR_COLD_PAGES: readonly ColdPage[] = [
  { path: '/', isOfMember: false, control: '.hero-actions .btn' },
  { path: '/login', isOfMember: false, control: '.input-with-button .icon-btn' },
  { path: '/members', isOfMember: true, control: '.cards .like-btn' },
];

/** One address of every landing page of campaigns. */
const LANDER_ADDRESSES = (Object.keys(PAGES) as PageName[])
  .filter((name) => isLander(name) || name === 'members-memberId-signup')
  .map((name) => addressesOf(name)[0] ?? '');

async function temporaryFolder(lifetime: AsyncDisposableStack): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-edge-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts an edge in front of the site that `startOrigin` starts for it. */
async function startBehindEdge(startOrigin: (url: string) => Promise<string>, lifetime: AsyncDisposableStack) {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const origin = await startOrigin(url);
  return { url, edgeCache: await startEdge({ port, origin, dir: await temporaryFolder(lifetime) }, lifetime) };
}

/**
 * V8 collects source positions as it compiles. By default it does so when a stack is asked for, by parsing the whole module again; an attached
 * inspector asks with the first error object, of which React makes some as it is evaluated: 70 to 140 ms that no phone spends.
 */
const EAGER_SOURCE_POSITIONS = '--js-flags=--no-enable-lazy-source-positions';

async function startBrowser(lifetime: AsyncDisposableStack): Promise<Browser> {
  // A service worker is refused if the browser does not trust the certificate.
  const args = [...CHROMIUM_ARGS, EAGER_SOURCE_POSITIONS, '--ignore-certificate-errors'];
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args });
  lifetime.defer(() => browser.close());
  return browser;
}

/** Starts the product with demo members, an edge in front of it, and a browser. */
export async function startAppFixture(lifetime: AsyncDisposableStack): Promise<AppFixture> {
  const [roomsPort, socketPort] = [await freePort(), await freePort()];
  const rooms = { port: roomsPort, host: `localhost:${socketPort}` };
  // The product asks its rooms by this host whether they are there.
  await startRoomsEdge({ port: socketPort, roomsPort, dir: await temporaryFolder(lifetime) }, lifetime);
  const edge = await startBehindEdge((siteUrl) => startTemporaryProduct(lifetime, { siteUrl, members: MEMBERS, rooms }), lifetime);
  const browser = await startBrowser(lifetime);
  const { storageState: member, memberId } = await logInDemoMember(browser, edge.url, PHONE);
  const pages = {
    isOwn: true,
    cold: OUR_COLD_PAGES,
    landers: LANDER_ADDRESSES.map((address) => ({ address, path: address.replace(':memberId', memberId) })),
    warm: ['/members', '/chats'],
    offline: { path: '/chats', frame: '.app.logged-in', content: '.chat-entry' },
  };
  return { ...edge, browser, member, drawn: 'h1', pages };
}

/**
 * Starts a browser for another site, and an edge in front of it if its address has no TLS. Throws an error if the description names no
 * pages.
 */
export async function startPeerFixture(peer: Peer, lifetime: AsyncDisposableStack): Promise<AppFixture> {
  if (!peer.pages) throw new Error(`The description of ${peer.name} names no pages.`);
  const { origin, member, drawn, cold, warm, offline = null } = peer.pages;
  const hasOwnEdge = origin.startsWith('https:');
  const edge = hasOwnEdge ? { url: origin, edgeCache: null } : await startBehindEdge(async () => origin, lifetime);
  const pages = {
    isOwn: false,
    cold: cold.map(({ path, control, is_of_member }) => ({ path, control, isOfMember: is_of_member })),
    landers: [],
    warm,
    offline,
  };
  return { ...edge, browser: await startBrowser(lifetime), member: loginState(peer, member, edge.url), drawn, pages };
}
