import { createHash } from 'node:crypto';
import { Chance } from '#db/demo/seeded-random';

/** What a run draws by; a failure is told with it, and `SEED=… npm run faults` tells the same story again. */
export const SEED = process.env.SEED ?? 'vonk';
/** Whether every fault is run (`npm run faults`) or a sample of them. */
export const IS_FULL = process.env.FAULTS === 'all';

/** Chance of its own for one name. */
export const chanceOf = (name: string): Chance => new Chance(createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE());

/** So many of the cases, drawn by the seed; all of them in a full run. */
export const sampleOf = <T>(name: string, cases: readonly T[], count: number): T[] =>
  IS_FULL ? [...cases] : chanceOf(name).some(cases, count);
