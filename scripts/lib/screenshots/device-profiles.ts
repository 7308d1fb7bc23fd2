import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { hasNotBeenAsked } from '../browsers/chromium.ts';

export interface Look {
  readonly title: string;
  /** Ends the name of the picture. */
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

/** A fresh browser profile with this look; without a stored state it is a visitor. */
export async function openLook(
  browser: Browser,
  { options }: Look,
  { storageState, locale = 'en-US' }: { storageState: BrowserContextOptions['storageState']; locale: string | undefined },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ ...options, locale, reducedMotion: 'reduce', serviceWorkers: 'block' },
    // A page whose boot was stood in for counts as one from far away, and the rooms here would be closed to it.
    permissions: ['local-network-access'],
    ...(storageState ? { storageState } : {}),
  });
  await context.addInitScript(hasNotBeenAsked);
  return context;
}
