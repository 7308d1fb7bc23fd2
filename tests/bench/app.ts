import { browserWeight } from './app/browser-weight.ts';
import { coldLoads, coldLoadsOnUsualLine } from './app/cold-load.ts';
import { type BenchmarkPart, startAppFixture, startPeerFixture } from './app/fixture.ts';
import { appInUse } from './app/in-use.ts';
import { landerLoads } from './app/landers.ts';
import { offlineStart } from './app/offline-start.ts';
import { warmLoads } from './app/warm-load.ts';
import { benchArguments } from './support/bench-arguments.ts';
import { type ReportLine, report } from './support/report.ts';

/**
 * Load times of the page: all parts in one run, or those that are named (`npm run bench app cold warm`). With `--peer FILE` they are those
 * of another site (docs/performance.md, "Measuring another site").
 */
const PARTS: Readonly<Record<string, BenchmarkPart>> = {
  weight: browserWeight,
  cold: coldLoads,
  usual: coldLoadsOnUsualLine,
  landers: landerLoads,
  warm: warmLoads,
  offline: offlineStart,
  use: appInUse,
};

const { parts, peer } = benchArguments(process.argv.slice(2), Object.keys(PARTS));
await using lifetime = new AsyncDisposableStack();
const fixture = await (peer ? startPeerFixture(peer, lifetime) : startAppFixture(lifetime));
const lines: ReportLine[] = [];
for (const name of parts) lines.push(...((await PARTS[name]?.(fixture)) ?? []));
if (lines.length === 0) throw new Error(`The description of ${peer?.name} says nothing of ${parts.join(', ')}.`);
report('The page as an app', lines, peer?.name);
