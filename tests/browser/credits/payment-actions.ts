import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { t } from '../support/translations.ts';

/** The text of the order button for this price. */
export const orderButtonText = (price: string): string => t('credits:pay', { price });

/** Sets the local payment provider to work normally (`there`) or to refuse every cancellation (`stubborn`). */
export const setProviderMode = (url: string, act: 'there' | 'stubborn') =>
  fetch(`${url}/_dev/pay`, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual', headers: { Origin: url } });

/** Expects no violation of axe and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
