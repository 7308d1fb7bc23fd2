import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { inProject } from '../paths.ts';

type FromToml = ReturnType<typeof unstable_getMiniflareWorkerOptions>['workerOptions'];
/** The part of wrangler's options that the local Worker is started with. In the file, folders are relative to the project. */
type WorkerConfig = Omit<FromToml, 'modulesRules' | 'rootPath' | 'assets'> & { readonly assets: { readonly directory: string } };

const FILE = inProject('dist/worker/set-up.json');

/**
 * Writes the options that wrangler reads from wrangler.toml beside the built Worker, because loading wrangler at each start takes longer
 * than the Worker.
 */
export async function writeWorkerConfig(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions: readOptions } = await import('wrangler');
  const { modulesRules: _, rootPath: __, ...fromToml } = readOptions(inProject('wrangler.toml')).workerOptions;
  const { assets, ...others } = asWorkerConfig(fromToml);
  const setUp: WorkerConfig = { ...others, assets: { ...assets, directory: relative(inProject('.'), assets.directory) } };
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(setUp));
}

/** The options as of the last build, with absolute folders. */
export function readWorkerConfig(): WorkerConfig & { readonly rootPath: string } {
  const { assets, ...others } = asWorkerConfig(JSON.parse(readFileSync(FILE, 'utf8')));
  return { ...others, rootPath: inProject('.'), assets: { ...assets, directory: inProject(assets.directory) } };
}

/** Sound: wrangler.toml names the folder of the assets, which wrangler types loosely. */
const asWorkerConfig = (value: unknown): WorkerConfig => value as WorkerConfig;
