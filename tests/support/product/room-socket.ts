import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_TIMEOUT_MS } from '../timing/timeouts.ts';

export interface SocketClose {
  readonly code: number;
  readonly reason: string;
}

export interface RoomSocket {
  /** All texts received, oldest first. */
  readonly texts: readonly string[];
  /** The texts received, parsed and without `pong`. */
  frames(): readonly Record<string, unknown>[];
  /** Waits for so many frames; returns all that were received, which are fewer after a timeout. */
  untilFrames(count: number): Promise<readonly Record<string, unknown>[]>;
  send(message: string | ArrayBuffer): void;
  close(): void;
  readonly opened: Promise<boolean>;
  readonly closed: Promise<SocketClose>;
  /** What both sides have agreed on beyond plain frames, such as compression; an empty text is nothing. */
  extensions(): string;
}

/**
 * Opens a WebSocket with these headers, which Node's class accepts and the browser's type does not allow. Pass the real class as `Socket`
 * where the global one is stubbed.
 */
export const openWebSocketWith = (address: string, headers: Readonly<Record<string, string>>, Socket = WebSocket): WebSocket =>
  new Socket(address, { headers } as unknown as string[]);

/** Opens a WebSocket as a page at `origin` does. */
export const openWebSocketFrom = (address: string, origin: string, Socket = WebSocket): WebSocket =>
  openWebSocketWith(address, { Origin: origin }, Socket);

/** Opens a socket to a room as a page at `origin` does, and records what it receives. `opened` is false if the connection fails. */
export function openRoomSocket(address: string, origin: string): RoomSocket {
  const socket = openWebSocketFrom(address, origin);
  const texts: string[] = [];
  const opened = Promise.withResolvers<boolean>();
  const closed = Promise.withResolvers<SocketClose>();
  socket.addEventListener('open', () => opened.resolve(true));
  socket.addEventListener('error', () => opened.resolve(false));
  socket.addEventListener('message', ({ data }) => texts.push(String(data)));
  socket.addEventListener('close', ({ code, reason }) => closed.resolve({ code, reason }));
  const frames = () => texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text));
  return {
    texts,
    frames,
    untilFrames: async (count) => {
      for (const until = Date.now() + WAIT_TIMEOUT_MS; frames().length < count && Date.now() < until; ) await pause(10);
      return frames();
    },
    send: (message) => socket.send(message),
    close: () => socket.close(),
    opened: opened.promise,
    closed: closed.promise,
    extensions: () => socket.extensions,
  };
}
