import { addressesOf } from '#contract/pages/landers';
import { isLander, PAGES, type PageName } from '#contract/pages/page-routes';
import { inTurns, timingsNamed } from '../support/measure.ts';
import { assertRight, type Line } from '../support/report.ts';
import type { AppWorld, Part } from './fixture.ts';
import { twinOf } from './static-copy.ts';
import { freshPhone, loadedVitals, slowPage } from './web-vitals.ts';

const AIM_MS = 2000;
const BLOCKS = { blocks: 5, runs: 1, warmUp: 1 };

/** One address of every landing page of campaigns. */
const LED_TO = (Object.keys(PAGES) as PageName[])
  .filter((name) => isLander(name) || name === 'members-memberId-signup')
  .map((name) => addressesOf(name)[0] ?? '');

async function lcpOf(fixture: AppWorld, url: string): Promise<number> {
  await using context = await freshPhone(fixture, undefined);
  const { lcp } = await loadedVitals(await slowPage(context, { line: true }), url);
  assertRight(lcp > 0, `${url} was painted`);
  return lcp;
}

async function lineOf(fixture: AppWorld, address: string): Promise<Line> {
  const path = address.replace(':memberId', fixture.leadId);
  const twin = await twinOf(fixture, path, false);
  const kinds = [
    { name: 'ours', run: () => lcpOf(fixture, `${fixture.url}${path}`) },
    { name: 'twin', run: () => lcpOf(fixture, twin) },
  ];
  const timings = await inTurns(kinds, BLOCKS);
  const [ours, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'twin')];
  return {
    what: `P2 ${address} LCP`,
    ours: ours.p50,
    limit: limit.p50,
    unit: 'ms',
    aim: AIM_MS,
    isAimOfOurs: true,
    spread: [ours.min, ours.max],
  };
}

/**
 * Cold loads of the landing pages of campaigns on a slow phone and a slow connection, compared with a static copy without scripts
 * (docs/performance.md, "P2: loads on a slow phone").
 */
export const landers: Part = async (fixture) => {
  const lines: Line[] = [];
  for (const address of LED_TO) lines.push(await lineOf(fixture, address));
  return lines;
};
