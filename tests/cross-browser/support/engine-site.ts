import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { members } from '#db/schema/index';
import { installedFirefox, installedWebKit } from '../../../scripts/lib/browsers/firefox-and-webkit.ts';
import { roomsOfThisFile } from '../../support/product/rooms-of-file.ts';
import { startProduct, type TestProduct } from '../../support/product/test-product.ts';
import type { Device, Engine, Size } from './browser-engine.ts';
import { type Firefox, type Preferences, startFirefox } from './firefox.ts';
import { type BrowserPage, pageOn } from './page.ts';
import { type SiteProxy, startSiteProxy } from './site-proxy.ts';
import { startWebKit } from './webkit.ts';

const DESKTOP: Size = { width: 1280, height: 900 };

export interface EngineSite<E extends Engine = Engine> {
  readonly url: string;
  readonly db: Database;
  readonly product: TestProduct;
  readonly proxy: SiteProxy;
  readonly engine: E;
  /** A new browser profile, with this session cookie of a member. */
  device(options?: { cookie?: string; size?: Size }): ReturnType<E['device']>;
  /** A page in a new browser profile. */
  visit(options?: { cookie?: string; size?: Size }): Promise<BrowserPage>;
}

interface SiteOptions {
  /** Variables of the Worker. */
  readonly vars?: Readonly<Record<string, string>>;
  /** The address that gets the Worker's requests to other machines. */
  readonly outbound?: string;
}

interface FirefoxOptions extends SiteOptions {
  readonly preferences?: Preferences;
}

/** Database, Worker and one browser for the tests in one engine. Each test starts without members and open pages. */
function siteIn<E extends Engine>(start: () => Promise<E>, options: SiteOptions = {}): EngineSite<E> {
  let started: { product: TestProduct; proxy: SiteProxy; db: Database; engine: E } | undefined;
  let devices: Device[] = [];
  beforeAll(async () => {
    const proxy = await startSiteProxy();
    const vars = { SITE_URL: proxy.url, ...options.vars };
    const [product, engine] = await Promise.all([startProduct({ ...roomsOfThisFile(), ...options, vars }), start()]);
    proxy.target = product.url;
    started = { product, proxy, engine, db: openDatabase(product.dbUrl) };
  });
  // Profiles stay open until the next test, because the screenshot of a failed test needs them.
  const closeDevices = async () => {
    for (const opened of devices) await opened.close();
    devices = [];
  };
  beforeEach(async () => {
    await closeDevices();
    const { db, proxy } = running();
    proxy.servesServiceWorker = true;
    await proxy.reconnect();
    proxy.errors.length = 0;
    await db.$client.batch(
      ['messages', 'participants', 'conversations', 'ledger_lines', 'event_outbox'].map((table) => `delete from ${table}`),
    );
    await db.delete(members);
  });
  afterAll(async () => {
    await closeDevices();
    await started?.engine.close();
    await started?.proxy.stop();
    await started?.product.stop();
  });
  const running = () => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  const device = async ({ cookie, size = DESKTOP }: { cookie?: string; size?: Size } = {}) => {
    const openedDevice = (await running().engine.device(size)) as Awaited<ReturnType<E['device']>>;
    devices.push(openedDevice);
    if (cookie) await openedDevice.setCookie(running().proxy.url, cookie);
    return openedDevice;
  };
  return {
    get url() {
      return running().proxy.url;
    },
    get proxy() {
      return running().proxy;
    },
    get db() {
      return running().db;
    },
    get product() {
      return running().product;
    },
    get engine() {
      return running().engine;
    },
    device: device as EngineSite<E>['device'],
    visit: async (options = {}) => {
      const openedDevice = await device(options);
      return pageOn(await openedDevice.tab(), running().proxy.url, String(devices.length));
    },
  };
}

type Tests<E extends Engine> = (site: EngineSite<E>) => void;

/**
 * Defines tests in Firefox with these preferences and variables of the Worker. Defines none if Firefox is not installed; `npm test` says so
 * then.
 */
export function inFirefox(tests: Tests<Firefox>, { preferences, ...options }: FirefoxOptions = {}): void {
  const command = installedFirefox();
  if (command) describe('Firefox', () => tests(siteIn(() => startFirefox(command, preferences), options)));
}

export function inWebKit(tests: Tests<Engine>): void {
  const command = installedWebKit();
  if (command) describe('WebKit', () => tests(siteIn(() => startWebKit(command))));
}

/** Defines the same tests in Firefox and in WebKit, as far as they are installed. */
export function inEachEngine(tests: Tests<Engine>): void {
  inFirefox(tests);
  inWebKit(tests);
}
