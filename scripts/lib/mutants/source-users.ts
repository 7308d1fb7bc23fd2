import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { inProject } from '../paths.ts';

/** A name that a module declares at its top level, with the lines of its declaration. */
interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly start: number;
}

interface Module {
  readonly path: string;
  readonly declarations: readonly Declaration[];
  /** The names that it imports, by the path of the module that they come from. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

const DECLARATION = /^(?:export )?(?:async )?(?:const|let|function\*?|class) +(\w+)/gm;
const IMPORT = /^import\s+(?:type\s+)?(?:\{([^}]*)\}|\* as (\w+)|(\w+))\s+from\s+'([^']+)'/gm;
const SOURCES = globSync('{contract,worker,room,party,db,cli,tests}/**/*.ts', { cwd: inProject('.') });

function declarationsIn(text: string): Declaration[] {
  const starts = [...text.matchAll(DECLARATION)].map(({ index, 1: name }) => ({ start: index, name: name ?? '' }));
  return starts.map(({ name, start }, i) => ({ name, start, text: text.slice(start, starts[i + 1]?.start) }));
}

/** The path in the project of the module that an import names; packages keep their name. */
const resolved = (from: string, specifier: string): string =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : specifier.startsWith('#')
      ? `${specifier.slice(1)}.ts`
      : specifier;

function importsIn(path: string, text: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [, named, namespace, only, specifier] of text.matchAll(IMPORT)) {
    const names = (named ?? namespace ?? only ?? '').split(',').map((part) => part.replace(/^\s*type\s+/, '').trim());
    const target = resolved(path, specifier ?? '');
    found.set(target, [...(found.get(target) ?? []), ...names.map((name) => name.split(' as ')[0] ?? '').filter(Boolean)]);
  }
  return found;
}

const modules: readonly Module[] = SOURCES.map((path) => {
  const text = readFileSync(inProject(path), 'utf8');
  return { path, declarations: declarationsIn(text), imports: importsIn(path, text) };
});
const importersOf = new Map<string, Module[]>();
for (const module of modules)
  for (const target of module.imports.keys()) importersOf.set(target, [...(importersOf.get(target) ?? []), module]);

const uses = (text: string, names: ReadonlySet<string>): boolean => [...text.matchAll(/\w+/g)].some(([word]) => names.has(word));

/** The names of a module that use one of these, directly or by one another, and these. */
function withUsersInside({ declarations }: Module, names: ReadonlySet<string>): Set<string> {
  const all = new Set(names);
  for (let before = -1; before !== all.size; ) {
    before = all.size;
    for (const { name, text } of declarations) if (!all.has(name) && uses(text, all)) all.add(name);
  }
  return all;
}

/** The top-level declaration at a place of a file; '' if there is none. */
export const declarationAt = (path: string, at: number): string =>
  modules.find((module) => module.path === path)?.declarations.findLast(({ start }) => start <= at)?.name ?? '';

/** The words of a declaration, such as the names of its tables. */
export function wordsOfDeclaration(path: string, name: string): Set<string> {
  const text = modules.find((module) => module.path === path)?.declarations.find((one) => one.name === name)?.text ?? '';
  return new Set([...text.matchAll(/\w+/g)].map(([word]) => word));
}

const ENDPOINT_IMPORT = /^import type \{[^}]*?\b(\w+) as \w*endpoint\b[^}]*\} from '#contract\/([^']+)'/gim;

/** The paths of the calls that a file of a feature serves. */
export function servedPathsOf(path: string): string[] {
  if (!path.startsWith('worker/features/')) return [];
  const text = readFileSync(inProject(path), 'utf8');
  return [...text.matchAll(ENDPOINT_IMPORT)].flatMap(([, name = '', contract = '']) => {
    const declared = modules.find((module) => module.path === `contract/${contract}.ts`)?.declarations.find((one) => one.name === name);
    return /path: '([^']+)'/.exec(declared?.text ?? '')?.[1] ?? [];
  });
}

/**
 * The files that use a declaration of a file, directly or by others, with the number of imports between; the file itself has distance 0. Test
 * files are found, but not what uses them.
 */
export function usersOf(path: string, declaration: string): Map<string, number> {
  const distances = new Map<string, number>();
  let present = new Map([[path, new Set([declaration])]]);
  for (let distance = 0; present.size > 0 && distance < 6; distance += 1) {
    const next = new Map<string, Set<string>>();
    for (const [file, names] of present) {
      const module = modules.find((one) => one.path === file);
      if (!module || distances.has(file)) continue;
      distances.set(file, distance);
      if (file.startsWith('tests/')) continue;
      const all = withUsersInside(module, names);
      for (const importer of importersOf.get(file) ?? []) {
        const used = (importer.imports.get(file) ?? []).filter((name) => all.has(name));
        if (used.length > 0) next.set(importer.path, new Set([...(next.get(importer.path) ?? []), ...used]));
      }
    }
    present = next;
  }
  return distances;
}
