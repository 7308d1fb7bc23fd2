import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE_MS } from '../timing/timeouts.ts';

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export interface RoomSocket {
  /** All texts it has got, oldest first. */
  readonly texts: readonly string[];
  /** The same, without `pong`, parsed. */
  frames(): readonly Record<string, unknown>[];
  /** Waits until it has got so many frames, and gives them. */
  untilFrames(count: number): Promise<readonly Record<string, unknown>[]>;
  send(message: string | ArrayBuffer): void;
  close(): void;
  readonly opened: Promise<boolean>;
  readonly closed: Promise<Closing>;
}

/** Node's WebSocket takes headers, as its documentation says; the browser's type does not know them. */
const withHeaders = (headers: Record<string, string>) => ({ headers }) as unknown as string[];

/** A socket as a page at `origin` would open it; `Socket` is given where the global one is a stand-in. */
export const socketFrom = (address: string, origin: string, Socket = WebSocket): WebSocket =>
  new Socket(address, withHeaders({ Origin: origin }));

/** A real socket to a room, as a page at `origin` would open it. */
export function openRoomSocket(address: string, origin: string): RoomSocket {
  const socket = socketFrom(address, origin);
  const texts: string[] = [];
  const opened = Promise.withResolvers<boolean>();
  const closed = Promise.withResolvers<Closing>();
  socket.addEventListener('open', () => opened.resolve(true));
  socket.addEventListener('error', () => opened.resolve(false));
  socket.addEventListener('message', ({ data }) => texts.push(String(data)));
  socket.addEventListener('close', ({ code, reason }) => closed.resolve({ code, reason }));
  const frames = () => texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text));
  return {
    texts,
    frames,
    untilFrames: async (count) => {
      for (const until = Date.now() + PATIENCE_MS; frames().length < count && Date.now() < until; ) await pause(10);
      return frames();
    },
    send: (message) => socket.send(message),
    close: () => socket.close(),
    opened: opened.promise,
    closed: closed.promise,
  };
}
