import type { BrowserContextOptions } from 'playwright-core';
import { inTurns, timingsOf } from '../support/measure.ts';
import { assertRight, type Line } from '../support/report.ts';
import type { AppWorld, Part } from './fixture.ts';
import { twinOf } from './static-copy.ts';
import { firstAnswer, freshPhone, loadedVitals, slowPage, type Vitals } from './web-vitals.ts';

interface Place {
  readonly path: string;
  readonly isOfMember: boolean;
  /** What is tapped first: something that does something. */
  readonly control: string;
}

const PLACES: readonly Place[] = [
  { path: '/', isOfMember: false, control: '.hero-acts .btn' },
  { path: '/login', isOfMember: false, control: '.with .icon-btn' },
  { path: '/members', isOfMember: true, control: '.cards .like' },
];

const BLOCKS = 5;
const AIMS = { fcp: 1800, lcp: 2500, cls: 0.02, tbt: 200, tap: 3500 } as const;
type Figure = keyof typeof AIMS;
const FIGURES = Object.keys(AIMS) as Figure[];
const UNIT: Partial<Record<Figure, string>> = { cls: '' };

type Measured = Record<Figure, number>;

/** One address loaded twice with nothing kept: once left alone, once tapped as soon as there is something to tap. */
async function measure(world: AppWorld, url: string, place: Place, hasScripts: boolean): Promise<Measured> {
  const login: BrowserContextOptions['storageState'] = place.isOfMember && hasScripts ? world.member : undefined;
  const load = async <T>(run: (page: Awaited<ReturnType<typeof slowPage>>) => Promise<T>): Promise<T> => {
    await using context = await freshPhone(world, login);
    return await run(await slowPage(context, { line: true }));
  };
  const vitals: Vitals = await load((page) => loadedVitals(page, url));
  const tap = await load((page) => firstAnswer(page, url, place.control, hasScripts));
  assertRight(
    vitals.fcp > 0 && vitals.lcp >= vitals.fcp && tap > 0,
    `${url} was painted and answered (${JSON.stringify({ ...vitals, tap })})`,
  );
  return { ...vitals, tap };
}

async function linesOf(world: AppWorld, place: Place): Promise<Line[]> {
  const twin = await twinOf(world, place.path, place.isOfMember);
  const taken: Record<'ours' | 'twin', Measured[]> = { ours: [], twin: [] };
  const run = (kind: 'ours' | 'twin', url: string) => async () => {
    taken[kind].push(await measure(world, url, place, kind === 'ours'));
  };
  const kinds = [
    { name: 'ours', run: run('ours', `${world.url}${place.path}`) },
    { name: 'twin', run: run('twin', twin) },
  ];
  await inTurns(kinds, { blocks: BLOCKS, runs: 1, warmUp: 1 });
  const of = (kind: 'ours' | 'twin', figure: Figure) => timingsOf([taken[kind].slice(-BLOCKS).map((one) => one[figure])]);
  return FIGURES.map((figure) => {
    const [ours, limit] = [of('ours', figure), of('twin', figure)];
    return {
      what: `P2 ${place.path} ${figure.toUpperCase()}`,
      ours: ours.p50,
      // Nothing moves or holds up a page without scripts.
      limit: figure === 'cls' || figure === 'tbt' ? null : limit.p50,
      unit: UNIT[figure] ?? 'ms',
      aim: AIMS[figure],
      isAimOfOurs: true,
      spread: [ours.min, ours.max],
    };
  });
}

/**
 * Cold loads on a slow phone and a slow line, beside the same pixels without scripts (docs/performance.md, "P2: loads on a slow phone").
 */
export const cold: Part = async (world) => {
  const lines: Line[] = [];
  for (const place of PLACES) lines.push(...(await linesOf(world, place)));
  return lines;
};
