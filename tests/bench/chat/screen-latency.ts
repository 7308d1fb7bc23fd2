import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, resetNotificationPermission } from '../../../scripts/lib/browsers/chromium.ts';
import { newId } from '../../support/database/factories.ts';
import { inTurns, timingsNamed, timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type BenchmarkPart, twoMatchedMembers } from './fixture.ts';

const FRAME_MS = 16.7;
const BLOCKS = { blocks: 5, runs: 20, warmUp: 5 };

interface Probe {
  pressedAt: number;
  /** When the first request after that press left the page; 0 before it. */
  leftAt: number;
  /** The time at which a socket of this page received a frame with this text; 0 if none has. */
  framedAt(text: string): number;
  /** Resolves with the time of the first animation frame after a message with this text was rendered. */
  shown(text: string): Promise<number>;
}
declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page. Both pages are on one machine, so that their clocks agree. */
function installProbe(): void {
  const now = () => performance.timeOrigin + performance.now();
  const frames: { data: unknown; at: number }[] = [];
  const probe: Probe = {
    pressedAt: 0,
    leftAt: 0,
    framedAt: (text) => frames.find(({ data }) => typeof data === 'string' && data.includes(text))?.at ?? 0,
    shown: (text) =>
      new Promise((resolve) => {
        const isShown = () => [...document.querySelectorAll('.message bdi')].some((bubble) => bubble.textContent === text);
        const look = () => {
          if (!isShown()) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        look();
      }),
  };
  window.probe = probe;
  const { fetch } = window;
  window.fetch = (input, init) => {
    if (init?.method === 'POST') probe.leftAt ||= now();
    return fetch(input, init);
  };
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => frames.push({ data, at: now() }));
    }
  };
  const noteEnter = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter') return;
    probe.pressedAt = now();
    probe.leftAt = 0;
  };
  addEventListener('keydown', noteEnter, true);
}

/** The parts of the way of a message, in milliseconds, one number for each run. */
interface Delays {
  /** Until the sender's own page showed it. */
  readonly own: number[];
  /** From Enter until the request left. */
  readonly leaving: number[];
  /** From there until the frame was on the recipient's page. */
  readonly delivery: number[];
  /** From there until it was shown. */
  readonly drawing: number[];
}

interface Pair {
  readonly from: Page;
  readonly to: Page;
  readonly delays: Delays;
}

const noDelays = (): Delays => ({ own: [], leaving: [], delivery: [], drawing: [] });

async function pageIn(context: BrowserContext, url: string): Promise<Page> {
  await context.addInitScript(resetNotificationPermission);
  await context.addInitScript(installProbe);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('textarea').waitFor();
  return page;
}

/** Sends a message; returns the milliseconds from Enter until the recipient's page shows it. */
async function timeMessage({ from, to, delays }: Pair): Promise<number> {
  const text = newId();
  const [arrives, appears] = [to.evaluate((it) => window.probe.shown(it), text), from.evaluate((it) => window.probe.shown(it), text)];
  await from.locator('textarea').fill(text);
  await from.keyboard.press('Enter');
  const [arrivedAt, appearedAt] = await Promise.all([arrives, appears]);
  const [pressedAt, leftAt] = await from.evaluate(() => [window.probe.pressedAt, window.probe.leftAt] as const);
  const framedAt = await to.evaluate((it) => window.probe.framedAt(it), text);
  assertCorrect(pressedAt > 0 && arrivedAt > pressedAt, 'the bubble came after the press');
  delays.own.push(appearedAt - pressedAt);
  // Before its socket is open a page reads the thread instead.
  if (framedAt === 0) return arrivedAt - pressedAt;
  assertCorrect(leftAt >= pressedAt && framedAt > leftAt && arrivedAt >= framedAt, 'request, frame and bubble came in this order');
  delays.leaving.push(leftAt - pressedAt);
  delays.delivery.push(framedAt - leftAt);
  delays.drawing.push(arrivedAt - framedAt);
  return arrivedAt - pressedAt;
}

/**
 * The time from Enter until the page of the recipient and that of the sender show a message, compared with two minimal pages
 * (docs/performance.md, "P7: from Enter to the recipient's screen").
 */
export const screenLatency: BenchmarkPart = async (fixture, lifetime) => {
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const { sender, recipient, conversation } = await twoMatchedMembers(fixture);
  const pageOf = async (cookie: string) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: fixture.url }]);
    return pageIn(context, `${fixture.url}/chats/${conversation}`);
  };
  const bareOf = async (mine: string, theirs: string) =>
    pageIn(await browser.newContext(), `${fixture.bare.url}/?mine=${mine}&theirs=${theirs}&host=${fixture.bare.partyHost}`);
  const ours: Pair = { from: await pageOf(sender.cookie), to: await pageOf(recipient.cookie), delays: noDelays() };
  const bare: Pair = { from: await bareOf('one', 'two'), to: await bareOf('two', 'one'), delays: noDelays() };
  const timings = await inTurns(
    [
      { name: 'ours', run: () => timeMessage(ours) },
      { name: 'bare', run: () => timeMessage(bare) },
    ],
    BLOCKS,
  );
  const [measured, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'bare')];
  const ofDelays = (which: keyof Delays) => [timingsOf([ours.delays[which]]), timingsOf([bare.delays[which]])] as const;
  const [ownBubble, bareOwn] = ofDelays('own');
  const stretch = (what: string, which: keyof Delays): ReportLine => {
    const [{ p50, min, max }, { p50: limitOfStretch }] = ofDelays(which);
    assertCorrect(ours.delays[which].length >= BLOCKS.blocks * BLOCKS.runs, 'the messages came by the socket');
    return { what: `P7 of that: ${what}`, ours: p50, limit: limitOfStretch, unit: 'ms', aim: null, spread: [min, max] };
  };
  const spread = [Math.min(...measured.blocks), Math.max(...measured.blocks)] as const;
  return [
    { what: 'P7 Enter → recipient’s screen, p50', ours: measured.p50, limit: limit.p50, unit: 'ms', aim: 60, isAimAbsolute: true, spread },
    {
      what: 'P7 the same, p99',
      ours: measured.p99,
      limit: limit.p99,
      unit: 'ms',
      aim: 150,
      isAimAbsolute: true,
      spread: [measured.min, measured.max],
    },
    {
      what: 'P7 Enter → own bubble, p50',
      ours: ownBubble.p50,
      limit: bareOwn.p50,
      unit: 'ms',
      aim: FRAME_MS,
      isAimAbsolute: true,
      spread: [ownBubble.min, ownBubble.max],
    },
    stretch('Enter → request', 'leaving'),
    stretch('request → frame', 'delivery'),
    stretch('frame → screen', 'drawing'),
  ];
};
