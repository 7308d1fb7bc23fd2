import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKER_BUNDLE } from '../../scripts/lib/build/build-worker.ts';
import { aMember } from '../support/database/factories.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { bundleAsDeployed, startBundledWorker } from './support/bundled-worker.ts';
import { cpuOf } from './support/process-stats.ts';
import { assertCorrect, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';

/**
 * CPU time of the Worker for a request, compared with a minimal Hono app in the same runtime and run
 * (docs/performance.md, "P14: processor time of the Worker").
 */
const MEMBERS = 10_000;
const BLOCKS = 7;
const RUNS = 400;

await using lifetime = new AsyncDisposableStack();
const filled = await filledDatabase(MEMBERS, Date.now());
lifetime.defer(filled.stop);
const dir = await mkdtemp(join(tmpdir(), 'vonk-cpu-'));

const startOne = (name: string, bundle: string, variables: Readonly<Record<string, string>>) =>
  startBundledWorker({ name, bundle, dir, variables: { ...variables, DB_URL: filled.url } }, lifetime);

const bare = await startOne('hello', await bundleAsDeployed(dir, 'hello', 'tests/bench/baseline/hello-worker.ts'), {});
const variables = { ENVIRONMENT: 'development', PARTY_HOST: '127.0.0.1:9', SETTINGS_TTL_SECONDS: '3600', ...TEST_SECRETS };
const ours = await startOne('ours', WORKER_BUNDLE, variables);

const viewer = await aMember(filled.db);
const headers: Record<string, string> = { Cookie: viewer.cookie };
const polled = await fetch(`${ours.url}/api/user.php`, { headers });
const unchanged = { ...headers, 'If-None-Match': polled.headers.get('ETag') ?? '' };
const typical =
  'country=NL&gender=female&min_age=26&max_age=35&looking_for=&interests=&body_height=&photo=0&online=0&new_here=0&sort=active';

interface Call {
  readonly pid: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly status: number;
}
const CALLS: Readonly<Record<string, Call>> = {
  hello: { pid: bare.pid, url: `${bare.url}/`, headers: {}, status: 200 },
  'one bare query': { pid: bare.pid, url: `${bare.url}/query`, headers: {}, status: 200 },
  'an unchanged poll': { pid: ours.pid, url: `${ours.url}/api/user.php`, headers: unchanged, status: 304 },
  'a search': { pid: ours.pid, url: `${ours.url}/api/search.php?${typical}`, headers, status: 200 },
};

async function runBlock({ pid, url, headers: requestHeaders, status }: Call): Promise<number> {
  const before = cpuOf(pid);
  for (let run = 0; run < RUNS; run += 1) {
    const answer = await fetch(url, { headers: requestHeaders });
    await answer.arrayBuffer();
    assertCorrect(answer.status === status, `${url} answers ${answer.status}`);
  }
  return (cpuOf(pid) - before) / RUNS;
}

const durations = new Map<string, number[]>(Object.keys(CALLS).map((name) => [name, []]));
for (const call of Object.values(CALLS)) await runBlock(call);
for (let turn = 0; turn < BLOCKS; turn += 1) {
  for (const [name, call] of Object.entries(CALLS)) durations.get(name)?.push(await runBlock(call));
}
const sorted = (name: string) => (durations.get(name) ?? []).toSorted((a, b) => a - b);
const medianOf = (name: string) => sorted(name)[BLOCKS >> 1] ?? Number.NaN;
const AIMS = { 'one bare query': 2, 'an unchanged poll': 3, 'a search': 4 } as const;
report(
  'P14 CPU of the Worker a request',
  Object.entries(AIMS).map(([what, aim]) => ({
    what,
    ours: medianOf(what),
    limit: medianOf('hello'),
    unit: 'ms',
    aim,
    spread: [sorted(what)[0] ?? Number.NaN, sorted(what).at(-1) ?? Number.NaN] as const,
  })),
);
