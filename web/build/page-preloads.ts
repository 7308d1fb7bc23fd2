import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import type { PageName } from '../../contract/pages/page-routes.ts';
import { PAGES } from '../../contract/pages/page-routes.ts';

type Bundle = Rolldown.OutputBundle;

/** What each page loads beside the files that index.html names: `js` and `css` as paths from the root of the site, `texts` as names of locale files. */
export interface PagePreloads {
  build: string;
  pages: Record<PageName, { js: string[]; css: string[]; texts: string[] }>;
}

const ROUTES_FOLDER = join(import.meta.dirname, '../app/routes');
/**
 * What carries typed text and presses over from the shell to the app. Pages for visitors are drawn after it, as their shells have fields, and
 * load it with the rest: asked for by the app, it takes another way to the server. Members' pages have it from the service worker.
 */
const CARRY_OVER = join(import.meta.dirname, '../app/prerender/replay-early-input.ts');
/** One entry of a route table, in the form that CONTRIBUTING.md prescribes. */
const ROUTE = /'?([\w-]+)'?: \(\) => import\('([^']+)'\)/g;

const ROUTE_TABLES = ['routes.tsx', 'lander-screens.ts'];

/** Reads the sources of the route tables: page name → the modules it loads, its screen last. Landers also load the table they stand in. */
function screenModules(): Map<string, readonly string[]> {
  const tables = ROUTE_TABLES.map((file, i) => ({
    ownModules: i > 0 ? [join(ROUTES_FOLDER, file)] : [],
    source: readFileSync(join(ROUTES_FOLDER, file), 'utf8'),
  }));
  return new Map(
    tables.flatMap(({ ownModules, source }) =>
      [...source.matchAll(ROUTE)].map(([, name = '', path = '']) => [name, [...ownModules, join(ROUTES_FOLDER, path)]] as const),
    ),
  );
}

/** The file names of a chunk and of all it imports statically, added to `found`. */
function staticImportsOf(bundle: Bundle, fileName: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (found.has(fileName) || chunk?.type !== 'chunk') return found;
  found.add(fileName);
  for (const imported of chunk.imports) staticImportsOf(bundle, imported, found);
  return found;
}

const stylesOf = (bundle: Bundle, files: Iterable<string>): Set<string> =>
  new Set(
    [...files].flatMap((file) => {
      const chunk = bundle[file];
      return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
    }),
  );

const pathsNotIn = (wanted: Iterable<string>, known: ReadonlySet<string>) =>
  [...wanted].filter((file) => !known.has(file)).map((file) => `/${file}`);

/** Finds in the finished bundle what every page loads. Throws if there is no entry, no screen for a page, or no chunk for it. */
export function pagePreloads(bundle: Bundle, build: string, textsOf: (name: PageName) => string[]): PagePreloads {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('the bundle has no entry');
  const entryFiles = staticImportsOf(bundle, entry.fileName);
  const entryStyles = stylesOf(bundle, entryFiles);
  const modules = screenModules();
  const preloadsOf = (name: PageName) => {
    const screen = modules.get(name);
    if (!screen) throw new Error(`app/routes.tsx has no screen for ${name}`);
    const files = new Set<string>();
    for (const module of PAGES[name].access === 'public' ? [...screen, CARRY_OVER] : screen) {
      const chunk = chunks.find((candidate) => candidate.moduleIds.includes(module));
      if (!chunk) throw new Error(`no chunk holds ${module}`);
      staticImportsOf(bundle, chunk.fileName, files);
    }
    return { js: pathsNotIn(files, entryFiles), css: pathsNotIn(stylesOf(bundle, files), entryStyles) };
  };
  const names = Object.keys(PAGES) as PageName[];
  const pages = Object.fromEntries(names.map((name) => [name, { ...preloadsOf(name), texts: ['messages', ...textsOf(name)] }]));
  return { build, pages: pages as PagePreloads['pages'] };
}
