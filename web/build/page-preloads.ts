import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { PageName } from '../../contract/pages/page-routes.ts';
import { PAGES } from '../../contract/pages/page-routes.ts';

type Bundle = Rolldown.OutputBundle;

/** What a page needs beside the files index.html names: paths from the root of the site, and locale files by name. */
export interface PagePreloads {
  build: string;
  pages: Record<PageName, { js: string[]; css: string[]; texts: string[] }>;
}

const APP = join(import.meta.dirname, '../app/routes');
const ROUTE = /'?([\w-]+)'?: \(\) => import\('([^']+)'\)/g;

const TABLES = ['routes.tsx', 'lander-screens.ts'];

/** The route table as its sources say it: page → the modules it loads, the screen's last. */
function screenModules(): Map<string, readonly string[]> {
  const tables = TABLES.map((file, i) => ({ beside: i > 0 ? [join(APP, file)] : [], source: readFileSync(join(APP, file), 'utf8') }));
  return new Map(
    tables.flatMap(({ beside, source }) =>
      [...source.matchAll(ROUTE)].map(([, name = '', path = '']) => [name, [...beside, join(APP, path)]] as const),
    ),
  );
}

/** A chunk and all it imports statically. */
function closure(bundle: Bundle, fileName: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (found.has(fileName) || chunk?.type !== 'chunk') return found;
  found.add(fileName);
  for (const imported of chunk.imports) closure(bundle, imported, found);
  return found;
}

const stylesOf = (bundle: Bundle, files: Iterable<string>): Set<string> =>
  new Set(
    [...files].flatMap((file) => {
      const chunk = bundle[file];
      return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
    }),
  );

const without = (wanted: Iterable<string>, known: ReadonlySet<string>) =>
  [...wanted].filter((file) => !known.has(file)).map((file) => `/${file}`);

export function pagePreloads(bundle: Bundle, build: string, textsOf: (name: PageName) => string[]): PagePreloads {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('the bundle has no entry');
  const first = closure(bundle, entry.fileName);
  const firstStyles = stylesOf(bundle, first);
  const modules = screenModules();
  const preloadsOf = (name: string) => {
    const own = (modules.get(name) ?? []).map((id) => chunks.find((candidate) => candidate.moduleIds.includes(id)));
    if (own.length === 0 || own.includes(undefined)) throw new Error(`app/routes.tsx has no screen for ${name}`);
    const files = new Set<string>();
    for (const chunk of own) closure(bundle, chunk?.fileName ?? '', files);
    return { js: without(files, first), css: without(stylesOf(bundle, files), firstStyles) };
  };
  const names = Object.keys(PAGES) as PageName[];
  const pages = Object.fromEntries(names.map((name) => [name, { ...preloadsOf(name), texts: ['messages', ...textsOf(name)] }]));
  return { build, pages: pages as PagePreloads['pages'] };
}
