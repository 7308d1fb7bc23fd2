import type { BrowserContextOptions } from 'playwright-core';
import { VITALS } from '#contract/vitals';
import { inTurns, timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import type { AppFixture, BenchmarkPart, ColdPage } from './fixture.ts';
import { staticCopyOf } from './static-copy.ts';
import { firstReaction, freshPhone, type Line, loadedVitals, slowPage, type Vitals } from './web-vitals.ts';

const BLOCKS = 5;
type Figure = 'fcp' | 'lcp' | 'cls' | 'tbt' | 'longestTask' | 'tap';
/** The figures that are printed of each line, with their aims. */
const AIMS: Record<Line, Partial<Record<Figure, number>>> = {
  weak: { fcp: 1800, lcp: 2500, cls: 0.02, tbt: 200, longestTask: 100, tap: 2000 },
  usual: { lcp: 1000, tap: 1200 },
};
const UNIT: Partial<Record<Figure, string>> = { cls: '' };
/** Figures that are also measured in real visits have the same names there. */
const LABELS: Record<Figure, string> = {
  fcp: 'FCP',
  lcp: VITALS.lcp.label,
  cls: VITALS.cls.label,
  tbt: 'TBT',
  longestTask: 'longest task',
  tap: VITALS.first_tap.label,
};
/** Figures of scripts, which a page without them does not have. */
const OF_SCRIPTS: readonly Figure[] = ['cls', 'tbt', 'longestTask'];

type Measured = Record<Figure, number>;

/** Loads an address twice without any cache: once to read its vitals, once to tap the control as soon as it is shown. */
async function measure(fixture: AppFixture, url: string, place: ColdPage, line: Line, hasScripts: boolean): Promise<Measured> {
  const login: BrowserContextOptions['storageState'] = place.isOfMember && hasScripts ? fixture.member : undefined;
  const load = async <T>(run: (page: Awaited<ReturnType<typeof slowPage>>) => Promise<T>): Promise<T> => {
    await using context = await freshPhone(fixture, login);
    return await run(await slowPage(context, line));
  };
  const vitals: Vitals = await load((page) => loadedVitals(page, url, fixture.drawn));
  const tap = await load((page) => firstReaction(page, url, place.control, hasScripts));
  assertCorrect(
    vitals.fcp > 0 && vitals.lcp >= vitals.fcp && tap > 0,
    `${url} was painted and answered (${JSON.stringify({ ...vitals, tap })})`,
  );
  return { ...vitals, tap };
}

async function linesOf(fixture: AppFixture, place: ColdPage, line: Line): Promise<ReportLine[]> {
  const twin = await staticCopyOf(fixture, place.path, place.isOfMember);
  const taken: Record<'ours' | 'twin', Measured[]> = { ours: [], twin: [] };
  const run = (kind: 'ours' | 'twin', url: string) => async () => {
    taken[kind].push(await measure(fixture, url, place, line, kind === 'ours'));
  };
  const kinds = [
    { name: 'ours', run: run('ours', `${fixture.url}${place.path}`) },
    ...(twin ? [{ name: 'twin', run: run('twin', twin) }] : []),
  ];
  await inTurns(kinds, { blocks: BLOCKS, runs: 1, warmUp: 1 });
  const of = (kind: 'ours' | 'twin', figure: Figure) => timingsOf([taken[kind].slice(-BLOCKS).map((one) => one[figure])]);
  return (Object.entries(AIMS[line]) as [Figure, number][]).map(([figure, aim]): ReportLine => {
    const ours = of('ours', figure);
    return {
      what: `P2 ${place.path} ${LABELS[figure]}${line === 'weak' ? '' : `, ${line} line`}`,
      ours: ours.p50,
      limit: !twin || OF_SCRIPTS.includes(figure) ? null : of('twin', figure).p50,
      unit: UNIT[figure] ?? 'ms',
      aim,
      isAimAbsolute: true,
      spread: [ours.min, ours.max],
    };
  });
}

const loadsOn =
  (line: Line): BenchmarkPart =>
  async (fixture) => {
    const lines: ReportLine[] = [];
    for (const place of fixture.pages.cold) lines.push(...(await linesOf(fixture, place, line)));
    return lines;
  };

/**
 * Cold loads on a slow phone and the line of a weak network, compared with a static copy without scripts
 * (docs/performance.md, "P2: loads on a slow phone").
 */
export const coldLoads = loadsOn('weak');

/** The same on the line of a usual network. */
export const coldLoadsOnUsualLine = loadsOn('usual');
