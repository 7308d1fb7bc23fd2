import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { hasNotBeenAsked } from '../browsers/chromium.ts';

/** A device and colour scheme that pictures are taken with. */
export interface Look {
  readonly title: string;
  /** Ends the name of the file. */
  readonly mark: string;
  readonly options: BrowserContextOptions;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

export const LOOKS: readonly Look[] = [
  { title: 'phone, light', mark: 'pl', options: { ...PHONE, colorScheme: 'light' } },
  { title: 'phone, dark', mark: 'pd', options: { ...PHONE, colorScheme: 'dark' } },
  { title: 'narrow phone, light', mark: 'nl', options: { ...NARROW, colorScheme: 'light' } },
  { title: 'desktop, light', mark: 'dl', options: { ...DESKTOP, colorScheme: 'light' } },
  { title: 'desktop, dark', mark: 'dd', options: { ...DESKTOP, colorScheme: 'dark' } },
];

/** Opens a new browser context for a device; logged in with `storageState`, else as a visitor. */
export async function openLook(
  browser: Browser,
  { options }: Look,
  { storageState, locale = 'en-US' }: { storageState: BrowserContextOptions['storageState']; locale: string | undefined },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    locale,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // Chromium treats a document that a route fulfilled as one from a public address, which may not connect to the rooms on localhost.
    permissions: ['local-network-access'],
    ...(storageState ? { storageState } : {}),
  });
  await context.addInitScript(hasNotBeenAsked);
  return context;
}
