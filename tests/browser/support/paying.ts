import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOn } from './axe.ts';
import { untilStill } from './rest.ts';
import { say } from './words.ts';

/** What the button says that orders. */
export const payFor = (price: string): string => say('credits:pay', { price });

/** No violation of axe, and nothing that stands out at the side. */
export async function isForEveryone(page: Page): Promise<void> {
  await untilStill(page);
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
