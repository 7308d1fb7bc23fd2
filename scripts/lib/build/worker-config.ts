import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { inProject } from '../paths.ts';

type FromToml = ReturnType<typeof unstable_getMiniflareWorkerOptions>['workerOptions'];
/** The part of wrangler's answer that a Worker here is started with; folders are relative to the project. */
type SetUp = Omit<FromToml, 'modulesRules' | 'rootPath' | 'assets'> & { readonly assets: { readonly directory: string } };

const FILE = inProject('dist/worker/set-up.json');

/** Keeps what wrangler reads in wrangler.toml beside the built Worker: loading wrangler costs each start more than the Worker does. */
export async function writeSetUp(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions: read } = await import('wrangler');
  const { modulesRules: _, rootPath: __, ...fromToml } = read(inProject('wrangler.toml')).workerOptions;
  const { assets, ...plain } = asSetUp(fromToml);
  const setUp: SetUp = { ...plain, assets: { ...assets, directory: relative(inProject('.'), assets.directory) } };
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(setUp));
}

/** The set-up as it was at the last build, with its folders in this project. */
export function readSetUp(): SetUp & { readonly rootPath: string } {
  const { assets, ...plain } = asSetUp(JSON.parse(readFileSync(FILE, 'utf8')));
  return { ...plain, rootPath: inProject('.'), assets: { ...assets, directory: inProject(assets.directory) } };
}

/** wrangler types the assets as anything; wrangler.toml names their folder. */
const asSetUp = (value: unknown): SetUp => value as SetUp;
