import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The first ten hex digits of a SHA-256 over the names and contents of all files that the page is built from. */
export function buildHash(): string {
  const files = globSync(
    ['web/**/*', 'contract/**/*.ts', 'assets/{icons,landers,portraits/site,town}/**/*.{webp,png,jpg,mp4,svg,json}', 'package-lock.json'],
    { cwd: ROOT, exclude: ['web/development/**', 'web/desk/**'] },
  ).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    if (statSync(join(ROOT, file)).isFile()) hash.update(file).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex').slice(0, 10);
}
