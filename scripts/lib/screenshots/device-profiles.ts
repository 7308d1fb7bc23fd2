import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { resetNotificationPermission } from '../browsers/chromium.ts';

/** A device and colour scheme that pictures are taken with. */
export interface DeviceProfile {
  readonly title: string;
  /** Ends the name of the file. */
  readonly fileSuffix: string;
  readonly options: BrowserContextOptions;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

export const DEVICE_PROFILES: readonly DeviceProfile[] = [
  { title: 'phone, light', fileSuffix: 'pl', options: { ...PHONE, colorScheme: 'light' } },
  { title: 'phone, dark', fileSuffix: 'pd', options: { ...PHONE, colorScheme: 'dark' } },
  { title: 'narrow phone, light', fileSuffix: 'nl', options: { ...NARROW, colorScheme: 'light' } },
  { title: 'desktop, light', fileSuffix: 'dl', options: { ...DESKTOP, colorScheme: 'light' } },
  { title: 'desktop, dark', fileSuffix: 'dd', options: { ...DESKTOP, colorScheme: 'dark' } },
];

/** Opens a new browser context for a device; logged in with `storageState`, else as a visitor. */
export async function openContext(
  browser: Browser,
  { options }: DeviceProfile,
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
  await context.addInitScript(resetNotificationPermission);
  return context;
}
