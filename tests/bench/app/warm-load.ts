import { inTurns, timingsNamed } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import type { AppFixture, BenchmarkPart } from './fixture.ts';
import { isControlled, warmPhone } from './returning-member.ts';
import { cacheStaticCopy } from './static-copy.ts';
import { freshPhone, loadedVitals, slowPage } from './web-vitals.ts';

const PATHS = ['/members', '/chats'] as const;
const AIM_MS = 800;
const BLOCKS = { blocks: 5, runs: 1, warmUp: 1 };

async function lineOf(fixture: AppFixture, path: string): Promise<ReportLine> {
  await using phone = await warmPhone(fixture, [path]);
  await using other = await freshPhone(fixture, fixture.member);
  const page = await phone.newPage();
  await loadedVitals(page, `${fixture.url}${path}`);
  const twin = await cacheStaticCopy(page, fixture.edgeCache);
  await page.close();
  const load = (context: typeof phone, url: string, isOurs: boolean) => async () => {
    const slow = await slowPage(context, { line: true });
    const { lcp } = await loadedVitals(slow, url);
    assertCorrect(lcp > 0 && (!isOurs || (await isControlled(slow))), `${url} was painted`);
    await slow.close();
    return lcp;
  };
  const kinds = [
    { name: 'ours', run: load(phone, `${fixture.url}${path}`, true) },
    { name: 'twin', run: load(other, `${fixture.url}${twin}`, false) },
  ];
  const timings = await inTurns(kinds, BLOCKS);
  const [ours, limit] = [timingsNamed(timings, 'ours'), timingsNamed(timings, 'twin')];
  return {
    what: `P2 ${path} LCP, here before`,
    ours: ours.p50,
    limit: limit.p50,
    unit: 'ms',
    aim: AIM_MS,
    isAimAbsolute: true,
    spread: [ours.min, ours.max],
  };
}

/** Warm loads on a slow phone and connection: the service worker serves the page (docs/performance.md, "P2: loads on a slow phone"). */
export const warmLoads: BenchmarkPart = async (fixture) => {
  const lines: ReportLine[] = [];
  for (const path of PATHS) lines.push(await lineOf(fixture, path));
  return lines;
};
