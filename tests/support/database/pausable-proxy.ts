import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../scripts/lib/process/ports.ts';

/** A TCP proxy that passes bytes on and can be told to keep them. */
export interface PausableProxy {
  /** `host:port`, to be used instead of the server's own. */
  readonly host: string;
  /** Keeps what both sides send from now on; connections stay open. */
  pause(): void;
  /** Passes on what was kept, and all that follows. */
  resume(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the server at `target`, a `host:port`. */
export async function startPausableProxy(target: string): Promise<PausableProxy> {
  const { hostname, port } = new URL(`http://${target}`);
  const open = new Set<Socket>();
  let isPaused = false;
  const connectTo = (from: Socket, to: Socket) => {
    open.add(from);
    from.setNoDelay();
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => from.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
    if (isPaused) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    connectTo(client, upstream);
    connectTo(upstream, client);
  });
  const ownPort = await freePort();
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(ownPort, '127.0.0.1', resolve);
  await listening;
  return {
    host: `127.0.0.1:${ownPort}`,
    pause: () => {
      isPaused = true;
      for (const socket of open) socket.pause();
    },
    resume: () => {
      isPaused = false;
      for (const socket of open) socket.resume();
    },
    stop: async () => {
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      server.close(() => close());
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
