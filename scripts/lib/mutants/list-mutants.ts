import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../paths.ts';
import { EQUIVALENT_MUTANTS, type EquivalentMutant } from './equivalent-mutants.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { GUARDED_AREAS, type GuardedArea } from './guarded-areas.ts';

export interface GuardedMutant extends Mutant {
  readonly area: GuardedArea;
}

/** The files of each area, in the order of their paths. A file belongs to the first area that names it. */
function filesOfAreas(): Map<string, GuardedArea> {
  const areaOf = new Map<string, GuardedArea>();
  for (const area of GUARDED_AREAS)
    for (const path of globSync(area.sources, { cwd: inProject('.') }).toSorted()) if (!areaOf.has(path)) areaOf.set(path, area);
  return areaOf;
}

/** Every mutant of every area, also the equivalent ones. */
export const allMutants = (): GuardedMutant[] =>
  [...filesOfAreas()].flatMap(([path, area]) =>
    findMutants(path, readFileSync(inProject(path), 'utf8'), {
      isSqlOnly: path.startsWith('db/'),
      hasBounds: area.hasBounds ?? false,
    }).map((mutant) => ({ ...mutant, area })),
  );

const isThatOf = ({ path, removed, lineText }: Mutant, known: EquivalentMutant): boolean =>
  known.path === path && known.removed === removed && lineText.includes(known.lineHas ?? '');

export const isEquivalent = (mutant: Mutant): boolean => EQUIVALENT_MUTANTS.some((known) => isThatOf(mutant, known));

/** Those of the equivalent mutants that are no longer found, or that fit more than one guard. */
export const unclearEquivalents = (mutants: readonly Mutant[]): EquivalentMutant[] =>
  EQUIVALENT_MUTANTS.filter((known) => mutants.filter((mutant) => isThatOf(mutant, known)).length !== 1);

const drawn = (seed: string, text: string): string => createHash('sha256').update(`${seed} ${text}`).digest('hex');

/**
 * So many mutants, drawn by a seed: in turn one of each area, in an order that the seed decides, so that small areas are not missed. The same
 * seed draws the same ones; a larger sample contains the smaller ones.
 */
export function drawMutants(mutants: readonly GuardedMutant[], count: number, seed: string): GuardedMutant[] {
  const shuffled = mutants.toSorted((a, b) => drawn(seed, a.id).localeCompare(drawn(seed, b.id)));
  const places = new Map<string, number>();
  const withPlaces = shuffled.map((mutant) => {
    const place = places.get(mutant.area.name) ?? 0;
    places.set(mutant.area.name, place + 1);
    return { mutant, place };
  });
  return withPlaces
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
