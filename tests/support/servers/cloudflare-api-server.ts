import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Imitates Cloudflare's API for one zone and records the purges of its cache. `answerWith` sets the status of the next answers. */
export async function startCloudflareApi() {
  const purged: { url: string | undefined; token: string | undefined; files: unknown }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { files } = JSON.parse(Buffer.concat(chunks).toString()) as { files: unknown };
    purged.push({ url: request.headers['x-outbound-url']?.toString(), token: request.headers.authorization, files });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"success":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    purged,
    answerWith: (next: number) => {
      status = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
export type CloudflareApi = Awaited<ReturnType<typeof startCloudflareApi>>;
