import { readdir, readFile, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { PAGE_DIR } from '../build/build-page.ts';
import { WORKER_BUNDLE } from '../build/build-worker.ts';
import { CommandError } from '../command/command-error.ts';
import { inProject } from '../paths.ts';
import type { DeployTarget } from './deploy-target.ts';
import { usesPartyKit, type WranglerConfig } from './missing-for-deploy.ts';

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;

/** Bundles the rooms as partykit does, without a host. Returns the size in bytes; throws a command error if they cannot be built. */
async function bundleRooms(): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [inProject('party/server.ts')],
    absWorkingDir: inProject('.'),
    bundle: true,
    write: false,
    format: 'esm',
    external: ['partykit/*', 'node:*', 'cloudflare:*'],
    logLevel: 'silent',
  }).catch((error: unknown) => {
    throw new CommandError(`The rooms cannot be built: ${error instanceof Error ? error.message : String(error)}`);
  });
  return outputFiles.reduce((sum, { contents }) => sum + contents.byteLength, 0);
}

/** The files below the folder of the page, and their size in bytes. */
async function pageFiles(): Promise<{ readonly count: number; readonly bytes: number }> {
  const entries = await readdir(PAGE_DIR, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async ({ parentPath, name }) => (await stat(`${parentPath}/${name}`)).size),
  );
  return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What `npm run deploy` would do after the look and the build, as lines of text. Bundles the rooms; changes nothing. */
export async function plannedDeployment({ wranglerArgs, partyKitArgs }: DeployTarget, config: WranglerConfig): Promise<string> {
  const [rooms, worker, page] = await Promise.all([usesPartyKit(config) ? bundleRooms() : null, readFile(WORKER_BUNDLE), pageFiles()]);
  const buckets = config.r2_buckets.map(({ binding, bucket_name: name }) => `${binding} is the bucket ${name}`);
  const steps = [
    ...(rooms === null ? [] : [[`partykit ${['deploy', ...partyKitArgs].join(' ')}`, `the rooms, ${kilobytes(rooms)}`]]),
    [
      `wrangler ${['deploy', ...wranglerArgs].join(' ')}`,
      `the Worker ${config.name}, ${kilobytes(worker.byteLength)}, ${kilobytes(gzipSync(worker).byteLength)} compressed`,
      `the page, ${page.count} files, ${kilobytes(page.bytes)}`,
      ...buckets,
      `rooms: ${config.vars.ROOMS === 'worker' ? 'in the Worker' : 'at PartyKit'}`,
      `scheduled: ${config.triggers.crons?.join(', ')}`,
    ],
  ];
  return [
    'Nothing was uploaded. Without --dry-run the next steps would be:',
    ...steps.flatMap(([command, ...details], i) => [`  ${i + 1}. ${command}`, ...details.map((detail) => `     ${detail}`)]),
  ].join('\n');
}
