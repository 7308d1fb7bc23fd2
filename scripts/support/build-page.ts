import { buildLooks } from './build-looks.ts';
import { inProject } from './paths.ts';

/** Everything the page is made of. */
export const PAGE_SOURCES = [
  'web/**/*',
  'worker/contract/**/*',
  'scripts/support/build-{looks,page}.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

export const PAGE_DIR = inProject('dist/page');

/** Builds the page into dist/page. Under a test runner NODE_ENV is "test", which would bring React's development build. */
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
  await buildLooks(PAGE_DIR);
}
