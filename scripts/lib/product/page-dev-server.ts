import { inProject } from '../paths.ts';

/** Serves the page from its sources with hot reload. web/vite.config.ts proxies all other requests to the Worker at WORKER_URL. */
export async function startPageDevServer(
  { port, workerUrl }: { port: number; workerUrl: string },
  stack: AsyncDisposableStack,
): Promise<void> {
  process.env.WORKER_URL = workerUrl;
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: inProject('web/vite.config.ts'),
    root: inProject('web'),
    server: { port, strictPort: true, host: 'localhost' },
  });
  stack.defer(() => server.close());
  await server.listen();
}
