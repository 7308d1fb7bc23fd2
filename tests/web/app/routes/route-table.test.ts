import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES } from '#contract/pages/page-routes';
import { inProject } from '../../../../scripts/lib/paths.ts';

const table = ['routes.tsx', 'lander-screens.ts'].map((file) => readFileSync(inProject(`web/app/routes/${file}`), 'utf8')).join('\n');

test.each(Object.keys(PAGES))('the page %s has a screen in the route table', (name) => {
  const key = /^\w+$/.test(name) ? `(?:${name}|'${name}')` : `'${name}'`;
  expect(table).toMatch(new RegExp(`(?<![\\w-])${key}\\s*:`));
});

test('every screen the route table loads exists', () => {
  const paths = [...table.matchAll(/import\('(\.[^']+)'\)/g)].map((found) => found[1] ?? '');
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(new URL(path, `file://${inProject('web/app/routes/routes.tsx')}`)))).toEqual([]);
});
