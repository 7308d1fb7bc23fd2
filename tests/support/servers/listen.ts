import type { Server } from 'node:net';

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. `scheme` is that of the `url` returned. */
export async function listen(server: Pick<Server, 'listen' | 'close' | 'address'>, scheme: string): Promise<RunningServer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return {
    url: `${scheme}://127.0.0.1:${address.port}`,
    stop: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      await closed;
    },
  };
}
