import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, installedChromium, resetNotificationPermission } from '../../../scripts/lib/browsers/chromium.ts';
import { newId } from '../../support/database/factories.ts';
import { loginState, type Peer, type PeerChat } from '../peer/peer-description.ts';
import type { BareChat } from '../support/baseline-chat.ts';
import { inTurns, timingsNamed, timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type BenchmarkPart, twoMatchedMembers } from './fixture.ts';

const FRAME_MS = 16.7;
const BLOCKS = { blocks: 5, runs: 20, warmUp: 5 };

interface Probe {
  pressedAt: number;
  /** When, after that press, the first request left the page or the first frame with its text; 0 before it. */
  leftAt: number;
  /** The time at which a socket of this page received a frame with this text; 0 if none has. */
  framedAt(text: string): number;
  /** Resolves with the time of the first animation frame after an element of the selector `bubble` had this text. */
  shown(text: string, bubble: string): Promise<number>;
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
    shown: (text, bubble) =>
      new Promise((resolve) => {
        const isShown = () => [...document.querySelectorAll(bubble)].some(({ textContent }) => textContent?.trim() === text);
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
  let typed = '';
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) => frames.push({ data, at: now() }));
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      if (typed && typeof data === 'string' && data.includes(typed)) probe.leftAt ||= now();
      super.send(data);
    }
  };
  const noteEnter = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Enter') return;
    typed = target instanceof HTMLElement ? ('value' in target ? String(target.value) : target.innerText).trim() : '';
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

/** The selectors of the field and of a message's text on the pages of a site. */
interface ChatSelectors {
  readonly field: string;
  readonly message: string;
}

interface Pair extends ChatSelectors {
  readonly from: Page;
  readonly to: Page;
  readonly delays: Delays;
}

const noDelays = (): Delays => ({ own: [], leaving: [], delivery: [], drawing: [] });

/** Those of our page; the minimal chat has the same. */
const OUR_SELECTORS: ChatSelectors = { field: 'textarea', message: '.message bdi' };

async function pageIn(context: BrowserContext, url: string, { field }: ChatSelectors): Promise<Page> {
  await context.addInitScript(resetNotificationPermission);
  await context.addInitScript(installProbe);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(field).waitFor();
  return page;
}

/** Sends a message; returns the milliseconds from Enter until the recipient's page shows it. */
async function timeMessage({ from, to, delays, field, message }: Pair): Promise<number> {
  const text = newId();
  const shownOn = (page: Page) => page.evaluate(([it, bubble]) => window.probe.shown(it, bubble), [text, message] as const);
  const [arrives, appears] = [shownOn(to), shownOn(from)];
  await from.locator(field).fill(text);
  await from.keyboard.press('Enter');
  const [arrivedAt, appearedAt] = await Promise.all([arrives, appears]);
  const [pressedAt, leftAt] = await from.evaluate(() => [window.probe.pressedAt, window.probe.leftAt] as const);
  const framedAt = await to.evaluate((it) => window.probe.framedAt(it), text);
  assertCorrect(pressedAt > 0 && arrivedAt > pressedAt, 'the bubble came after the press');
  delays.own.push(appearedAt - pressedAt);
  // Before its socket is open a page reads the thread instead; another site may send or receive in another way.
  if (framedAt === 0 || leftAt === 0) return arrivedAt - pressedAt;
  assertCorrect(leftAt >= pressedAt && framedAt > leftAt && arrivedAt >= framedAt, 'request, frame and bubble came in this order');
  delays.leaving.push(leftAt - pressedAt);
  delays.delivery.push(framedAt - leftAt);
  delays.drawing.push(arrivedAt - framedAt);
  return arrivedAt - pressedAt;
}

/** The pages of the minimal chat. */
async function bareMessages(browser: Browser, bare: BareChat): Promise<Pair> {
  const bareOf = async (mine: string, theirs: string) =>
    pageIn(await browser.newContext(), `${bare.url}/?mine=${mine}&theirs=${theirs}&host=${bare.partyHost}`, OUR_SELECTORS);
  return { from: await bareOf('one', 'two'), to: await bareOf('two', 'one'), delays: noDelays(), ...OUR_SELECTORS };
}

