import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { CHROMIUM_ARGS, installedChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { inProject } from '../../../scripts/lib/paths.ts';

let launched: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  const executablePath = installedChromium();
  if (!executablePath) throw new Error('No chromium here; `npm test` installs it, or says how.');
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}

/** Headless chromium: one for all files of a process, with which it ends. Whoever opens a context closes it. */
export async function openBrowser(): Promise<Browser> {
  const before = await launched;
  if (before?.isConnected()) return before;
  launched = launch();
  return launched;
}

const fileNameOf = (testName: string) => testName.replaceAll(/[^\w-]+/g, '-').slice(0, 120);

/** A page in a context of its own. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  openPageIn(await browser.newContext({ viewport: { width: 390, height: 844 }, ...options }));

/** When the running test fails, what the page shows is kept in .shots/failures. */
export function keepFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    if (page.isClosed()) return;
    await page.screenshot({ path: inProject(`.shots/failures/${fileNameOf(task.name)}.png`) });
  });
}

/** How many times slower than it could every page runs (`npm run steady -- --cpu-throttle N`). */
const CPU_THROTTLE = Number(process.env.CPU_THROTTLE ?? 1);

/** A page that asks for the same more often than this is in a loop, in which each answer leads to the next request. */
const MAX_CALLS = 40;
const WITHIN_MS = 20_000;

const requestLoops = new Set<string>();
let countedFrom = 0;

/** The request loops of pages since the last call; calls are counted anew from here on. */
export function takeRequestLoops(): string[] {
  const found = [...requestLoops];
  requestLoops.clear();
  countedFrom = Date.now();
  return found;
}

function watchForRequestLoops(page: Page): void {
  const calls = new Map<string, number[]>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname}`;
    const now = Date.now();
    const from = Math.max(countedFrom, now - WITHIN_MS);
    const counted = [...(calls.get(call) ?? []).filter((at) => at > from), now];
    calls.set(call, counted);
    if (counted.length > MAX_CALLS) requestLoops.add(`${call} on ${new URL(page.url()).pathname}`);
  });
}

/** A page beside others of its context, as slow as the run wants it. */
export async function newPageIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  watchForRequestLoops(page);
  if (CPU_THROTTLE > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
  return page;
}

/** A page beside others of its context; when the running test fails, what it shows is kept. */
export async function openPageIn(context: BrowserContext): Promise<Page> {
  const page = await newPageIn(context);
  keepFailure(page);
  return page;
}
