import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { CHROMIUM_ARGS, installedChromium } from '../../scripts/support/chromium.ts';
import { inProject } from '../../scripts/support/paths.ts';

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

/** A page that asks for the same more often than this goes in a circle, which costs nobody anything while the server is fast and near. */
const MOST_CALLS = 25;
const CALLS_WITHIN_MS = 5000;

const circles = new Set<string>();

/** The calls that pages made in a circle since it was asked last. */
export function takeCircles(): string[] {
  const found = [...circles];
  circles.clear();
  return found;
}

function watchForCircles(page: Page): void {
  const calls = new Map<string, number[]>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname}`;
    const now = Date.now();
    const lately = [...(calls.get(call) ?? []).filter((at) => now - at < CALLS_WITHIN_MS), now];
    calls.set(call, lately);
    if (lately.length > MOST_CALLS) circles.add(call);
  });
}

/** A page beside others of its context, as slow as the run wants it. */
export async function newPageIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  watchForCircles(page);
  if (CPU_THROTTLE > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
  return page;
}

/** A page beside others of its context; when the running test fails, what it shows is kept. */
export async function openPageIn(context: BrowserContext): Promise<Page> {
  const page = await newPageIn(context);
  keepFailure(page);
  return page;
}
