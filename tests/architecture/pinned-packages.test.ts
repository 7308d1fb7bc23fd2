import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

/** The packages that the product must be built with. */
const PACKAGES = [
  'react',
  'react-dom',
  'react-router',
  'i18next',
  'partysocket',
  'vite',
  'vite-plugin-pwa',
  'hono',
  'valibot',
  '@cloudflare/workers-types',
  'wrangler',
  'miniflare',
  'partykit',
  'drizzle-orm',
  '@libsql/client',
  'vitest',
];

const read = (path: string) => readFileSync(inProject(path), 'utf8');

const { devDependencies } = JSON.parse(read('package.json'));
const product = globSync('{assets,cli,contract,web,worker,room,party,db,scripts}/**/*.{ts,tsx}', { cwd: inProject('.') })
  .map(read)
  .join('\n');
const ambientTypes = JSON.parse(read('tsconfig.worker.json')).compilerOptions.types;

/** Whether the package is imported, run as a command, or named by the path of one of its files. */
function isUsed(name: string): boolean {
  const imported = String.raw`(?:\bfrom |\bimport |\bimport\()'${name}(?:/[^']+)?'`;
  const run = String.raw`(?:\binstalledTool|\brunToEnd)\('${name}'|\bnode_modules/${name}/`;
  return new RegExp(`${imported}|${run}`).test(product) || ambientTypes.includes(name);
}

test.each(PACKAGES)('%s is pinned in package.json, and the product uses it', (name) => {
  expect(devDependencies[name]).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  expect(isUsed(name)).toBe(true);
});

test('a package that nothing imports counts as not used', () => {
  expect(isUsed('left-pad')).toBe(false);
});
