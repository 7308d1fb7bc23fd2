import type { Server } from 'node:net';
import { freePort } from '../../../scripts/lib/process/ports.ts';

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. `scheme` is that of the `url` returned. */
export async function listen(server: Pick<Server, 'listen' | 'close'>, scheme: string): Promise<RunningServer> {
  const port = await freePort();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    stop: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      await closed;
    },
  };
}
