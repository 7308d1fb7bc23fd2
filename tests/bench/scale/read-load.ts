import { aMember, type TestMember } from '../../support/database/factories.ts';
import { type DatabaseLoad, databaseLoad, loadBetween } from '../support/database-load.ts';
import { cpuOf } from '../support/process-stats.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import type { SiteWorker } from '../support/workers.ts';
import { type BenchBrowser, openBrowser } from './browser.ts';
import type { ScaleSite } from './site.ts';

const READERS = 12;
const BLOCKS = 3;
const WARM_UP_MS = 2_000;
const SEARCH =
  'country=NL&gender=female&min_age=26&max_age=35&looking_for=&interests=&body_height=&photo=0&online=0&new_here=0&sort=active';

/** One kind of site: so many replicas, the Workers that read from them, and browsers of them. */
interface Setting {
  readonly replicas: number;
  readonly workers: readonly SiteWorker[];
  readonly browsers: readonly BenchBrowser[];
}

/** What one block of reads took. */
interface Block {
  readonly reads: number;
  readonly ms: number;
  readonly primary: DatabaseLoad;
  /** The CPU time (ms) of each replica that is read from, and of all Workers. */
  readonly replicaCpuMs: readonly number[];
  readonly workerCpuMs: number;
}

/** Polls, searches and looks at a profile in turn; returns the number of reads. */
async function readInTurn(browser: BenchBrowser, worker: number, profile: string): Promise<number> {
  const user = await browser.call(worker, 'get', '/api/user.php');
  assertCorrect(typeof user.at('user.id') === 'string', 'a poll shows the account');
  const found = (await browser.call(worker, 'get', `/api/search.php?${SEARCH}`)).at('profiles');
  assertCorrect(Array.isArray(found) && found.length > 0, 'a search finds somebody');
  const shown = await browser.call(worker, 'get', `/api/profile.php?id=${profile}`);
  assertCorrect(shown.at('profile.id') === profile, 'a profile is that of the member who was asked for');
  return 3;
}

async function readFor(ms: number, { browsers }: Pick<Setting, 'browsers'>, profile: string): Promise<number> {
  const end = performance.now() + ms;
  const loops = browsers.map(async (browser, number) => {
    let reads = 0;
    while (performance.now() < end) reads += await readInTurn(browser, number, profile);
    return reads;
  });
  return (await Promise.all(loops)).reduce((sum, reads) => sum + reads, 0);
}

