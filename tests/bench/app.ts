import { coldLoads } from './app/cold-load.ts';
import { type BenchmarkPart, startAppFixture } from './app/fixture.ts';
import { landerLoads } from './app/landers.ts';
import { offlineStart } from './app/offline-start.ts';
import { warmLoads } from './app/warm-load.ts';
import { type ReportLine, report } from './support/report.ts';

/** Load times of the page: all parts in one run, or those that are named (`npm run bench app cold warm`). */
const PARTS: Readonly<Record<string, BenchmarkPart>> = { cold: coldLoads, landers: landerLoads, warm: warmLoads, offline: offlineStart };

const named = process.argv.slice(2);
const unknown = named.filter((one) => !(one in PARTS));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.`);

await using lifetime = new AsyncDisposableStack();
const fixture = await startAppFixture(lifetime);
const lines: ReportLine[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length === 0 || named.includes(name)) lines.push(...(await part(fixture)));
}
report('The page as an app', lines);
