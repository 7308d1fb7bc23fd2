import { delivery } from './chat/delivery-latency.ts';
import { type Part, startChatWorld } from './chat/fixture.ts';
import { requests } from './chat/idle-requests.ts';
import { many } from './chat/many-tabs-and-likes.ts';
import { memory } from './chat/room-memory.ts';
import { screens } from './chat/screen-latency.ts';
import { type Line, report } from './support/report.ts';

/**
 * The figures of chat: all parts in one run, or those that are named (`npm run bench chat P6 P7`). With `--long` the rooms are idle for ten
 * minutes (docs/performance.md, "Commands").
 */
const PARTS: Readonly<Record<string, Part>> = { P6: delivery, P7: screens, P9: memory, P11: many, P12: requests };

const named = process.argv.slice(2).filter((one) => !one.startsWith('-'));
const unknown = named.filter((one) => !(one in PARTS));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.`);

await using whole = new AsyncDisposableStack();
const world = await startChatWorld(whole);
const lines: Line[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  await using lifetime = new AsyncDisposableStack();
  lines.push(...(await part(world, lifetime)));
}
report('Talking', lines);
