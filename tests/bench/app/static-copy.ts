import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { CachedResponse } from './edge-server.ts';
import type { AppFixture } from './fixture.ts';
import { freshPhone, loadedVitals } from './web-vitals.ts';

/** Runs in the page: returns the rendered document with styles, fonts and pictures, but without scripts and their data. */
function withoutScripts(): string {
  const copy = new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html');
  const removed = 'script, noscript, link[rel=modulepreload], link[rel=preload][as=fetch], link[rel=manifest]';
  for (const element of copy.querySelectorAll(removed)) element.remove();
  return `<!doctype html>${copy.documentElement.outerHTML}`;
}

/** Puts a static copy of an open page into the cache of the edge, as the lower limit for any app. Returns the path of the copy. */
export async function cacheStaticCopy(page: Page, cache: Map<string, CachedResponse>): Promise<string> {
  const body = gzipSync(await page.evaluate(withoutScripts));
  const path = `/twin${new URL(page.url()).pathname}`;
  cache.set(path, {
    body,
    headers: { 'content-type': 'text/html; charset=UTF-8', 'content-encoding': 'gzip', 'cache-control': 'no-store' },
  });
  return path;
}

/**
 * Puts a static copy of an address, taken when it has loaded, into the cache of the edge. Returns the URL of the copy, or null if the site
 * has an edge of its own.
 */
export async function staticCopyOf(fixture: AppFixture, path: string, isOfMember: boolean): Promise<string | null> {
  if (!fixture.edgeCache) return null;
  await using context = await freshPhone(fixture, isOfMember ? fixture.member : undefined);
  const page = await context.newPage();
  await loadedVitals(page, `${fixture.url}${path}`, fixture.drawn);
  return `${fixture.url}${await cacheStaticCopy(page, fixture.edgeCache)}`;
}
