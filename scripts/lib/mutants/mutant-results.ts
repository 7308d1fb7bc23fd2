import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from '../paths.ts';
import type { TimedFile } from '../tests/test-report.ts';
import type { Mutant } from './find-mutants.ts';

/** What became of a mutant. */
export interface MutantResult {
  /** The test that failed; null if none did. */
  readonly killedBy: { readonly file: string; readonly name: string } | null;
  /** Hash of the source file and, of a survivor, also of the tests that let it live. */
  readonly basis: string;
}

interface Stored {
  readonly results: Record<string, MutantResult>;
  /** Test files that have passed at least once, so that they do not fail by themselves, with the seconds of their last run. */
  readonly passing: Record<string, number>;
}

const FILE = inProject('dist/mutants.json');

const hash = (texts: readonly string[]) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);

/** Hashes of the files as they are when the command starts and copies them: they can be changed while it runs. */
const hashesAtStart = new Map(
  globSync('{contract,worker,room,db,tests}/**/*.ts', { cwd: inProject('.') }).map((path) => [
    path,
    hash([readFileSync(inProject(path), 'utf8')]),
  ]),
);

/** Sound: this module wrote the file. */
function readStored(): Stored {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Stored;
  } catch {
    return { results: {}, passing: {} };
  }
}

/**
 * The results of earlier runs, stored in dist/mutants.json after each mutant. A killed mutant counts as long as its source file is the same,
 * a survivor as long as its tests are the same, too.
 */
export class MutantResults {
  readonly #results: Map<string, MutantResult>;
  readonly #passing: Map<string, number>;

  constructor({ isFresh }: { readonly isFresh: boolean }) {
    const { results, passing } = isFresh ? { results: {}, passing: {} } : readStored();
    this.#results = new Map(Object.entries(results));
    this.#passing = new Map(Object.entries(passing));
  }

  /** The result that still counts; undefined if the mutant has to be run. */
  of(mutant: Mutant, testFiles: readonly string[]): MutantResult | undefined {
    const result = this.#results.get(mutant.id);
    return result?.basis === this.#basisOf(mutant, testFiles, result?.killedBy !== null) ? result : undefined;
  }

  set(mutant: Mutant, testFiles: readonly string[], killedBy: MutantResult['killedBy']): void {
    this.#results.set(mutant.id, { killedBy, basis: this.#basisOf(mutant, testFiles, killedBy !== null) });
    this.#store();
  }

  /** Forgets what was killed by a test file that fails by itself. */
  forgetKillsBy(file: string): void {
    for (const [id, { killedBy }] of this.#results) if (killedBy?.file === file) this.#results.delete(id);
    this.#store();
  }

  addPassing(files: readonly TimedFile[]): void {
    for (const { file, seconds } of files) this.#passing.set(file, seconds);
    this.#store();
  }

  /** The test files that have killed one of these mutants and have never been seen to pass. */
  unprovenKillers(mutants: readonly Mutant[]): string[] {
    const killers = mutants.flatMap(({ id }) => this.#results.get(id)?.killedBy?.file ?? []);
    return [...new Set(killers)].filter((file) => !this.#passing.has(file));
  }

  /** How many of these mutants each test file has killed. */
  killsByFile(mutants: readonly Mutant[]): Map<string, number> {
    const kills = new Map<string, number>();
    for (const { id } of mutants) {
      const file = this.#results.get(id)?.killedBy?.file;
      if (file) kills.set(file, (kills.get(file) ?? 0) + 1);
    }
    return kills;
  }

  /** The seconds of a test file when it last passed; 0 for one that has not run yet. */
  secondsOf(file: string): number {
    return this.#passing.get(file) ?? 0;
  }

  #basisOf({ path }: Mutant, testFiles: readonly string[], isKilled: boolean): string {
    return hash([path, ...(isKilled ? [] : testFiles)].map((file) => hashesAtStart.get(file) ?? ''));
  }

  #store(): void {
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(
      FILE,
      JSON.stringify({ results: Object.fromEntries(this.#results), passing: Object.fromEntries(this.#passing) }, null, 1),
    );
  }
}
