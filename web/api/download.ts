import type { Endpoint } from '#contract/endpoint';
import { CallError, pageHeaders, refusalIn } from './call.ts';
import { endpointUrl } from './endpoint-url.ts';
import { recordReachability } from './reachability.ts';

/** How long the server may be silent: until the answer begins, and then between two parts of it. */
const SILENCE_MS = 15_000;

/**
 * The answer of a call as a file, however long it takes to arrive. Throws CallError: the refusal of the server, or `offline` if it is
 * silent for 15 seconds or the connection ends before the file does.
 */
export async function download(endpoint: Endpoint): Promise<Blob> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  listen();
  try {
    const response = await fetch(endpointUrl(endpoint, {}), { method: endpoint.method, headers: pageHeaders(), signal: silence.signal });
    if (!response.ok) throw await refusalIn(endpoint, response);
    return await readParts(response, listen);
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    recordReachability(false);
    throw new CallError({ code: 'offline' }, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body to its end, with a call of `onPart` for each part. Throws if the connection ends before. */
async function readParts(response: Response, onPart: () => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    onPart();
    parts.push(part.value);
  }
  recordReachability(true);
  return new Blob(parts, { type: 'application/json' });
}
