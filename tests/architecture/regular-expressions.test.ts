import { globSync, readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

interface FoundExpression {
  readonly path: string;
  readonly pattern: string;
  readonly flags: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The regular expressions of a syntax tree. */
function expressionsIn(node: unknown): { pattern: string; flags: string }[] {
  if (Array.isArray(node)) return node.flatMap(expressionsIn);
  if (!isObject(node)) return [];
  const { regex } = node;
  if (isObject(regex)) return [{ pattern: String(regex.pattern), flags: String(regex.flags) }];
  return Object.values(node).flatMap(expressionsIn);
}

/** All code that runs in production; web/build/ runs before. */
const sources = globSync('{contract,worker,room,party,db,web}/**/*.{ts,tsx}', { cwd: inProject('.') })
  .filter((path) => !path.startsWith('web/build/'))
  .toSorted();
const expressions: readonly FoundExpression[] = sources.flatMap((path) =>
  expressionsIn(parseSync(path, readFileSync(inProject(path), 'utf8')).program).map((found) => ({ path, ...found })),
);

const LENGTH = 50_000;
/** Characters to repeat, besides those that stand in the expression itself. */
const CHARACTERS = ['/', ' ', 'a', '0', '@', '.', '-', ',', '\n', '<', 'é'];
/**
 * Far more than an expression takes whose time is linear in the length, also on a busy machine (a millisecond), and less than a quadratic one
 * takes on a fast one.
 */
const TIMEOUT_MS = 400;

/** The texts of each unit, which most expressions share. */
const textsOfUnits = new Map<string, readonly string[]>();

function textsOf(unit: string): readonly string[] {
  const known = textsOfUnits.get(unit);
  if (known) return known;
  const text = unit.repeat(LENGTH / unit.length);
  const texts = [text, `${text}\u{1}`];
  textsOfUnits.set(unit, texts);
  return texts;
}

/** Texts of many equal characters or pairs, alone and before a character that no expression expects. */
function hostileTexts({ pattern }: FoundExpression): string[] {
  const own = [...new Set(pattern.replaceAll(/\\[a-z]|[\\^$*+?()[\]{}|]/gi, ''))].slice(0, 12);
  const units = [
    ...new Set([...CHARACTERS, ...own, ...own.map((character) => `a${character}`), ...own.map((character) => `${character} `)]),
  ];
  return units.flatMap(textsOf);
}

/** The least of this many runs counts, because a busy machine can interrupt any one of them. */
const RUNS = 4;

/** Only a script in a context can be ended. One context serves all: making one takes longer than most expressions. */
const context = createContext({ texts: [], pattern: '', flags: '' });
const replace = new Script('for (const text of texts) text.replace(new RegExp(pattern, flags), "")');

function endsInTime({ pattern, flags }: FoundExpression, texts: readonly string[]): boolean {
  Object.assign(context, { texts, pattern, flags: flags.replace('y', '') });
  try {
    replace.runInContext(context, { timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** Whether the expression takes longer than TIMEOUT_MS for one of the texts. Most take less for all texts together. */
function isSlow(expression: FoundExpression): boolean {
  const texts = hostileTexts(expression);
  if (endsInTime(expression, texts)) return false;
  return texts.some((text) => !Array.from({ length: RUNS }).some(() => endsInTime(expression, [text])));
}

test('regular expressions are found, and a quadratic one is recognized', () => {
  expect(expressions.length).toBeGreaterThan(150);
  expect(isSlow({ path: '', pattern: '(?<=.)\\/+$', flags: '' })).toBe(true);
  expect(isSlow({ path: '', pattern: '^[\\w-]{22}$', flags: '' })).toBe(false);
});

test('no regular expression takes more than linear time for hostile input', () => {
  expect(expressions.filter(isSlow)).toEqual([]);
});