/** The lines of the stretches of a message's way; none if the pages send or receive in a way that is not seen. */
function stretchLines(ours: Delays, bare: Delays): ReportLine[] {
  if (ours.delivery.length < BLOCKS.blocks * BLOCKS.runs) return [];
  const stretch = (what: string, which: keyof Delays): ReportLine => {
    const [{ p50, min, max }, limit] = [timingsOf([ours[which]]), timingsOf([bare[which]])];
    return { what: `P7 of that: ${what}`, ours: p50, limit: limit.p50, unit: 'ms', aim: null, spread: [min, max] };
  };
  return [stretch('Enter → request', 'leaving'), stretch('request → frame', 'delivery'), stretch('frame → screen', 'drawing')];
}

async function compareWithBare(ours: Pair, bare: Pair): Promise<ReportLine[]> {
  const timings = await inTurns(
    [
      { name: 'ours', run: () => timeMessage(ours) },
      { name: 'bare', run: () => timeMessage(bare) },
    ],
    BLOCKS,
  );
  const [measured, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'bare')];
  const [ownBubble, bareOwn] = [timingsOf([ours.delays.own]), timingsOf([bare.delays.own])];
  const spread = [Math.min(...measured.blocks), Math.max(...measured.blocks)] as const;
  const line = (what: string, figure: number, limitOfFigure: number, rest: Pick<ReportLine, 'aim' | 'spread'>): ReportLine => {
    return { what: `P7 ${what}`, ours: figure, limit: limitOfFigure, unit: 'ms', isAimAbsolute: true, ...rest };
  };
  return [
    line('Enter → recipient’s screen, p50', measured.p50, limit.p50, { aim: 60, spread }),
    line('the same, p99', measured.p99, limit.p99, { aim: 150, spread: [measured.min, measured.max] }),
    line('Enter → own bubble, p50', ownBubble.p50, bareOwn.p50, { aim: FRAME_MS, spread: [ownBubble.min, ownBubble.max] }),
    ...stretchLines(ours.delays, bare.delays),
  ];
}

async function startBrowser(lifetime: AsyncDisposableStack): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  return browser;
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'en-US' };

/**
 * The time from Enter until the page of the recipient and that of the sender show a message, compared with two minimal pages
 * (docs/performance.md, "P7: from Enter to the recipient's screen").
 */
export const screenLatency: BenchmarkPart = async (fixture, lifetime) => {
  const browser = await startBrowser(lifetime);
  const { sender, recipient, conversation } = await twoMatchedMembers(fixture);
  const pageOf = async (cookie: string) => {
    const context = await browser.newContext(DESKTOP);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: fixture.url }]);
    return pageIn(context, `${fixture.url}/chats/${conversation}`, OUR_SELECTORS);
  };
  const ours: Pair = { from: await pageOf(sender.cookie), to: await pageOf(recipient.cookie), delays: noDelays(), ...OUR_SELECTORS };
  const lines = await compareWithBare(ours, await bareMessages(browser, fixture.bare));
  assertCorrect(lines.length > 3, 'the messages came by the socket');
  return lines;
};

/** The same for another site. */
export async function peerScreenLatency(peer: Peer, chat: PeerChat, bare: BareChat, lifetime: AsyncDisposableStack) {
  const browser = await startBrowser(lifetime);
  const pageOf = async ({ url, login }: PeerChat['sender']) => {
    const storageState = loginState(peer, login, url);
    const context = await browser.newContext({ ...DESKTOP, ignoreHTTPSErrors: true, ...(storageState ? { storageState } : {}) });
    return pageIn(context, url, chat);
  };
  const { field, message } = chat;
  const theirs: Pair = { from: await pageOf(chat.sender), to: await pageOf(chat.recipient), delays: noDelays(), field, message };
  return compareWithBare(theirs, await bareMessages(browser, bare));
}
