import { deliveryLatency, peerDeliveryLatency } from './chat/delivery-latency.ts';
import { type BenchmarkPart, startBareFixture, startChatFixture } from './chat/fixture.ts';
import { idleRequests } from './chat/idle-requests.ts';
import { manyTabsAndLikes } from './chat/many-tabs-and-likes.ts';
import { roomMemory } from './chat/room-memory.ts';
import { peerScreenLatency, screenLatency } from './chat/screen-latency.ts';
import type { Peer } from './peer/peer-description.ts';
import { benchArguments } from './support/bench-arguments.ts';
import { type ReportLine, report } from './support/report.ts';

/**
 * The figures of chat: all parts in one run, or those that are named (`npm run bench chat P6 P7`). With `--rooms-in-worker` our rooms run
 * in the Worker. With `--long` the rooms are idle for ten minutes (docs/performance.md, "Commands"); with `--peer FILE` P6 and P7 are those of
 * another site (docs/performance.md, "Measuring another site").
 */
const PARTS: Readonly<Record<string, BenchmarkPart>> = {
  P6: deliveryLatency,
  P7: screenLatency,
  P9: roomMemory,
  P11: manyTabsAndLikes,
  P12: idleRequests,
};

async function ourLines(parts: readonly string[], whole: AsyncDisposableStack): Promise<ReportLine[]> {
  const fixture = await startChatFixture(whole);
  const lines: ReportLine[] = [];
  for (const name of parts) {
    await using lifetime = new AsyncDisposableStack();
    lines.push(...((await PARTS[name]?.(fixture, lifetime)) ?? []));
  }
  return lines;
}

async function peerLines(peer: Peer, parts: readonly string[], whole: AsyncDisposableStack): Promise<ReportLine[]> {
  const { send, chat } = peer;
  const bare = await startBareFixture(whole);
  const lines: ReportLine[] = [];
  if (send && parts.includes('P6')) lines.push(...(await peerDeliveryLatency(send, bare, whole)));
  if (chat && parts.includes('P7')) lines.push(...(await peerScreenLatency(peer, chat, bare, whole)));
  return lines;
}

const { parts, peer } = benchArguments(process.argv.slice(2), Object.keys(PARTS));
await using whole = new AsyncDisposableStack();
const lines = await (peer ? peerLines(peer, parts, whole) : ourLines(parts, whole));
if (lines.length === 0) throw new Error(`The description of ${peer?.name} says nothing of ${parts.join(', ')}.`);
report('Talking', lines, peer?.name);
