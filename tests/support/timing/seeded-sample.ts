import { createHash } from 'node:crypto';
import { SeededRandom } from '#db/demo/seeded-random';

/** The seed of all random choices of a run. Test names contain it; `SEED=… npm run faults` makes the same choices again. */
export const SEED = process.env.SEED ?? 'vonk';
/** Whether all faults are tested (`npm run faults`) or a sample of them. */
export const RUNS_ALL_FAULTS = process.env.FAULTS === 'all';

/** A random generator with a seed of its own for each name. */
export const seededRandom = (name: string): SeededRandom =>
  new SeededRandom(createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE());

/** A random sample of so many cases; all of them in a full run. */
export const sampleOf = <T>(name: string, cases: readonly T[], count: number): T[] =>
  RUNS_ALL_FAULTS ? [...cases] : seededRandom(name).sample(cases, count);
