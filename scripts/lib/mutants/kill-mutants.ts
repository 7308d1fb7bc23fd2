import { concernedTests } from './concerned-tests.ts';
import { mutate } from './find-mutants.ts';
import { isPureTest } from './guarded-areas.ts';
import type { GuardedMutant } from './list-mutants.ts';
import type { MutantResults } from './mutant-results.ts';
import type { SourceCopy, TestRun } from './source-copy.ts';

/** All tests of a mutant, on whose texts the result of a survivor depends. */
export const testFilesOf = (mutant: GuardedMutant): string[] => {
  const { pure, built } = concernedTests(mutant);
  return [...pure, ...built].toSorted();
};

/** Changes one guard in the copy and runs its tests until one fails. The copy is then as before, but for the bundle of the Worker. */
export async function runMutant(
  copy: SourceCopy,
  mutant: GuardedMutant,
  all: readonly GuardedMutant[],
  results: MutantResults,
): Promise<TestRun['failed']> {
  const source = copy.read(mutant.path);
  const kills = results.killsByFile(all.filter(({ path }) => path === mutant.path));
  const { pure, built } = concernedTests(mutant, { kills, secondsOf: (file) => results.secondsOf(file) });
  const hasOwnRooms = mutant.area.changesRooms ?? false;
  copy.write(mutant.path, mutate(source, mutant));
  try {
    let failed: TestRun['failed'] = null;
    for (const group of [pure, built]) {
      if (failed || group.length === 0) continue;
      if (group === built) await copy.buildWorker();
      const run = await copy.runTests(group, { hasOwnRooms });
      results.addPassing(run.passed);
      failed = run.failed;
    }
    results.set(mutant, testFilesOf(mutant), failed);
    return failed;
  } finally {
    copy.write(mutant.path, source);
  }
}

/**
 * Runs, with unchanged sources, the test files that have killed one of the mutants and were never seen to pass. Returns those that fail by
 * themselves; what they have killed is forgotten.
 */
export async function filesThatFailAnyway(
  copy: SourceCopy,
  mutants: readonly GuardedMutant[],
  results: MutantResults,
): Promise<readonly string[]> {
  const files = results.unprovenKillers(mutants);
  const pure = files.filter(isPureTest);
  const built = files.filter((file) => !isPureTest(file));
  if (built.length > 0) await copy.buildWorker();
  for (const group of [pure, built]) {
    if (group.length === 0) continue;
    const { passed } = await copy.runTests(group, { hasOwnRooms: true, isComplete: true });
    results.addPassing(passed);
  }
  const failing = results.unprovenKillers(mutants);
  for (const file of failing) results.forgetKillsBy(file);
  return failing;
}
