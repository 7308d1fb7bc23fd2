import { BOOKMARK_HEADER } from '#contract/bookmark';
import type { Endpoint, OutputOf } from '#contract/endpoint';
import { noteAnswerBookmark } from './bookmark.ts';
import { answerOrThrow, CallError, pageHeaders } from './call.ts';
import { endpointUrl } from './endpoint-url.ts';
import { trackWrite } from './pending-writes.ts';

/** Long enough for a photo from a phone on a slow connection. */
const TIMEOUT_MS = 120_000;

interface UploadOptions {
  /** Called with the share of the file that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** `call` for a file: same result and errors, within 120 seconds. Uses XMLHttpRequest, because fetch reports no upload progress. */
export function upload<E extends Endpoint>(endpoint: E, file: File, { onProgress, signal }: UploadOptions = {}): Promise<OutputOf<E>> {
  const { promise, resolve, reject } = Promise.withResolvers<OutputOf<E>>();
  const request = new XMLHttpRequest();
  const fail = () => reject(new CallError({ code: 'offline' }));
  const abort = () => request.abort();
  request.open(endpoint.method, endpointUrl(endpoint, {}));
  const ownHeaders = pageHeaders();
  for (const [name, value] of Object.entries(ownHeaders)) request.setRequestHeader(name, value);
  request.timeout = TIMEOUT_MS;
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
  request.onerror = fail;
  request.ontimeout = fail;
  request.onabort = () => reject(signal?.reason);
  request.onload = () => {
    noteAnswerBookmark(ownHeaders, request.getResponseHeader(BOOKMARK_HEADER));
    try {
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve(answerOrThrow(endpoint, { status: request.status, body: jsonOf(request), retryAfter }));
    } catch (error) {
      reject(error);
    }
  };
  request.onloadend = () => signal?.removeEventListener('abort', abort);
  if (signal?.aborted) return Promise.reject(signal.reason);
  signal?.addEventListener('abort', abort);
  const form = new FormData();
  form.append('file', file);
  request.send(form);
  return trackWrite(promise);
}

function jsonOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return null;
  }
}
