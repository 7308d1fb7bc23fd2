import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { startPrivateProduct } from '../../../scripts/shots/private-product.ts';
import { logInFirst } from '../../../scripts/shots/visit.ts';
import { CHROMIUM_ARGS, installedChromium } from '../../../scripts/support/chromium.ts';
import type { Line } from '../support/report.ts';
import { startTwins, type Twins } from './twins.ts';

/** One part of the bench: its lines, measured in a world of product, static twins and one browser that the parts share. */
export type Part = (world: AppWorld) => Promise<Line[]>;

export interface AppWorld {
  readonly url: string;
  readonly browser: Browser;
  /** Pages of the same pixels without a script. */
  readonly twins: Twins;
  /** A member's login. */
  readonly member: BrowserContextOptions['storageState'];
}

/** What everything is measured on: a phone. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
};

/** The whole product with demo members, a browser, and a server of static twins. */
export async function startAppWorld(lifetime: AsyncDisposableStack): Promise<AppWorld> {
  const url = await startPrivateProduct(lifetime);
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const { storageState: member } = await logInFirst(browser, url);
  return { url, browser, member, twins: await startTwins(url, lifetime) };
}
