import type { BrowserContext } from 'playwright-core';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { compareWithTwin } from './compare-with-twin.ts';
import type { BenchmarkPart } from './fixture.ts';
import { warmPhone } from './returning-member.ts';
import { staticCopyOf } from './static-copy.ts';
import { freshPhone, slowPage } from './web-vitals.ts';

const PATH = '/chats';
const SHELL = '.app.logged-in';
const CHATS = '.chat-entry';
const AIM_MS = 1000;

/** Opens an address; returns the milliseconds until a frame first showed the selector. */
async function shownAfter(context: BrowserContext, url: string, selector: string): Promise<number> {
  const page = await slowPage(context, { line: false });
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await page.evaluate((wanted) => window.vitalsProbe.shown(wanted), selector);
  await page.locator(CHATS).first().waitFor();
  assertCorrect(ms > 0, 'the last chats are on screen');
  await page.close();
  return ms;
}

/**
 * The start of the app without a network, compared with a static copy on a fast connection
 * (docs/performance.md, "P3: start without a network").
 */
export const offlineStart: BenchmarkPart = async (fixture) => {
  const twin = await staticCopyOf(fixture, PATH, true);
  await using phone = await warmPhone(fixture, [PATH]);
  await using other = await freshPhone(fixture, fixture.member);
  await phone.setOffline(true);
  const lines: ReportLine[] = [];
  for (const [what, selector] of [
    ['the frame', SHELL],
    ['the last chats', CHATS],
  ] as const) {
    const line = await compareWithTwin(`P3 start without a network, ${what}`, AIM_MS, {
      ours: () => shownAfter(phone, `${fixture.url}${PATH}`, selector),
      twin: () => shownAfter(other, twin, selector),
    });
    lines.push(line);
  }
  return lines;
};
