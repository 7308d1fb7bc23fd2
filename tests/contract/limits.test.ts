import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMIT_NAMES, LIMITS } from '#contract/limits';
import { inProject } from '../../scripts/lib/paths.ts';

/** The default of each setting, as the tables for operators give it: keys in the first column, numbers in one of the next. */
const documented = new Map(
  readFileSync(inProject('docs/operating.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, keys = '', ...cells]) => {
      const names = [...keys.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
      const defaults = cells.find((cell) => /^\d+(, \d+)*$/.test(cell))?.split(', ') ?? [];
      return names.map((name, i) => [name, Number(defaults[i])] as const);
    }),
);

test.each(LIMIT_NAMES)('%s has the default that operators are told', (name) => {
  expect(LIMITS[name].most).toBe(documented.get(name));
});
