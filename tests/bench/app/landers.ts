import { assertCorrect, type ReportLine } from '../support/report.ts';
import { compareWithTwin } from './compare-with-twin.ts';
import type { AppFixture, BenchmarkPart, Lander } from './fixture.ts';
import { staticCopyOf } from './static-copy.ts';
import { freshPhone, loadedVitals, slowPage } from './web-vitals.ts';

const AIM_MS = 2000;

async function lcpOf(fixture: AppFixture, url: string): Promise<number> {
  await using context = await freshPhone(fixture, undefined);
  const { lcp } = await loadedVitals(await slowPage(context, 'weak'), url, fixture.drawn);
  assertCorrect(lcp > 0, `${url} was painted`);
  return lcp;
}

async function lineOf(fixture: AppFixture, { address, path }: Lander): Promise<ReportLine> {
  const twin = await staticCopyOf(fixture, path, false);
  return compareWithTwin(`P2 ${address} LCP`, AIM_MS, {
    ours: () => lcpOf(fixture, `${fixture.url}${path}`),
    twin: twin === null ? null : () => lcpOf(fixture, twin),
  });
}

/**
 * Cold loads of the landing pages of campaigns on a slow phone and a slow connection, compared with a static copy without scripts
 * (docs/performance.md, "P2: loads on a slow phone").
 */
export const landerLoads: BenchmarkPart = async (fixture) => {
  const lines: ReportLine[] = [];
  for (const lander of fixture.pages.landers) lines.push(await lineOf(fixture, lander));
  return lines;
};
