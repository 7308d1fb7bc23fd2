import * as v from 'valibot';
import { expect } from 'vitest';
import { BOOT_ELEMENT, Boot } from '#contract/pages/boot';
import type { ApiAnswer } from './api-client.ts';

const BLOCK = new RegExp(`<script type="application/json" id="${BOOT_ELEMENT}">(.*?)</script>`, 'gs');

/** The boot data of a page. Fails if the page does not hold exactly one block, or if that has a field that the contract does not know. */
export function bootOf(page: ApiAnswer): Boot {
  const found = [...String(page.body).matchAll(BLOCK)];
  expect(found).toHaveLength(1);
  return v.parse(v.strictObject(Boot.entries), JSON.parse(found[0]?.[1] ?? ''));
}
export const titleOf = (page: ApiAnswer) => /<title>(.*?)<\/title>/s.exec(String(page.body))?.[1];
export const langOf = (page: ApiAnswer) => /<html[^>]* lang="(\w+)"/.exec(String(page.body))?.[1];
