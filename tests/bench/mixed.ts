import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkInvariants } from '../support/database/invariants.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { bundleAsDeployed, startBundledWorker } from './support/bundled-worker.ts';
import { makeLoadMembers } from './support/load-members.ts';
import { timingsOf } from './support/measure.ts';
import { closedLoop, KINDS, type Kind, type LoadRequest, MixedLoad } from './support/mixed-load.ts';
import { cpuOf } from './support/process-stats.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';

/**
 * Requests a second of the mixed load, compared with a Worker that makes one bare query for each request (docs/performance.md, "P15: mixed
 * load"). With numbers: members, and seconds of a block.
 */
const [MEMBERS = 100_000, BLOCK_SECONDS = 10] = process.argv.slice(2).map(Number);
const BLOCKS = 7;
/** Members who make one request after the other. */
const AT_ONCE = 8;
const [CALLERS, PAIRS] = [Math.min(2_000, MEMBERS), Math.min(500, MEMBERS / 2)];
const LEAST_RATIO = 0.55;
/** Requests of each kind whose cost is measured apart, and the time (ms) for what follows their answers. */
const [COSTED, SETTLE_MS] = [300, 1_000];

await using lifetime = new AsyncDisposableStack();
const filled = await filledDatabase(MEMBERS, Date.now());
lifetime.defer(filled.stop);
const dir = await mkdtemp(join(tmpdir(), 'vonk-mixed-'));
lifetime.defer(() => rm(dir, { recursive: true, force: true }));

const startOne = (name: string, bundle: string, variables: Readonly<Record<string, string>>) =>
  startBundledWorker({ name, bundle, dir, variables: { ...variables, DB_URL: filled.url } }, lifetime);

const bare = await startOne('bare', await bundleAsDeployed(dir, 'bare', 'tests/bench/baseline/hello-worker.ts'), {});
// As in development nobody is above a limit, since all requests come from one network.
const variables = { ENVIRONMENT: 'development', ROOMS: 'worker', ...TEST_SECRETS };
const ours = await startOne('ours', await bundleAsDeployed(dir, 'ours', 'worker/index.ts'), variables);

const requests: LoadRequest[] = [];
const load = new MixedLoad({
  load: await makeLoadMembers(filled.db, { members: CALLERS, pairs: PAIRS }),
  site: { nextUrl: () => ours.url, origin: ours.url },
  seed: 'bench mixed',
  onRequest: (request) => {
    assertCorrect([200, 201, 304].includes(request.status), `a ${request.kind} is answered with ${request.status} ${request.code}`);
    requests.push(request);
  },
});

async function bareQuery(): Promise<void> {
  const answer = await fetch(`${bare.url}/query`);
  assertCorrect(answer.status === 200 && (await answer.text()).includes('1'), `the bare query is answered with ${answer.status}`);
}

interface Block {
  /** Requests a second. */
  readonly rate: number;
  /** Processor time (ms) of workerd for a request. */
  readonly cpuMs: number;
}

async function runBlock(pid: string, run: () => Promise<unknown>): Promise<Block> {
  const [start, cpuBefore] = [performance.now(), cpuOf(pid)];
  const answered = await closedLoop(run, AT_ONCE, BLOCK_SECONDS * 1000);
  return { rate: (answered / (performance.now() - start)) * 1000, cpuMs: (cpuOf(pid) - cpuBefore) / answered };
}

const [ourBlocks, bareBlocks]: [Block[], Block[]] = [[], []];
// The first block of each is its warm-up.
for (let block = 0; block <= BLOCKS; block += 1) {
  if (block === 1) requests.length = 0;
  const [ourBlock, bareBlock] = [await runBlock(ours.pid, () => load.next()), await runBlock(bare.pid, bareQuery)];
  if (block > 0) ourBlocks.push(ourBlock);
  if (block > 0) bareBlocks.push(bareBlock);
}
interface Cost {
  /** Processor time (ms) of Worker and database for a request. */
  readonly worker: number;
  readonly database: number;
}

/** What requests cost that are made one after the other, work after their answers included. */
async function costOf(pid: string, run: () => Promise<unknown>): Promise<Cost> {
  const [workerBefore, databaseBefore] = [cpuOf(pid), cpuOf(String(filled.processId()))];
  for (let i = 0; i < COSTED; i += 1) await run();
  await pause(SETTLE_MS);
  return { worker: (cpuOf(pid) - workerBefore) / COSTED, database: (cpuOf(String(filled.processId())) - databaseBefore) / COSTED };
}

const timesOf = (kind: Kind) => requests.filter((request) => request.kind === kind).map(({ ms }) => ms);
const mixedTimes = new Map(KINDS.map((kind) => [kind, timesOf(kind)]));
const bareCost = await costOf(bare.pid, bareQuery);
const costs = new Map<Kind, Cost>();
for (const kind of KINDS) costs.set(kind, await costOf(ours.pid, () => load.nextOf(kind)));
const breaches = await checkInvariants(filled.db);
assertCorrect(breaches.length === 0, `the invariants hold: ${breaches.slice(0, 3).join('; ')}`);

const sorted = (blocks: readonly Block[], figure: (block: Block) => number) => blocks.map(figure).toSorted((a, b) => a - b);
const medianOf = (blocks: readonly Block[], figure: (block: Block) => number) => sorted(blocks, figure)[blocks.length >> 1] ?? Number.NaN;
const rates = sorted(ourBlocks, ({ rate }) => rate);

const lines: ReportLine[] = [
  {
    what: 'mixed requests',
    ours: medianOf(ourBlocks, ({ rate }) => rate),
    limit: medianOf(bareBlocks, ({ rate }) => rate),
    unit: '/s',
    aim: LEAST_RATIO,
    isAimLeast: true,
    spread: [rates[0] ?? Number.NaN, rates.at(-1) ?? Number.NaN],
  },
  {
    what: 'of that: processor time of the Worker',
    ours: medianOf(ourBlocks, ({ cpuMs }) => cpuMs),
    limit: medianOf(bareBlocks, ({ cpuMs }) => cpuMs),
    unit: 'ms',
    aim: null,
  },
  ...KINDS.map((kind): ReportLine => {
    const { p50, min, max } = timingsOf([mixedTimes.get(kind) ?? []]);
    return { what: `a ${kind}, p50`, ours: p50, limit: null, unit: 'ms', aim: null, spread: [min, max] };
  }),
  ...KINDS.flatMap((kind): ReportLine[] => {
    const { worker, database } = costs.get(kind) ?? { worker: Number.NaN, database: Number.NaN };
    return [
      { what: `a ${kind} alone: processor time of the Worker`, ours: worker, limit: bareCost.worker, unit: 'ms', aim: null },
      { what: `a ${kind} alone: of the database`, ours: database, limit: bareCost.database, unit: 'ms', aim: null },
    ];
  }),
];
report(`P15 mixed load at ${MEMBERS} members, ${AT_ONCE} at once`, lines);
