import { deliveryLatency } from './chat/delivery-latency.ts';
import { type BenchmarkPart, startChatFixture } from './chat/fixture.ts';
import { idleRequests } from './chat/idle-requests.ts';
import { manyTabsAndLikes } from './chat/many-tabs-and-likes.ts';
import { roomMemory } from './chat/room-memory.ts';
import { screenLatency } from './chat/screen-latency.ts';
import { type ReportLine, report } from './support/report.ts';

/**
 * The figures of chat: all parts in one run, or those that are named (`npm run bench chat P6 P7`). With `--long` the rooms are idle for ten
 * minutes (docs/performance.md, "Commands").
 */
const PARTS: Readonly<Record<string, BenchmarkPart>> = {
  P6: deliveryLatency,
  P7: screenLatency,
  P9: roomMemory,
  P11: manyTabsAndLikes,
  P12: idleRequests,
};

const named = process.argv.slice(2).filter((one) => !one.startsWith('-'));
const unknown = named.filter((one) => !(one in PARTS));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.`);

await using whole = new AsyncDisposableStack();
const fixture = await startChatFixture(whole);
const lines: ReportLine[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  await using lifetime = new AsyncDisposableStack();
  lines.push(...(await part(fixture, lifetime)));
}
report('Talking', lines);
