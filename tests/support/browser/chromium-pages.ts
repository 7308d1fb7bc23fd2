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

/** Headless Chromium, one for all test files of a process; it ends with the process. Whoever opens a context closes it. */
export async function openBrowser(): Promise<Browser> {
  const running = await launched;
  if (running?.isConnected()) return running;
  launched = launch();
  return launched;
}

const fileNameOf = (testName: string) => testName.replaceAll(/[^\w-]+/g, '-').slice(0, 120);

/** A page in a context of its own. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  openPageIn(await browser.newContext({ viewport: { width: 390, height: 844 }, ...options }));

/** Takes a screenshot into .shots/failures if the running test fails. */
export function screenshotOnFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    if (page.isClosed()) return;
    await page.screenshot({ path: inProject(`.shots/failures/${fileNameOf(task.name)}.png`) });
  });
}

/** The factor by which the CPU of every page is slowed down (`npm run steady -- --cpu-throttle N`). */
const CPU_THROTTLE = Number(process.env.CPU_THROTTLE ?? 1);

/** A page that makes the same API call more often than this in the window below is in a request loop: each answer causes the next call. */
const MAX_CALLS = 40;
const LOOP_WINDOW_MS = 20_000;

const requestLoops = new Set<string>();
let countingSince = 0;

/** Returns the request loops found since it was last called, and starts counting again. */
export function takeRequestLoops(): string[] {
  const found = [...requestLoops];
  requestLoops.clear();
  countingSince = Date.now();
  return found;
}

/** Counts the calls of each address apart: whoever goes through fifty pages within the time asks the same fifty times. */
function watchForRequestLoops(page: Page): void {
  const calls = new Map<string, number[]>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname} on ${new URL(page.url()).pathname}`;
    const now = Date.now();
    const from = Math.max(countingSince, now - LOOP_WINDOW_MS);
    const recentCalls = [...(calls.get(call) ?? []).filter((at) => at > from), now];
    calls.set(call, recentCalls);
    if (recentCalls.length > MAX_CALLS) requestLoops.add(call);
  });
}

/** Opens a page in an existing context, watches it for request loops and applies the CPU throttle of the run. */
export async function openWatchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  watchForRequestLoops(page);
  if (CPU_THROTTLE > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
  return page;
}

/** Opens a page in an existing context; takes a screenshot if the running test fails. */
export async function openPageIn(context: BrowserContext): Promise<Page> {
  const page = await openWatchedPage(context);
  screenshotOnFailure(page);
  return page;
}
