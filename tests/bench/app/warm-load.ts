import { assertCorrect, type ReportLine } from '../support/report.ts';
import { compareWithTwin } from './compare-with-twin.ts';
import type { AppFixture, BenchmarkPart } from './fixture.ts';
import { isControlled, warmPhone } from './returning-member.ts';
import { cacheStaticCopy } from './static-copy.ts';
import { freshPhone, loadedVitals, slowPage } from './web-vitals.ts';

const AIM_MS = 300;

async function lineOf(fixture: AppFixture, path: string): Promise<ReportLine> {
  await using phone = await warmPhone(fixture, [path]);
  await using other = await freshPhone(fixture, fixture.member);
  const page = await phone.newPage();
  await loadedVitals(page, `${fixture.url}${path}`, fixture.drawn);
  const twin = fixture.edgeCache && (await cacheStaticCopy(page, fixture.edgeCache));
  await page.close();
  const load = (context: typeof phone, url: string, isOurs: boolean) => async () => {
    const slow = await slowPage(context, 'weak');
    const { lcp } = await loadedVitals(slow, url, fixture.drawn);
    assertCorrect(lcp > 0 && (!isOurs || (await isControlled(slow))), `${url} was painted`);
    await slow.close();
    return lcp;
  };
  return await compareWithTwin(`P2 ${path} LCP, here before`, AIM_MS, {
    ours: load(phone, `${fixture.url}${path}`, true),
    twin: twin === null ? null : load(other, `${fixture.url}${twin}`, false),
  });
}

/** Warm loads on a slow phone and connection: the service worker serves the page (docs/performance.md, "P2: loads on a slow phone"). */
export const warmLoads: BenchmarkPart = async (fixture) => {
  const lines: ReportLine[] = [];
  for (const path of fixture.pages.warm) lines.push(await lineOf(fixture, path));
  return lines;
};
