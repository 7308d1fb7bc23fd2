import type { BrowserContext, Page } from 'playwright-core';
import { VITALS, type Vital } from '#contract/vitals';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type AppFixture, type BenchmarkPart, PHONE } from './fixture.ts';
import { warmPhone } from './returning-member.ts';
import { cacheStaticCopy } from './static-copy.ts';
import { slowPage } from './web-vitals.ts';

/** Together about as many presses as an hour of use. */
const ROUNDS = 12;
const BARE_ROUNDS = 5;
const AIM_MOVE_MS = 50;
const AIM_INP_MS = 100;
/** How long somebody looks at a screen before the next press. */
const PAUSE_MS = 700;

interface UseProbe {
  /** The durations (ms) of presses and keys that took longer than 16 ms until the next frame. */
  readonly slow: Map<number, number>;
  /** From the next press on, the time (ms) until a frame shows the selector. */
  frameAfterPress(selector: string): Promise<number>;
}
declare global {
  interface Window {
    useProbe: UseProbe;
  }
}

/** Runs in the page before its scripts. */
function installUseProbe(): void {
  const slow = new Map<number, number>();
  const record = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceEventTiming[])
      if (entry.interactionId) slow.set(entry.interactionId, Math.max(slow.get(entry.interactionId) ?? 0, entry.duration));
  };
  new PerformanceObserver((list) => record(list.getEntries())).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  /** Waits for a frame and returns when it had been painted, if it shows the selector; else null. */
  const nextFrame = (selector: string) =>
    new Promise<number | null>((resolve) =>
      requestAnimationFrame(() => {
        const isShown = document.querySelector(selector) !== null;
        // Ahead of what the page does after a frame.
        void scheduler.postTask(() => resolve(isShown ? performance.now() : null), { priority: 'user-blocking' });
      }),
    );
  window.useProbe = {
    slow,
    frameAfterPress: async (selector) => {
      const press = await new Promise<Event>((resolve) => addEventListener('click', resolve, { capture: true, once: true }));
      while (performance.now() - press.timeStamp < 10_000) {
        const painted = await nextFrame(selector);
        if (painted !== null) return painted - press.timeStamp;
      }
      throw new Error(`a press was not followed by ${selector}`);
    },
  };
}

/** From one screen to the next. */
interface Move {
  readonly name: string;
  /** What is tapped. */
  readonly pressed: string;
  /** What only the next screen has. */
  readonly shown: string;
}

const tab = (path: string) => `.tabs a[href^="${path}"]`;

const TO_CHATS: Move = { name: 'tab', pressed: tab('/chats'), shown: '.page-chats .chat-entry' };
const TO_MEMBERS: Move = { name: 'tab', pressed: tab('/members'), shown: '.page-members .cards .card' };
const TO_THREAD: Move = { name: 'list → thread', pressed: '.chat-entry a', shown: '.page-chats-chatId .thread-head' };
const BACK_TO_CHATS: Move = { ...TO_CHATS, name: 'thread → list', pressed: '.back-button' };
/** In this order they end where they began. */
const MOVES: readonly Move[] = [
  { name: 'tab', pressed: tab('/likes'), shown: '.page-likes h1' },
  { name: 'tab', pressed: tab('/notifications'), shown: '.page-notifications h1' },
  { name: 'tab', pressed: tab('/profile'), shown: '.page-profile h1' },
  TO_CHATS,
  TO_THREAD,
  BACK_TO_CHATS,
  TO_MEMBERS,
  { name: 'list → profile', pressed: '.cards .card a', shown: '.page-members-memberId h1' },
  { ...TO_MEMBERS, name: 'profile → list', pressed: '.page-members-memberId a.glass-btn' },
];

/** Makes a move and returns the time (ms) from the press to the first frame of the next screen. */
async function move(page: Page, { pressed, shown }: Move): Promise<number> {
  await page.waitForTimeout(PAUSE_MS);
  const frame = page.evaluate((selector) => window.useProbe.frameAfterPress(selector), shown);
  await page.locator(pressed).first().tap();
  return frame;
}

/** The screens of a move as HTML. */
interface Screens {
  readonly from: string;
  readonly to: string;
}

const htmlOf = (page: Page) => page.locator('.app').evaluate((app) => app.outerHTML);

