import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { hasNotBeenAsked } from '../../../scripts/lib/browsers/chromium.ts';
import { type AppWorld, PHONE } from './fixture.ts';

/** What a load felt like, in milliseconds since its begin; CLS is a share of the window. */
export interface Vitals {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  /** What tasks took beyond 50 ms each after the first paint. */
  readonly tbt: number;
}

interface Probe {
  vitals(): Vitals;
  /** When a frame first showed this. */
  shown(selector: string): Promise<number>;
  /** Listens from now on for a tap on this: `answer` is when a frame first showed what it had changed; without scripts, when it arrived. */
  listen(selector: string, hasScripts: boolean): void;
  answer: Promise<number>;
}
declare global {
  interface Window {
    vitalsProbe: Probe;
  }
}

/** Runs in the page before anything else. */
function installProbe(): void {
  const seen = { fcp: Number.NaN, lcp: Number.NaN, cls: 0, tasks: [] as { end: number; over: number }[] };
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  const numberIn = (entry: PerformanceEntry, key: string) => Number(Reflect.get(entry, key));
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) seen.cls += numberIn(entry, 'value');
  });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ end: startTime + duration, over: duration - 50 }));
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
  const answered = Promise.withResolvers<number>();
  window.vitalsProbe = {
    vitals: () => ({
      ...{ fcp: seen.fcp, lcp: seen.lcp, cls: seen.cls },
      tbt: seen.tasks.filter(({ end }) => end > seen.fcp).reduce((sum, { over }) => sum + over, 0),
    }),
    shown: async (selector) => {
      while (!document.querySelector(selector)?.checkVisibility()) await nextFrame();
      return nextFrame();
    },
    answer: answered.promise,
    listen: (selector, hasScripts) => {
      const end = () => void nextFrame().then(answered.resolve);
      const changes = new MutationObserver(() => {
        changes.disconnect();
        end();
      });
      const onTap = ({ target }: Event) => {
        if (!(target instanceof Element) || !target.closest(selector)) return;
        removeEventListener('click', onTap, true);
        if (hasScripts) changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        else end();
      };
      addEventListener('click', onTap, true);
      if (!hasScripts) addEventListener('click', (event) => event.preventDefault());
    },
  };
}

/** The line and the processor of the bench: an old phone on a weak network (docs/performance.md, "P2: loads on a slow phone"). */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 };
const SLOW_CPU = 4;

export interface Slowness {
  readonly line: boolean;
}

/** A fresh browser profile on a phone that has been nowhere yet. */
export async function freshPhone({ browser }: AppWorld, storageState: BrowserContextOptions['storageState']): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE, ...(storageState ? { storageState } : {}) });
  await context.addInitScript(hasNotBeenAsked);
  await context.addInitScript(installProbe);
  return context;
}

/** A page on a slow processor, and on a slow line where that is said. */
export async function slowPage(context: BrowserContext, { line }: Slowness): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  if (line) await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  return page;
}

const QUIET_MS = 2000;

/** Opens an address and reads its vitals once every picture in the window is there and nothing has moved for a while. */
export async function loadedVitals(page: Page, url: string): Promise<Vitals> {
  await page.goto(url);
  await page.waitForFunction(() => {
    const isDrawn = document.readyState === 'complete' && document.querySelector('h1') && !document.querySelector('[aria-busy=true]');
    const seen = [...document.images].filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight);
    return isDrawn && seen.every(({ complete }) => complete);
  });
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() => window.vitalsProbe.vitals());
}

/** As long as somebody waits who thinks to have missed. */
const TAP_AGAIN_MS = 400;
const MOST_TAPS = 50;

/** Opens an address, taps a control as soon as it is on screen, again while nothing comes of it, and gives when the page answered. */
export async function firstAnswer(page: Page, url: string, control: string, hasScripts: boolean): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  // The browser may bring a tap before a busy page has heard of anything that was asked at the same time.
  await page.evaluate(
    async ([selector, runs]) => {
      await window.vitalsProbe.shown(selector);
      window.vitalsProbe.listen(selector, runs);
    },
    [control, hasScripts] as const,
  );
  for (let taps = 0; taps < MOST_TAPS; taps += 1) {
    // A font that comes late may have moved it.
    const place = await page.evaluate((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON() ?? null, control);
    if (place) await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
    const answer = await page.evaluate(
      (ms) => Promise.race([window.vitalsProbe.answer, new Promise<null>((resolve) => setTimeout(resolve, ms, null))]),
      TAP_AGAIN_MS,
    );
    if (answer !== null) return answer;
  }
  throw new Error(`${page.url()} answers no tap on ${control}`);
}
