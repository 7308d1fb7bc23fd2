import { inProject } from '../paths.ts';
import { prerenderShells } from './build-shells.ts';

/** Patterns of all files that the page is built from. */
export const PAGE_SOURCES = [
  'web/**/*',
  'contract/**/*',
  'assets/{icons,landers,portraits/site}/**/*.{webp,png,jpg,mp4}',
  'scripts/lib/build/build-{shells,page}.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** Those of them that only the developer pages are built from. */
export const DEVELOPER_SOURCES = ['web/development/**'];

/** Those of them that only the operators' desk is built from. */
export const DESK_SOURCES = ['web/desk/**'];

export const PAGE_DIR = inProject('dist/page');
export const DEVELOPER_DIR = `${PAGE_DIR}/_dev`;
export const DESK_DIR = `${PAGE_DIR}/_desk`;

/** Builds the page into dist/page. Sets NODE_ENV, because a test runner's value "test" would select React's development build. */
export async function buildPage(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    mode: 'production',
    configFile: inProject('web/vite.config.ts'),
    root: inProject('web'),
    logLevel: 'warn',
    build: { outDir: PAGE_DIR, emptyOutDir: true },
  });
  await prerenderShells(PAGE_DIR);
}

/** Builds the developer pages into the folder of the built page. */
export async function buildDeveloperPages(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const pages = await import('../../../web/build/developer-pages.ts');
  await pages.buildDeveloperPages(DEVELOPER_DIR);
}

/** Builds the operators' desk into the folder of the built page. */
export async function buildDesk(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const desk = await import('../../../web/build/desk.ts');
  await desk.buildDesk(DESK_DIR);
}
