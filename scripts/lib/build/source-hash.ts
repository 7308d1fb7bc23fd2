import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../paths.ts';

/** A hash over the paths and contents of all files that match `patterns` and none of the patterns `except`. */
export function hashOf(patterns: readonly string[], { except = [] }: { readonly except?: readonly string[] } = {}): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: inProject('.'), withFileTypes: true, exclude: except }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => `${entry.parentPath}/${entry.name}`).sort()) {
    hash
      .update(`${path.slice(inProject('.').length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
