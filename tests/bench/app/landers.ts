import { addressesOf } from '#contract/pages/landers';
import { isLander, PAGES, type PageName } from '#contract/pages/page-routes';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { compareWithTwin } from './compare-with-twin.ts';
import type { AppFixture, BenchmarkPart } from './fixture.ts';
import { staticCopyOf } from './static-copy.ts';
import { freshPhone, loadedVitals, slowPage } from './web-vitals.ts';

const AIM_MS = 2000;

/** One address of every landing page of campaigns. */
const LANDER_ADDRESSES = (Object.keys(PAGES) as PageName[])
  .filter((name) => isLander(name) || name === 'members-memberId-signup')
  .map((name) => addressesOf(name)[0] ?? '');

async function lcpOf(fixture: AppFixture, url: string): Promise<number> {
  await using context = await freshPhone(fixture, undefined);
  const { lcp } = await loadedVitals(await slowPage(context, { line: true }), url);
  assertCorrect(lcp > 0, `${url} was painted`);
  return lcp;
}

async function lineOf(fixture: AppFixture, address: string): Promise<ReportLine> {
  const path = address.replace(':memberId', fixture.featuredMemberId);
  const twin = await staticCopyOf(fixture, path, false);
  return compareWithTwin(`P2 ${address} LCP`, AIM_MS, {
    ours: () => lcpOf(fixture, `${fixture.url}${path}`),
    twin: () => lcpOf(fixture, twin),
  });
}

/**
 * Cold loads of the landing pages of campaigns on a slow phone and a slow connection, compared with a static copy without scripts
 * (docs/performance.md, "P2: loads on a slow phone").
 */
export const landerLoads: BenchmarkPart = async (fixture) => {
  const lines: ReportLine[] = [];
  for (const address of LANDER_ADDRESSES) lines.push(await lineOf(fixture, address));
  return lines;
};
