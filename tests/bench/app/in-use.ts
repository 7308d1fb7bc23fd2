import type { Page } from 'playwright-core';
import { VITALS, type Vital } from '#contract/vitals';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import type { AppFixture, BenchmarkPart } from './fixture.ts';
import { warmPhone } from './returning-member.ts';
import { slowPage } from './web-vitals.ts';

/** Together about as many presses as an hour of use. */
const ROUNDS = 12;
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
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
  window.useProbe = {
    slow,
    frameAfterPress: async (selector) => {
      const press = await new Promise<Event>((resolve) => addEventListener('click', resolve, { capture: true, once: true }));
      while (!document.querySelector(selector)) {
        await nextFrame();
        if (performance.now() - press.timeStamp > 10_000) throw new Error(`a press was not followed by ${selector}`);
      }
      return (await nextFrame()) - press.timeStamp;
    },
  };
}

/** Taps an element and returns the time until a frame shows the selector. */
async function move(page: Page, pressed: string, shown: string): Promise<number> {
  await page.waitForTimeout(PAUSE_MS);
  const frame = page.evaluate((selector) => window.useProbe.frameAfterPress(selector), shown);
  await page.locator(pressed).first().tap();
  return frame;
}

const tab = (path: string) => `.tabs a[href^="${path}"]`;

/** Between tabs, into a profile and back, into a conversation and back. Names each move. */
async function moveAround(page: Page): Promise<Record<string, number[]>> {
  const tabs = [
    await move(page, tab('/likes'), '.page-likes h1'),
    await move(page, tab('/notifications'), '.page-notifications h1'),
    await move(page, tab('/profile'), '.page-profile h1'),
    await move(page, tab('/chats'), '.page-chats .chat-entry'),
  ];
  const thread = await move(page, '.chat-entry a', '.page-chats-chatId .thread-head');
  const backToChats = await move(page, '.back-button', '.page-chats .chat-entry');
  tabs.push(await move(page, tab('/members'), '.page-members .cards .card'));
  const profile = await move(page, '.cards .card a', '.page-members-memberId h1');
  const backToList = await move(page, '.page-members-memberId a.glass-btn', '.page-members .cards .card');
  return { tabs, 'list → thread': [thread], 'list → profile': [profile], 'profile → list': [backToList], 'thread → list': [backToChats] };
}

/** What else is pressed and typed: a like given and taken back, the filters, a message. */
async function pressControls(page: Page): Promise<void> {
  for (let presses = 0; presses < 2; presses += 1) {
    await page.waitForTimeout(PAUSE_MS);
    await page.locator('.cards .like-btn').first().tap();
  }
  await page.mouse.wheel(0, 1500);
  await page.waitForTimeout(PAUSE_MS);
  await page.mouse.wheel(0, -1500);
  await move(page, tab('/chats'), '.page-chats .chat-entry');
  await move(page, '.chat-entry a', '.page-chats-chatId .composer textarea');
  await page.locator('.composer textarea').pressSequentially('How are you today?', { delay: 60 });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(PAUSE_MS);
  await move(page, '.back-button', '.page-chats .chat-entry');
  await move(page, tab('/members'), '.page-members .cards .card');
}

function lineOf(what: string, times: readonly number[], share: number, aim: number): ReportLine {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { what, ours: at(share), limit: null, unit: 'ms', aim, spread: [at(0), at(1)] };
}

/**
 * How fast a slow phone answers while the app is used: the first frame of each move, and the presses and keys of about an hour
 * (docs/performance.md, "P2: loads on a slow phone").
 */
export const appInUse: BenchmarkPart = async (fixture: AppFixture) => {
  if (!fixture.pages.isOwn) return [];
  await using phone = await warmPhone(fixture, ['/members', '/chats']);
  await phone.addInitScript(installUseProbe);
  const page = await slowPage(phone, 'usual');
  page.setDefaultTimeout(10_000);
  await page.goto(`${fixture.url}/members`);
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, 'first_tap' satisfies Vital);
  const moves = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = await moveAround(page);
    await pressControls(page);
    // The first round loads the code of the screens.
    if (round > 0) for (const [name, times] of Object.entries(measured)) moves.set(name, [...(moves.get(name) ?? []), ...times]);
  }
  const { slow, count } = await page.evaluate(() => ({ slow: [...window.useProbe.slow.values()], count: performance.interactionCount }));
  assertCorrect(count > 100, `there were ${count} presses and keys`);
  const durations = [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
  return [
    ...[...moves].map(([name, times]) => lineOf(`P2 ${name}, first frame`, times, 0.5, AIM_MOVE_MS)),
    lineOf(`P2 ${VITALS.inp.label} of ${count} presses and keys, p98`, durations, 0.98, AIM_INP_MS),
  ];
};
