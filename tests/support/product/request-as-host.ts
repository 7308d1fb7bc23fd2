import { request } from 'node:http';

interface HostRequest {
  readonly method: string;
  readonly path: string;
  /** The value of the Host header, which fetch does not let differ from the address. */
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with another Host header to this site; returns status, headers and text of the answer. */
export function requestAsHost(url: string, { method, path, host, headers = {}, body = '' }: HostRequest) {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  }>();
  const outgoing = request({ hostname, port, method, path, headers: { ...headers, Host: host } }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }));
  });
  outgoing.once('error', reject);
  outgoing.end(body);
  return promise;
}