async function runBlock(site: ScaleSite, setting: Setting, ms: number, profile: string): Promise<Block> {
  const replicas = site.replicas.slice(0, setting.replicas);
  const look = () => ({
    replicas: replicas.map(({ processId }) => cpuOf(String(processId()))),
    workers: setting.workers.reduce((sum, { workerdId }) => sum + cpuOf(workerdId), 0),
  });
  const [before, primaryBefore, start] = [look(), await databaseLoad(site.primary), performance.now()];
  const reads = await readFor(ms, setting, profile);
  const took = performance.now() - start;
  const after = look();
  return {
    reads,
    ms: took,
    primary: loadBetween(primaryBefore, await databaseLoad(site.primary)),
    replicaCpuMs: after.replicas.map((cpu, i) => cpu - (before.replicas[i] ?? 0)),
    workerCpuMs: after.workers - before.workers,
  };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The figures of all blocks of one setting, for 1,000 reads; CPU times in ms. */
function figuresOf(blocks: readonly Block[]) {
  const reads = sum(blocks.map((block) => block.reads));
  const per1000 = (of: (block: Block) => number) => (sum(blocks.map(of)) / reads) * 1000;
  const rates = blocks.map((block) => (block.reads / block.ms) * 1000);
  const primaryCpu = per1000(({ primary }) => primary.cpuMs);
  const replicaCpus = (blocks[0]?.replicaCpuMs ?? []).map((_, i) => per1000(({ replicaCpuMs }) => replicaCpuMs[i] ?? 0));
  return {
    rate: (reads / sum(blocks.map(({ ms }) => ms))) * 1000,
    rateSpread: [Math.min(...rates), Math.max(...rates)] as const,
    primaryCpu,
    replicaCpu: sum(replicaCpus),
    workerCpu: per1000(({ workerCpuMs }) => workerCpuMs),
    statements: per1000(({ primary }) => primary.statements),
    rowsRead: per1000(({ primary }) => primary.rowsRead),
    /** What one core of the database server that works hardest would take in a second. */
    perCore: 1_000_000 / Math.max(primaryCpu, ...replicaCpus),
  };
}

type Figures = ReturnType<typeof figuresOf>;

/** The highest share of the statements and rows of reads that a primary with replicas may still get: what it has to do anyway. */
const PRIMARY_AIM = 0.05;

function linesOf(figures: ReadonlyMap<number, Figures>): ReportLine[] {
  const none = figures.get(0);
  if (!none) throw new Error('nothing was measured without replicas');
  return [...figures].flatMap(([replicas, found]): ReportLine[] => {
    const at = `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`;
    const beside = (own: number, aim: number) => (replicas === 0 ? { limit: null, aim: null } : { limit: own, aim });
    const without = { limit: replicas === 0 ? null : none.rate, aim: null };
    return [
      { what: `${at}: reads a second here`, ours: found.rate, ...without, unit: 'reads', spread: found.rateSpread },
      { what: `${at}: CPU of the primary for 1,000`, ours: found.primaryCpu, ...beside(none.primaryCpu, PRIMARY_AIM), unit: 'ms' },
      { what: `${at}: CPU of the replicas for 1,000`, ours: found.replicaCpu, limit: null, aim: null, unit: 'ms' },
      { what: `${at}: CPU of the Workers for 1,000`, ours: found.workerCpu, limit: null, aim: null, unit: 'ms' },
      { what: `${at}: statements at the primary`, ours: found.statements, ...beside(none.statements, PRIMARY_AIM), unit: 'for 1,000' },
      { what: `${at}: rows read at the primary`, ours: found.rowsRead, ...beside(none.rowsRead, PRIMARY_AIM), unit: 'for 1,000' },
      {
        what: `${at}: reads for a core of the busiest database`,
        ours: found.perCore,
        ...(replicas === 0 ? { limit: null, aim: null } : { limit: none.perCore, aim: replicas * 0.85, isAimLeast: true as const }),
        unit: 'reads/s',
      },
    ];
  });
}

async function startSetting(site: ScaleSite, replicas: number, viewers: readonly TestMember[], lifetime: AsyncDisposableStack) {
  const workers = await site.startWorkers(
    site.replicas.slice(0, replicas).map(({ url }) => url),
    lifetime,
  );
  return { replicas, workers, browsers: viewers.map((viewer) => openBrowser(workers, viewer)) };
}

/** The same reads without a replica, with one and with two, in turns. `blockMs` is the length of each block. */
export async function readLoad(site: ScaleSite, blockMs: number): Promise<ReportLine[]> {
  await using lifetime = new AsyncDisposableStack();
  const profile = await aMember(site.db);
  const viewers: TestMember[] = [];
  for (let number = 0; number < READERS; number += 1) viewers.push(await aMember(site.db));
  const settings: Setting[] = [];
  for (let replicas = 0; replicas <= site.replicas.length; replicas += 1) {
    settings.push(await startSetting(site, replicas, viewers, lifetime));
  }
  for (const setting of settings) await readFor(WARM_UP_MS, setting, profile.id);
  const blocks = new Map<number, Block[]>(settings.map(({ replicas }) => [replicas, []]));
  for (let turn = 0; turn < BLOCKS; turn += 1) {
    for (const setting of settings) blocks.get(setting.replicas)?.push(await runBlock(site, setting, blockMs, profile.id));
  }
  return linesOf(new Map([...blocks].map(([replicas, each]) => [replicas, figuresOf(each)])));
}
