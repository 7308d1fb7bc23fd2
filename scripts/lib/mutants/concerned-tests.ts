import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inProject } from '../paths.ts';
import { isPureTest } from './guarded-areas.ts';
import type { GuardedMutant } from './list-mutants.ts';
import { declarationAt, servedPathsOf, usersOf, wordsOfDeclaration } from './source-users.ts';

/** How many test files with a database and a Worker are tried for a mutant. A guard that none of them notices has survived. */
const MAX_BUILT_FILES = 6;
/**
 * Tests that say nothing about guards: a query plan also changes with a condition that does not matter, and the others take minutes to make
 * their rows.
 */
const NO_GUARD = /query-plans|access-paths|export-large|search-slow-database|demo-members|locked-database/;

const ALL_TESTS = globSync('tests/{worker,db,room,party,contract,cli,faults}/**/*.test.ts', { cwd: inProject('.') })
  .filter((file) => !NO_GUARD.test(file))
  .toSorted();

const nameOf = (path: string): string => posix.basename(path).split('.')[0] ?? '';
const wordsOf = (path: string): string[] =>
  nameOf(path)
    .split('-')
    .filter((word) => word.length > 3);

/** The folders of the tests of a source file: those of queries are beside the tests of the calls that use them, and of the database alone. */
function testFoldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  if (folder.startsWith('db/queries/')) return ['db', 'worker'].map((part) => folder.replace('db/queries', `tests/${part}`));
  return [`tests/${folder.replace(/^worker\/features/, 'worker')}`];
}

/** How much a test file has to do with a source file: it is named after it, shares words with its name, or only the folder. */
function nearness(test: string, source: string): number {
  if (source === test) return 100;
  const words = wordsOf(source);
  const shared = wordsOf(test).filter((word) => words.includes(word)).length;
  // One file tests several of the operator's commands.
  if (source.startsWith('cli/') && test.startsWith('tests/cli/')) return shared > 0 ? 100 : 0;
  if (!testFoldersOf(source).includes(posix.dirname(test))) return 0;
  if (nameOf(test) === nameOf(source)) return 100;
  // A test of queries alone needs no Worker, and sees each row.
  return (test.startsWith('tests/db/') ? 50 : 30) + 20 * shared;
}

/** Words that stand in more test files than this tell nothing. */
const MAX_FILES_OF_WORD = 10;
const filesOfWord = new Map<string, Set<string>>();
for (const test of ALL_TESTS)
  for (const [word] of readFileSync(inProject(test), 'utf8').matchAll(/\/api\/[\w/]+\.php|\w{6,}/g))
    filesOfWord.set(word, (filesOfWord.get(word) ?? new Set()).add(test));

/** How much the tests have to do with words by which they name what is guarded: tables, functions and paths of calls. Rare words weigh more. */
function weightsByWords(words: Iterable<string>): Map<string, number> {
  const weights = new Map<string, number>();
  for (const word of words) {
    const files = filesOfWord.get(word) ?? new Set();
    if (files.size > MAX_FILES_OF_WORD) continue;
    for (const file of files) weights.set(file, Math.min(60, (weights.get(file) ?? 0) + 40 / files.size));
  }
  return weights;
}

/** For each declaration how much each test file has to do with it. */
const relevanceByDeclaration = new Map<string, ReadonlyMap<string, number>>();

/** Code that nearly every feature uses: what its users are called says little, so the area names its tests, the most important ones first. */
const IS_USED_EVERYWHERE = /^(contract|worker\/(domain|http|lib)|db\/queries\/shared)\//;

function rankInArea(test: string, { path, area }: GuardedMutant): number {
  const place = area.tests.findIndex((start) => test.startsWith(start));
  if (place < 0) return 0;
  if (IS_USED_EVERYWHERE.test(path)) return Math.max(10, 80 - 5 * place);
  // A file that is named by itself has more to do with the area than one of a folder.
  return area.tests[place]?.endsWith('/') ? 10 : 40;
}

/** How much a test of the database has to do with a declaration that it calls itself: it sees each row, and always runs, among the first. */
const CALLED_BY_DATABASE_TEST = 300;

/** How much a test file has to do with the users of a declaration, the nearer ones more; 0 for nothing. */
function relevanceTo(test: string, users: readonly (readonly [file: string, distance: number])[], mutant: GuardedMutant): number {
  const { path } = mutant;
  if (test.startsWith('tests/db/') && users.some(([user, distance]) => user === test && distance === 1)) return CALLED_BY_DATABASE_TEST;
  const isPure = isPureTest(test);
  // A test without a Worker concerns only what it imports, and its area.
  const relevant = isPure ? users.filter(([user]) => user === test) : users;
  const [weight, step] = IS_USED_EVERYWHERE.test(path) ? [0.4, 20] : [1, 5];
  const nearest = Math.max(0, ...relevant.map(([user, distance]) => Math.max(0, nearness(test, user) - step * distance)));
  return weight * nearest + (isPure && path.startsWith('db/') ? 0 : rankInArea(test, mutant));
}

function relevanceOf(mutant: GuardedMutant): ReadonlyMap<string, number> {
  const { path, span } = mutant;
  const declaration = declarationAt(path, span.start);
  const key = `${path} ${declaration}`;
  const known = relevanceByDeclaration.get(key);
  if (known) return known;
  const users = [...usersOf(path, declaration)];
  const near = users.filter(([, distance]) => distance <= 3).map(([file]) => file);
  const weights = weightsByWords([...wordsOfDeclaration(path, declaration), ...near.flatMap(servedPathsOf)]);
  const rankOf = (test: string) => relevanceTo(test, users, mutant) + (isPureTest(test) ? 0 : (weights.get(test) ?? 0));
  const relevance = new Map(ALL_TESTS.map((test) => [test, rankOf(test)] as const).filter(([, rank]) => rank > 0));
  relevanceByDeclaration.set(key, relevance);
  return relevance;
}

export interface ConcernedTests {
  readonly pure: readonly string[];
  readonly built: readonly string[];
}

/** What is known of earlier runs. */
export interface Experience {
  /** How many mutants of the same source file each test file has killed. */
  readonly kills: ReadonlyMap<string, number>;
  secondsOf(file: string): number;
}

const NO_EXPERIENCE: Experience = { kills: new Map(), secondsOf: () => 0 };

/**
 * The test files that have to notice when a guard is missing, those first that have most to do with it. A test that has killed mutants of
 * the same source file comes earlier, one that takes long comes later.
 */
export function concernedTests(mutant: GuardedMutant, { kills, secondsOf }: Experience = NO_EXPERIENCE): ConcernedTests {
  const relevance = relevanceOf(mutant);
  const relevanceOfFile = (file: string) => relevance.get(file) ?? 0;
  const rank = (file: string) => relevanceOfFile(file) + 30 * Math.min(kills.get(file) ?? 0, 3) - secondsOf(file);
  const files = [...relevance.keys()].toSorted((a, b) => relevanceOfFile(b) - relevanceOfFile(a));
  const built = files.filter((file) => !isPureTest(file)).slice(0, MAX_BUILT_FILES);
  return { pure: files.filter(isPureTest), built: built.toSorted((a, b) => rank(b) - rank(a)) };
}
