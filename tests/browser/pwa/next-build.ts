import { globSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBuildLock } from '../../../scripts/lib/build/build-lock.ts';
import { DEVELOPER_SOURCES, PAGE_SOURCES } from '../../../scripts/lib/build/build-page.ts';
import { hashOf } from '../../../scripts/lib/build/source-hash.ts';
import { inProject } from '../../../scripts/lib/paths.ts';
import { runTool } from '../../../scripts/lib/process/run-tool.ts';

const NEXT_DIR = inProject('dist/next-page');
const STAMP = inProject('dist/next-page.hash');
/** The sources and scripts of a build of the page. */
const SOURCES = ['web', 'assets', 'contract', 'worker', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** The entry and all screens have other names in the next build. */
const CHANGED_MODULES = ['web/boot/boot.ts', 'web/**/*-screen.tsx'];
const CHANGE = "\ndocument.documentElement.dataset.next = '';\n";
const BUILD = "const { buildPage } = await import('./scripts/lib/build/build-page.ts'); await buildPage();";

async function build(): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'vonk-next-'));
  await Promise.all(SOURCES.map((name) => cp(inProject(name), join(copy, name), { recursive: true })));
  await symlink(inProject('node_modules'), join(copy, 'node_modules'));
  await Promise.all(globSync(CHANGED_MODULES, { cwd: copy }).map((path) => appendFile(join(copy, path), CHANGE)));
  const { code, output } = await runTool(process.execPath, ['--input-type=module', '--eval', BUILD], copy);
  if (code !== 0) throw new Error(`the next page could not be built:\n${output}`);
  await rm(NEXT_DIR, { recursive: true, force: true });
  await cp(join(copy, 'dist/page'), NEXT_DIR, { recursive: true });
  await rm(copy, { recursive: true, force: true });
}

const hashNow = () => hashOf([...PAGE_SOURCES, 'tests/browser/pwa/next-build.ts'], { except: DEVELOPER_SOURCES });

/** Whether the second build is up to date. */
export const isNextPageBuilt = async (): Promise<boolean> => (await readFile(STAMP, 'utf8').catch(() => '')) === hashNow();

/** The folder of a second build of the page in which entry and screens are changed. Builds it if it is missing or out of date. */
export function nextPage(): Promise<string> {
  return withBuildLock(async () => {
    if (await isNextPageBuilt()) return NEXT_DIR;
    await rm(STAMP, { force: true });
    await build();
    await writeFile(STAMP, hashNow());
    return NEXT_DIR;
  });
}
