import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

const FORBIDDEN = new Set(['util', 'utils', 'helper', 'helpers', 'misc', 'common', 'manager', 'data', 'temp', 'new', 'v2']);
const FOLDERS = '{assets,cli,contract,web,worker,room,party,db,scripts,tests}';

const sources = globSync(`${FOLDERS}/**/*`, { cwd: inProject('.'), withFileTypes: true });

test('no file or folder has a vague name', () => {
  const vague = sources.filter((entry) => entry.name.split(/[.-]/).some((word) => FORBIDDEN.has(word)));
  expect(vague.map((entry) => `${entry.parentPath}/${entry.name}`)).toEqual([]);
});

/** Split into parts, so that it does not match this file. */
const UNDONE = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X'].join('').replace(/^/, '\\b(?:').concat(')\\b'));

test('no code has a note on open work', () => {
  const code = sources
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  expect(code.filter((path) => UNDONE.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a use case has the name of its endpoint', () => {
  const routes = globSync('worker/features/*/routes.ts', { cwd: inProject('.') }).map((path) => readFileSync(inProject(path), 'utf8'));
  const served = routes.flatMap((text) => [...text.matchAll(/\bserve\(\w+\.(?<endpoint>\w+), (?<useCase>\w+)/g)]);
  expect(served.length).toBeGreaterThan(60);
  expect(served.filter(({ groups }) => groups?.endpoint !== groups?.useCase).map(([call]) => call)).toEqual([]);
});
