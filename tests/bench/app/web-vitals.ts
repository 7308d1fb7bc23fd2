import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { resetNotificationPermission } from '../../../scripts/lib/browsers/chromium.ts';
import { type AppFixture, PHONE } from './fixture.ts';

/** The vitals of a load in milliseconds since its start; `cls` has no unit. */
export interface Vitals {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  /** The sum of the times by which tasks after the first paint exceeded 50 ms. */
  readonly tbt: number;
  /** The longest task after the first paint; 0 if none took more than 50 ms. */
  readonly longestTask: number;
}

interface Probe {
  vitals(): Vitals;
  /** Resolves with the time at which a frame first shows the selector. */
  shown(selector: string): Promise<number>;
  /**
   * Listens for a tap on the selector. `answer` resolves with the time of the first frame after a change of the DOM, or, without scripts,
   * after the tap.
   */
  listen(selector: string, hasScripts: boolean): void;
  reaction: Promise<number>;
}
declare global {
  interface Window {
    vitalsProbe: Probe;
  }
}

/** Runs in the page before its scripts. */
function installProbe(): void {
  const recorded = { fcp: Number.NaN, lcp: Number.NaN, cls: 0, tasks: [] as { end: number; duration: number }[] };
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  const numberIn = (entry: PerformanceEntry, key: string) => Number(Reflect.get(entry, key));
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') recorded.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    recorded.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) recorded.cls += numberIn(entry, 'value');
  });
  watch('longtask', ({ startTime, duration }) => recorded.tasks.push({ end: startTime + duration, duration }));
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
  const answered = Promise.withResolvers<number>();
  const end = () => void nextFrame().then(answered.resolve);
  const changes = new MutationObserver(() => {
    changes.disconnect();
    end();
  });
  let control = '';
  let isOfScripts = true;
  let isTapped = false;
  // Listens before every script of the page, which may answer the tap at once.
  const onTap = (event: Event) => {
    if (!control || !(event.target instanceof Element)) return;
    if (!isOfScripts) event.preventDefault();
    if (isTapped || !event.target.closest(control)) return;
    isTapped = true;
    if (isOfScripts) changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    else end();
  };
  addEventListener('click', onTap, true);
  window.vitalsProbe = {
    vitals: () => {
      const { fcp, lcp, cls } = recorded;
      const tasks = recorded.tasks.filter(({ end }) => end > fcp);
      return {
        fcp,
        lcp,
        cls,
        tbt: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
        longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)),
      };
    },
    shown: async (selector) => {
      while (!document.querySelector(selector)?.checkVisibility()) await nextFrame();
      return nextFrame();
    },
    reaction: answered.promise,
    listen: (selector, hasScripts) => {
      control = selector;
      isOfScripts = hasScripts;
    },
  };
}

/** The CPU of a cheap phone, and the lines of a weak and of a usual mobile network (docs/performance.md, "P2: loads on a slow phone"). */
const SLOW_CPU = 4;
const LINES = {
  weak: { latency: 150, bitsPerSecond: 1_600_000 },
  usual: { latency: 100, bitsPerSecond: 9_000_000 },
} as const;
export type Line = keyof typeof LINES;

/** A new browser profile of a phone, without any cache. */
export async function freshPhone({ browser }: AppFixture, storageState: BrowserContextOptions['storageState']): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE, ...(storageState ? { storageState } : {}) });
  await context.addInitScript(resetNotificationPermission);
  await context.addInitScript(installProbe);
  return context;
}

/** Opens a page with a slow CPU and the line of a mobile network, or with one that costs nothing. */
export async function slowPage(context: BrowserContext, line: Line | null): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  if (line) {
    const { latency, bitsPerSecond } = LINES[line];
    const throughput = bitsPerSecond / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  return page;
}

const QUIET_MS = 2000;

/** Opens an address and reads its vitals 2 s after it shows the selector `drawn` and all pictures of the viewport. */
export async function loadedVitals(page: Page, url: string, drawn: string): Promise<Vitals> {
  await page.goto(url);
  await page.waitForFunction((selector) => {
    const isDrawn = document.readyState === 'complete' && document.querySelector(selector) && !document.querySelector('[aria-busy=true]');
    const isInViewport = ({ top, left }: DOMRect) => top < innerHeight && left < innerWidth;
    const seen = [...document.images].filter((image) => image.checkVisibility() && isInViewport(image.getBoundingClientRect()));
    return isDrawn && seen.every(({ complete }) => complete);
  }, drawn);
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() => window.vitalsProbe.vitals());
}

/** The time after which somebody taps again. */
const TAP_AGAIN_MS = 400;
const MOST_TAPS = 50;

/** Taps the control until the page reacts; gives up when `isLeft` says that the tap has led to another document. */
async function tapUntilReaction(page: Page, control: string, isLeft: () => boolean): Promise<number | null> {
  for (let taps = 0; taps < MOST_TAPS && !isLeft(); taps += 1) {
    try {
      // A late font may have moved the control.
      const box = await page.evaluate((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON() ?? null, control);
      if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      const answer = await page.evaluate(
        (ms) => Promise.race([window.vitalsProbe.reaction, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]),
        TAP_AGAIN_MS,
      );
      if (answer !== null) return answer;
    } catch (error) {
      // The document of the call is gone.
      if (!isLeft()) throw error;
    }
  }
  if (isLeft()) return null;
  throw new Error(`${page.url()} answers no tap on ${control}`);
}

/**
 * Opens an address and taps a control as soon as it is shown, repeatedly until the page reacts. Returns the time of the reaction. A link
 * that is tapped before the scripts run is followed by the browser; the reaction is then the first paint of the next document.
 */
export async function firstReaction(page: Page, url: string, control: string, hasScripts: boolean): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  // One call for all: a busy page may get the tap before a second call.
  const openedAt = await page.evaluate(
    async ([selector, withScripts]) => {
      await window.vitalsProbe.shown(selector);
      window.vitalsProbe.listen(selector, withScripts);
      return performance.timeOrigin;
    },
    [control, hasScripts] as const,
  );
  let isLeft = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeft = true;
  });
  const reaction = await tapUntilReaction(page, control, () => isLeft);
  if (reaction !== null) return reaction;
  const nextPaint = await page.waitForFunction((before) => {
    const { fcp } = window.vitalsProbe.vitals();
    return performance.timeOrigin === before || Number.isNaN(fcp) ? null : performance.timeOrigin - before + fcp;
  }, openedAt);
  const paintedAt = await nextPaint.jsonValue();
  if (paintedAt === null) throw new Error(`${page.url()} was not painted`);
  return paintedAt;
}
