import { openWebSocketWith } from '../../support/product/room-socket.ts';

export interface BenchSocket {
  /** Resolves as soon as a matching frame arrives. */
  until(isWanted: (frame: string) => boolean): Promise<void>;
  send(text: string): void;
  isOpen(): boolean;
  close(): void;
}

/** Opens a socket whose frames are awaited by events: polling would add to the measured time. Rejects if it does not open. */
export async function openSocket(address: string, headers: Readonly<Record<string, string>>): Promise<BenchSocket> {
  const socket = openWebSocketWith(address, headers);
  const opened = Promise.withResolvers<void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error('the socket did not open')));
  await opened.promise;
  const until = (isWanted: (frame: string) => boolean) =>
    new Promise<void>((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        if (!isWanted(String(data))) return;
        socket.removeEventListener('message', listen);
        resolve();
      };
      socket.addEventListener('message', listen);
    });
  return { until, send: (text) => socket.send(text), isOpen: () => socket.readyState === WebSocket.OPEN, close: () => socket.close() };
}
