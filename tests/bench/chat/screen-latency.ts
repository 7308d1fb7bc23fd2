import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, hasNotBeenAsked, installedChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { newId } from '../../support/database/factories.ts';
import { inTurns, timingsNamed, timingsOf } from '../support/measure.ts';
import { assertRight } from '../support/report.ts';
import { type Part, twoWhoTalk } from './fixture.ts';

const FRAME_MS = 16.7;

interface Probe {
  pressedAt: number;
  /** When a bubble with this text is there and its frame begins to be drawn. */
  shown(text: string): Promise<number>;
}
declare global {
  interface Window {
    probe: Probe;
  }
}

/** Runs in the page. Both pages are on one machine, so that their clocks are one. */
function installProbe(): void {
  const now = () => performance.timeOrigin + performance.now();
  const probe: Probe = {
    pressedAt: 0,
    shown: (text) =>
      new Promise((resolve) => {
        const isThere = () => [...document.querySelectorAll('.msg bdi')].some((bubble) => bubble.textContent === text);
        const look = () => {
          if (!isThere()) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        look();
      }),
  };
  window.probe = probe;
  const noteEnter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') probe.pressedAt = now();
  };
  addEventListener('keydown', noteEnter, true);
}

interface Pair {
  readonly from: Page;
  readonly to: Page;
  /** Own bubble, in milliseconds, one a run. */
  readonly own: number[];
}

async function pageIn(context: BrowserContext, url: string): Promise<Page> {
  await context.addInitScript(hasNotBeenAsked);
  await context.addInitScript(installProbe);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('textarea').waitFor();
  return page;
}

/** From the press of Enter to the bubble on the other's screen. */
async function say({ from, to, own }: Pair): Promise<number> {
  const text = newId();
  const [arrives, appears] = [to.evaluate((it) => window.probe.shown(it), text), from.evaluate((it) => window.probe.shown(it), text)];
  await from.locator('textarea').fill(text);
  await from.keyboard.press('Enter');
  const [arrivedAt, appearedAt] = await Promise.all([arrives, appears]);
  const pressedAt = await from.evaluate(() => window.probe.pressedAt);
  assertRight(pressedAt > 0 && arrivedAt > pressedAt, 'the bubble came after the press');
  own.push(appearedAt - pressedAt);
  return arrivedAt - pressedAt;
}

/**
 * From Enter to the other's screen and to one's own, beside two bare pages on a relay
 * (docs/performance.md, "P7: from Enter to the recipient's screen").
 */
export const screens: Part = async (world, lifetime) => {
  const browser = await chromium.launch({ executablePath: installedChromium() ?? '', args: CHROMIUM_ARGS });
  lifetime.defer(() => browser.close());
  const { sender, recipient, conversation } = await twoWhoTalk(world);
  const pageOf = async (cookie: string) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: world.url }]);
    return pageIn(context, `${world.url}/chats/${conversation}`);
  };
  const bareOf = async (mine: string, theirs: string) =>
    pageIn(await browser.newContext(), `${world.bare.url}/?mine=${mine}&theirs=${theirs}&host=${world.bare.partyHost}`);
  const ours: Pair = { from: await pageOf(sender.cookie), to: await pageOf(recipient.cookie), own: [] };
  const bare: Pair = { from: await bareOf('one', 'two'), to: await bareOf('two', 'one'), own: [] };
  const timings = await inTurns(
    [
      { name: 'ours', run: () => say(ours) },
      { name: 'bare', run: () => say(bare) },
    ],
    { blocks: 5, runs: 20, warmUp: 5 },
  );
  const [mine, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'bare')];
  const [own, bareOwn] = [timingsOf([ours.own]), timingsOf([bare.own])];
  const spread = [Math.min(...mine.blocks), Math.max(...mine.blocks)] as const;
  return [
    { what: 'P7 Enter → recipient’s screen, p50', ours: mine.p50, limit: limit.p50, unit: 'ms', aim: 60, isAimOfOurs: true, spread },
    { what: 'P7 the same, p99', ours: mine.p99, limit: limit.p99, unit: 'ms', aim: 150, isAimOfOurs: true, spread: [mine.min, mine.max] },
    {
      what: 'P7 Enter → own bubble, p50',
      ours: own.p50,
      limit: bareOwn.p50,
      unit: 'ms',
      aim: FRAME_MS,
      isAimOfOurs: true,
      spread: [own.min, own.max],
    },
  ];
};
