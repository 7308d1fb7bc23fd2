import { createServer } from 'node:http';
import type { RoomAnswer } from '#contract/realtime';
import { listen, type RunningServer } from '../../support/servers/listen.ts';

/** A server that takes everything and keeps nothing but how often it was asked, by `idOf` of each request. */
export interface Sink extends RunningServer {
  /** How many requests it got since this was last called, and how many of them had an id that it knew from earlier. */
  take(): { readonly requests: number; readonly repeated: number };
}

type IdOf = (headers: Readonly<Record<string, string | string[] | undefined>>) => string | undefined;

async function startSink(status: number, body: string, idOf: IdOf): Promise<Sink> {
  const known = new Set<string>();
  let [requests, repeated] = [0, 0];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests += 1;
      const id = idOf(request.headers);
      if (id !== undefined && known.has(id)) repeated += 1;
      if (id !== undefined) known.add(id);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    take: () => {
      const taken = { requests, repeated };
      [requests, repeated] = [0, 0];
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}

/** Rooms that take every event and every purge, and in which nobody is. */
export const startRoomsSink = () => startSink(200, JSON.stringify({ sockets: 0, viewing: [] } satisfies RoomAnswer), () => undefined);

/** A mail provider's HTTP API; it knows a mail by its key. */
export const startMailSink = () => startSink(200, '{"id":"1"}', (headers) => String(headers['idempotency-key']));

/** The push services of all browsers; they know a push by the address of its browser. */
export const startPushSink = () => startSink(201, '', (headers) => String(headers['x-outbound-url']));
