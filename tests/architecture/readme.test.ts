import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

const readme = readFileSync(inProject('README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

/** The paths in README.md; a part such as `<feature>` stands for any name. */
const paths = [...readme.matchAll(/`((?:assets|cli|contract|docs|web|worker|room|party|db|scripts|tests|\.ci)\/[\w./<>*{},-]*)`/g)].map(
  (found) => found[1] ?? '',
);

test('README.md names paths at all', () => {
  expect(paths.length).toBeGreaterThan(5);
});

test.each([...new Set(paths)])('%s exists', (path) => {
  const pattern = path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '');
  expect(globSync(pattern, { cwd: inProject('.') }).length).toBeGreaterThan(0);
});

test('every npm command that README.md names exists', () => {
  const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map((found) => found[1] ?? '');
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});