/** The same move where nothing runs: a tap replaces one finished screen by the other, which needs no more than layout and paint. */
async function bareMove(page: Page, { shown }: Move, screens: Screens): Promise<number> {
  await page.evaluate(({ from, to }) => {
    const elementOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.children;
    const next = [...elementOf(to)];
    document.body.replaceChildren(...elementOf(from));
    const replace = (event: Event) => {
      event.preventDefault();
      document.body.replaceChildren(...next);
    };
    addEventListener('click', replace, { capture: true, once: true });
  }, screens);
  await page.waitForTimeout(PAUSE_MS);
  const frame = page.evaluate((selector) => window.useProbe.frameAfterPress(selector), shown);
  await page.touchscreen.tap(PHONE.viewport.width / 2, PHONE.viewport.height / 2);
  return frame;
}

type Times = Map<string, number[]>;
const note = (times: Times, { name }: Move, time: number) => times.set(name, [...(times.get(name) ?? []), time]);

/** What else is pressed and typed: a like given and taken back, the filters, a message. */
async function pressControls(page: Page): Promise<void> {
  for (let presses = 0; presses < 2; presses += 1) {
    await page.waitForTimeout(PAUSE_MS);
    await page.locator('.cards .like-btn').first().tap();
  }
  await page.mouse.wheel(0, 1500);
  await page.waitForTimeout(PAUSE_MS);
  await page.mouse.wheel(0, -1500);
  await move(page, TO_CHATS);
  await move(page, TO_THREAD);
  await page.locator('.composer textarea').pressSequentially('How are you today?', { delay: 60 });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(PAUSE_MS);
  await move(page, BACK_TO_CHATS);
  await move(page, TO_MEMBERS);
}

interface Line {
  readonly what: string;
  readonly times: readonly number[];
  /** The same without scripts. */
  readonly bare: readonly number[];
  readonly share: number;
  readonly aim: number;
}

function lineOf({ what, times, bare, share, aim }: Line): ReportLine {
  const percentile = (values: readonly number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
  return {
    what,
    ours: percentile(times, share),
    limit: bare.length > 0 ? percentile(bare, share) : null,
    unit: 'ms',
    aim,
    isAimAbsolute: true,
    spread: [percentile(times, 0), percentile(times, 1)],
  };
}

/** Opens the list of members on a slow phone that has been there before. */
async function openMembers(fixture: AppFixture, phone: BrowserContext): Promise<Page> {
  const page = await slowPage(phone, 'usual');
  page.setDefaultTimeout(10_000);
  await page.goto(`${fixture.url}/members`);
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, 'first_tap' satisfies Vital);
  return page;
}

/** The moves without scripts, on a static copy of the page that has made them. */
async function bareTimes(fixture: AppFixture, page: Page, screens: ReadonlyMap<Move, Screens>): Promise<Times> {
  const times: Times = new Map();
  if (!fixture.edgeCache) return times;
  const path = await cacheStaticCopy(page, fixture.edgeCache);
  await page.goto(`${fixture.url}${path}`);
  for (let round = 0; round < BARE_ROUNDS; round += 1)
    for (const [move, shown] of screens) note(times, move, await bareMove(page, move, shown));
  return times;
}

/**
 * How fast a slow phone answers while the app is used: the first frame of each move, and the presses and keys of about an hour
 * (docs/performance.md, "P2: loads on a slow phone").
 */
export const appInUse: BenchmarkPart = async (fixture: AppFixture) => {
  if (!fixture.pages.isOwn) return [];
  await using phone = await warmPhone(fixture, ['/members', '/chats']);
  await phone.addInitScript(installUseProbe);
  const page = await openMembers(fixture, phone);
  const times: Times = new Map();
  const screens = new Map<Move, Screens>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const step of MOVES) {
      const from = await htmlOf(page);
      const time = await move(page, step);
      // The first round loads the code of the screens.
      if (round > 0) note(times, step, time);
      screens.set(step, { from, to: await htmlOf(page) });
    }
    await pressControls(page);
  }
  const { slow, count } = await page.evaluate(() => ({ slow: [...window.useProbe.slow.values()], count: performance.interactionCount }));
  assertCorrect(count > 100, `there were ${count} presses and keys`);
  const presses = [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
  const bare = await bareTimes(fixture, page, screens);
  return [
    ...[...times].map(([name, ours]) =>
      lineOf({ what: `P2 ${name}, first frame`, times: ours, bare: bare.get(name) ?? [], share: 0.5, aim: AIM_MOVE_MS }),
    ),
    lineOf({ what: `P2 ${VITALS.inp.label} of ${count} presses and keys, p98`, times: presses, bare: [], share: 0.98, aim: AIM_INP_MS }),
  ];
};
