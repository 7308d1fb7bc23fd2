import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { say } from '../support/translations.ts';

/** What the button says that orders. */
export const payFor = (price: string): string => say('credits:pay', { price });

/** Makes the local payment provider be there, or call nothing off (`stubborn`). */
export const letProviderBe = (url: string, act: 'there' | 'stubborn') =>
  fetch(`${url}/_dev/pay`, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual', headers: { Origin: url } });

/** No violation of axe, and nothing that stands out at the side. */
export async function isForEveryone(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
