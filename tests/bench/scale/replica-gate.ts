import { createServer } from 'node:http';
import { listen, type RunningServer } from '../../support/servers/listen.ts';

/** A read that reached a replica. */
export interface GateRead {
  /** It needed more than the replica had told before, so that it had to wait unless the replica had got there meanwhile. */
  readonly neededMore: boolean;
  readonly ms: number;
  /** False if the Worker broke it off, because the replica did not get there in time. */
  readonly isAnswered: boolean;
}

/** A proxy in front of a replica that notes how long reads wait there. */
export interface ReplicaGate extends RunningServer {
  /** The reads since this was last called. */
  take(): readonly GateRead[];
}

const INDEX = /"replication_index":"(\d+)"/g;
const highestIndexIn = (text: string): number => Math.max(0, ...[...text.matchAll(INDEX)].map(([, index]) => Number(index)));

/** Starts the proxy of a replica. */
export async function startReplicaGate(replicaUrl: string): Promise<ReplicaGate> {
  let reads: GateRead[] = [];
  let toldIndex = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const neededMore = highestIndexIn(body.toString()) > toldIndex;
    const start = performance.now();
    const note = (isAnswered: boolean) => reads.push({ neededMore, ms: performance.now() - start, isAnswered });
    const broken = new AbortController();
    response.on('close', () => broken.abort());
    try {
      const answer = await fetch(`${replicaUrl}${request.url}`, {
        method: request.method ?? 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: broken.signal,
      });
      const text = await answer.text();
      toldIndex = Math.max(toldIndex, highestIndexIn(text));
      note(true);
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
    } catch {
      // Either side has ended the connection; the Worker reads from the primary then.
      note(false);
      response.destroy();
    }
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    take: () => {
      const taken = reads;
      reads = [];
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
