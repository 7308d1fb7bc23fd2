import { cold } from './app/cold-load.ts';
import { type Part, startAppWorld } from './app/fixture.ts';
import { landers } from './app/landers.ts';
import { offline } from './app/offline-start.ts';
import { warm } from './app/warm-load.ts';
import { type Line, report } from './support/report.ts';

/** Load times of the page: all parts in one run, or those that are named (`npm run bench app cold warm`). */
const PARTS: Readonly<Record<string, Part>> = { cold, landers, warm, offline };

const named = process.argv.slice(2);
const unknown = named.filter((one) => !(one in PARTS));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.`);

await using lifetime = new AsyncDisposableStack();
const world = await startAppWorld(lifetime);
const lines: Line[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length === 0 || named.includes(name)) lines.push(...(await part(world)));
}
report('The page as an app', lines);
