/** The longest time (ms) after which an idle stream is used again; libSQL closes one that is idle for 10 s. */
const STREAM_IDLE_MS = 5_000;
/** Streams that an isolate keeps open to one database whatever it has to do. */
const KEPT_STREAMS = 8;
/** Streams that it keeps open while so many requests are under way. Requests beyond them use a stream that closes with its answer. */
const MAX_OPEN_STREAMS = 32;

/** A stream of the Hrana protocol: a connection of the server to the database, which serves one request at a time. */
interface Stream {
  /** Names the stream in its next request; null if the server does not know it yet. */
  baton: string | null;
  /** The server that holds the stream, which may be another one than was asked first. */
  serverUrl: string;
  readonly openedAt: number;
  isBusy: boolean;
  /** When it counts as closed (ms). That holds for a busy one, too, because a request that is aborted never gives its stream back. */
  closesAt: number;
}

/** A stream that a request uses: it gives it back if it may be used again, else it drops it. */
export interface TakenStream {
  readonly baton: string | null;
  readonly serverUrl: string;
  /** The stream has reached its greatest age or is one too many by now, so that this request has to close it. */
  readonly isLast: boolean;
  giveBack(baton: string, serverUrl: string | null): void;
  drop(): void;
}

/** The streams that this isolate keeps open, by the URL of their database. They hold nothing of any request. */
const openStreams = new Map<string, Set<Stream>>();

/**
 * A stream to a database for a request of at most `tripMs`: a free one, else a new one; null if MAX_OPEN_STREAMS are in use. The request
 * has to close it if it is older than `maxAgeMs`, or if more than KEPT_STREAMS are open although fewer than that are in use.
 */
export function takeStream(databaseUrl: string, tripMs: number, maxAgeMs = Infinity): TakenStream | null {
  const now = Date.now();
  const streams = openStreams.get(databaseUrl) ?? new Set<Stream>();
  openStreams.set(databaseUrl, streams);
  for (const stream of streams) if (stream.closesAt <= now) streams.delete(stream);
  const freeStreams = [...streams].filter(({ isBusy }) => !isBusy);
  const isTooMany = streams.size > KEPT_STREAMS && streams.size - freeStreams.length < KEPT_STREAMS;
  const free = freeStreams[0];
  if (!free && streams.size >= MAX_OPEN_STREAMS) return null;
  const stream = free ?? { baton: null, serverUrl: databaseUrl, openedAt: now, isBusy: true, closesAt: 0 };
  const isLast = isTooMany || now - stream.openedAt >= maxAgeMs;
  // A stream that this request closes no longer counts, otherwise requests at the same time would close more than are too many.
  if (isLast) streams.delete(stream);
  else streams.add(Object.assign(stream, { isBusy: true, closesAt: now + tripMs + STREAM_IDLE_MS }));
  return {
    baton: stream.baton,
    serverUrl: stream.serverUrl,
    isLast,
    giveBack: (baton, serverUrl) =>
      Object.assign(stream, { baton, serverUrl: serverUrl ?? stream.serverUrl, isBusy: false, closesAt: Date.now() + STREAM_IDLE_MS }),
    drop: () => streams.delete(stream),
  };
}
