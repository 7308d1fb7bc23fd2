import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Kept } from './edge-server.ts';
import type { AppWorld } from './fixture.ts';
import { freshPhone, loadedVitals } from './web-vitals.ts';

/** Runs in the page: the document as it is drawn, with its styles, fonts and pictures, without what runs or feeds what runs. */
function withoutScripts(): string {
  const copy = new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html');
  const idle = 'script, noscript, link[rel=modulepreload], link[rel=preload][as=fetch], link[rel=manifest]';
  for (const element of copy.querySelectorAll(idle)) element.remove();
  return `<!doctype html>${copy.documentElement.outerHTML}`;
}

/** Keeps what a page shows now as a page in which nothing runs: what no application can beat. Gives its path on the same edge. */
export async function keepTwin(page: Page, kept: Map<string, Kept>): Promise<string> {
  const body = gzipSync(await page.evaluate(withoutScripts));
  const path = `/twin${new URL(page.url()).pathname}`;
  kept.set(path, {
    body,
    headers: { 'content-type': 'text/html; charset=UTF-8', 'content-encoding': 'gzip', 'cache-control': 'no-store' },
  });
  return path;
}

/** Keeps an address's twin: as it stands once everything is there, seen without haste. Gives its whole address. */
export async function twinOf(world: AppWorld, path: string, isOfMember: boolean): Promise<string> {
  await using context = await freshPhone(world, isOfMember ? world.member : undefined);
  const page = await context.newPage();
  await loadedVitals(page, `${world.url}${path}`);
  return `${world.url}${await keepTwin(page, world.kept)}`;
}
