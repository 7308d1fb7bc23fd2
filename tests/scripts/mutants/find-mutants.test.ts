import { expect, test } from 'vitest';
import { findMutants, mutate } from '../../../scripts/lib/mutants/find-mutants.ts';
import { allMutants, drawMutants, unclearEquivalents } from '../../../scripts/lib/mutants/list-mutants.ts';

const mutantsOf = (text: string, options = { isSqlOnly: false, hasBounds: false }) =>
  findMutants('a.ts', text, options).map(({ removed, replacement }) => `${removed} → ${replacement}`);

test.each([
  ['an early return', 'function f() { if (!a) return refuse("x"); }', ['!a → false']],
  ['an early refusal', 'function f() { if (a > b) { log(); refuse("x"); } }', ['a > b → false']],
  ['no choice between two ways', 'function f() { if (a) b(); else c(); }', []],
  ['each alternative of an early return', 'function f() { if (a || b.c) return null; }', ['a → false', 'b.c → false']],
  ['each part of a condition', 'function f() { if (a && b) return null; }', ['a → true', 'a && b → false', 'b → true']],
  ['a value that is only there on a condition', 'const f = a === 1 ? b : null;', ['a === 1 → true']],
  ['a refusal by a choice', 'const f = a === 1 ? refuse("x") : b;', ['a === 1 → false']],
  ['each part of a result', 'const isA = b === 1 && c !== 2;', ['b === 1 → true', 'c !== 2 → true']],
  ['no default value', "const a = b || 'c'; const d = e && f(e);", []],
  ['the number of a limit', 'const L = { a: { most: 60, withinMs: 1 } };', ['60 → 1_000_000_000']],
])('a mutant of code is made of %s', (_, text, expected) => {
  expect(mutantsOf(text)).toEqual(expected);
});

test.each([
  ['each part of and()', 'q.where(and(eq(a, b), c ? d : undefined))', ['eq(a, b) → undefined', 'c ? d : undefined → undefined']],
  ['a condition that stands alone', 'q.where(eq(a, b))', ['eq(a, b) → undefined']],
  ['a template that stands alone', 'q.where(sql`${a} = 1`)', ['sql`${a} = 1` → undefined']],
  ['each condition of a template', 'q.run(sql`update t set a = 1 where b = ${b} and c > 2`)', ['b = ${b} → true', 'c > 2 → true']],
  ['each condition of a typed template', 'x(sql<number>`b = ${b} and c > 2`)', ['b = ${b} → true', 'c > 2 → true']],
  [
    'a template inside of another one',
    'x(sql`1 = 1 and ${y(sql`a = 1 and b = 2`)}`)',
    ['1 = 1 → true', '${y(sql`a = 1 and b = 2`)} → true', 'a = 1 → true', 'b = 2 → true'],
  ],
  ['a template in a list of conditions', 'const parts = [sql`${id} <> ${v}`, sql`select 1`, sql`id`];', ['sql`${id} <> ${v}` → sql`true`']],
])('a mutant of SQL is made of %s', (_, text, expected) => {
  expect(mutantsOf(text, { isSqlOnly: true, hasBounds: false })).toEqual(expected);
});

test('a bound is moved by one where bounds are promised', () => {
  const text = 'const isA = b > 1; const c = sql`x where d <= ${e}`;';
  expect(mutantsOf(text, { isSqlOnly: false, hasBounds: true })).toEqual(['> → >=', 'd <= ${e} → true', '<= → <']);
});

test('equal guards of one file are told apart, also when a line is put before them', () => {
  const text = 'function f() { if (a) return; }\nfunction g() { if (a) return; }';
  const options = { isSqlOnly: false, hasBounds: false };
  const ids = findMutants('a.ts', text, options).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(findMutants('a.ts', `\n${text}`, options).map(({ id }) => id)).toEqual(ids);
});

test('the changed text differs in the guard alone', () => {
  const text = 'q.run(sql`update t set a = 1 where b = ${b} and c > 2`)';
  const [first] = findMutants('a.ts', text, { isSqlOnly: true, hasBounds: false });
  expect(first && mutate(text, first)).toBe('q.run(sql`update t set a = 1 where  true  and c > 2`)');
});

test('guards are found in every area, each with an id of its own', () => {
  const all = allMutants();
  expect(all.length).toBeGreaterThan(1000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ path }) => path)).size).toBeGreaterThan(60);
});

test('a sample is drawn by its seed, has mutants of every area, and is part of a larger one', () => {
  const all = allMutants();
  const areas = new Set(all.map(({ area }) => area.name));
  const sample = drawMutants(all, 40, 'a seed');
  expect(new Set(sample.map(({ area }) => area.name))).toEqual(areas);
  expect(drawMutants(all.toReversed(), 40, 'a seed')).toEqual(sample);
  expect(drawMutants(all, 80, 'a seed').slice(0, 40)).toEqual(sample);
  expect(drawMutants(all, 40, 'another')).not.toEqual(sample);
});

test('every guard that counts as equivalent is there, and no other is meant by it', () => {
  expect(unclearEquivalents(allMutants())).toEqual([]);
});
