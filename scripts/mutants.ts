import { parseArgs } from 'node:util';
import { buildChanged } from './lib/build/build-changed.ts';
import { CommandError } from './lib/command/command-error.ts';
import { runCommand } from './lib/command/run-command.ts';
import { filesThatFailAnyway, runMutant, testFilesOf } from './lib/mutants/kill-mutants.ts';
import { allMutants, drawMutants, type GuardedMutant, isEquivalent } from './lib/mutants/list-mutants.ts';
import { MutantResults } from './lib/mutants/mutant-results.ts';
import { SourceCopy } from './lib/mutants/source-copy.ts';

/** The part of the removed guards that tests have to notice. */
const LEAST_KILLED = 0.95;
const USAGE = 'npm run mutants -- [--sample N] [--list] [--fresh] [part of a path or name of an area …]';
const OPTIONS = { sample: { type: 'string' }, list: { type: 'boolean' }, fresh: { type: 'boolean' } } as const;

function optionsIn(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const sample = values.sample === undefined ? undefined : Number(values.sample);
    if (sample !== undefined && !(Number.isInteger(sample) && sample > 0)) throw new Error('--sample must be a whole number from 1 on.');
    return { sample, isList: values.list ?? false, isFresh: values.fresh ?? false, filters: positionals };
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const shortened = (text: string) => (text.length > 110 ? `${text.slice(0, 109)}…` : text);
const described = ({ path, line, removed, replacement }: GuardedMutant) => `${path}:${line}  ${shortened(removed)} → ${replacement}`;
const percent = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);

/** Prints, for each area and in all, how many mutants there are, how many were run and how many were killed. */
function printFigures(mutants: readonly GuardedMutant[], run: readonly GuardedMutant[], survivors: readonly GuardedMutant[]): void {
  const line = (name: string, isOf: (mutant: GuardedMutant) => boolean) => {
    const ran = run.filter(isOf).length;
    const killed = ran - survivors.filter(isOf).length;
    const columns = [mutants.filter(isOf).length, ran, killed].map((count) => String(count).padStart(8)).join('');
    console.log(`${name.padEnd(30)}${columns}${percent(killed, ran).padStart(10)}`);
  };
  console.log(`\n${'Area'.padEnd(30)} mutants     run  killed`);
  for (const name of new Set(mutants.map(({ area }) => area.name))) line(name, ({ area }) => area.name === name);
  line('all', () => true);
}

/** Runs the mutants that have no result yet, one after the other. */
async function runAll(
  wanted: readonly GuardedMutant[],
  all: readonly GuardedMutant[],
  results: MutantResults,
  lifetime: AsyncDisposableStack,
): Promise<readonly string[]> {
  const left = wanted.filter((mutant) => !results.of(mutant, testFilesOf(mutant)));
  console.log(`${wanted.length} mutants, ${wanted.length - left.length} of them with a result of an earlier run.`);
  await buildChanged({ isDevelopment: true });
  const copy = await SourceCopy.make(lifetime);
  const began = performance.now();
  let survived = 0;
  for (const [i, mutant] of left.entries()) {
    const mutantBegan = performance.now();
    const failed = await runMutant(copy, mutant, all, results);
    if (!failed) survived += 1;
    const minutesLeft = Math.ceil((((performance.now() - began) / (i + 1)) * (left.length - i - 1)) / 60_000);
    const seconds = ((performance.now() - mutantBegan) / 1000).toFixed(0);
    console.log(`[${i + 1}/${left.length}, ${survived} survived, ${minutesLeft} min left] ${described(mutant)}`);
    console.log(`  ${failed ? `killed by ${failed.file} > ${failed.name}` : 'SURVIVED'} (${seconds} s)`);
  }
  return filesThatFailAnyway(copy, wanted, results);
}

/** `npm run mutants`: removes one guard at a time and runs its tests; the exit code is 1 if too many removed guards go unnoticed. */
await runCommand(async (lifetime) => {
  const { sample, isList, isFresh, filters } = optionsIn(process.argv.slice(2));
  const seed = process.env.SEED ?? 'vonk';
  const all = allMutants();
  const possible = all.filter((mutant) => !isEquivalent(mutant));
  const isMeant = ({ path, area }: GuardedMutant) =>
    filters.length === 0 || filters.some((word) => path.includes(word) || area.name === word);
  const chosen = possible.filter(isMeant);
  const wanted = sample === undefined ? chosen : drawMutants(chosen, sample, seed);
  if (wanted.length === 0) throw new CommandError(`No guard fits.\n${USAGE}`);
  if (isList) {
    for (const mutant of wanted) console.log(described(mutant));
    console.log(`${wanted.length} mutants`);
    return;
  }
  console.log(`${all.length} mutants in all, ${all.length - possible.length} of them equivalent to the product. SEED=${seed}`);
  const results = new MutantResults({ isFresh });
  const failing = await runAll(wanted, all, results, lifetime);
  const survivors = wanted.filter((mutant) => results.of(mutant, testFilesOf(mutant))?.killedBy === null);
  const run = wanted.filter((mutant) => results.of(mutant, testFilesOf(mutant)));
  printFigures(all.filter(isMeant), run, survivors);
  if (survivors.length > 0) console.log(`\nSurvivors:\n${survivors.map((mutant) => `  ${described(mutant)}`).join('\n')}`);
  for (const file of failing) console.log(`\n${file} fails without a mutant; what it killed does not count and has to run again.`);
  const isEnough = run.length === wanted.length && run.length - survivors.length >= LEAST_KILLED * run.length;
  process.exitCode = isEnough ? 0 : 1;
});
