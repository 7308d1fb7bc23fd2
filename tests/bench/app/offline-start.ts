import type { BrowserContext } from 'playwright-core';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { compareWithTwin } from './compare-with-twin.ts';
import type { BenchmarkPart } from './fixture.ts';
import { warmPhone } from './returning-member.ts';
import { staticCopyOf } from './static-copy.ts';
import { freshPhone, slowPage } from './web-vitals.ts';

const AIM_MS = 1000;

interface Shown {
  readonly context: BrowserContext;
  readonly url: string;
  readonly selector: string;
  /** The selector of what has to be on screen in the end. */
  readonly content: string;
}

/** Opens an address; returns the milliseconds until a frame first showed the selector. */
async function shownAfter({ context, url, selector, content }: Shown): Promise<number> {
  const page = await slowPage(context, null);
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await page.evaluate((wanted) => window.vitalsProbe.shown(wanted), selector);
  await page.locator(content).first().waitFor();
  assertCorrect(ms > 0, `${content} is on screen`);
  await page.close();
  return ms;
}

/**
 * The start of the app without a network, compared with a static copy on a fast connection
 * (docs/performance.md, "P3: start without a network").
 */
export const offlineStart: BenchmarkPart = async (fixture) => {
  const { offline } = fixture.pages;
  if (!offline) return [];
  const { path, frame, content } = offline;
  const twin = await staticCopyOf(fixture, path, true);
  await using phone = await warmPhone(fixture, [path]);
  await using other = await freshPhone(fixture, fixture.member);
  await phone.setOffline(true);
  const lines: ReportLine[] = [];
  for (const [what, selector] of [
    ['the frame', frame],
    [`${path} as it was`, content],
  ] as const) {
    const line = await compareWithTwin(`P3 start without a network, ${what}`, AIM_MS, {
      ours: () => shownAfter({ context: phone, url: `${fixture.url}${path}`, selector, content }),
      twin: twin === null ? null : () => shownAfter({ context: other, url: twin, selector, content }),
    });
    lines.push(line);
  }
  return lines;
};
