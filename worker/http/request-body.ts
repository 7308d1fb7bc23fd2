import { PHOTO_MAX_BYTES } from '#contract/photos';
import { Refusal, refuse } from '../domain/errors.ts';

/** Bytes of a multipart body besides its file: boundaries, headers, and room for a few fields that are ignored. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const FORM_MAX_BYTES = PHOTO_MAX_BYTES + FORM_OVERHEAD_BYTES;

/** Refuses with `too_large` (413) if the header `Content-Length` is above a limit in bytes. */
export function enforceContentLength(request: Request, limit: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) refuse('too_large');
}

/** The largest body, in bytes, that is read although its request is refused. */
const DRAIN_MAX_BYTES = 256 * 1024;

/**
 * Reads and discards the body of a refused request, because a client that is cut off while sending may not read the refusal. Does nothing
 * if the body is large, its length is unknown, or it was read already.
 */
export async function drainBody(request: Request): Promise<void> {
  const length = Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  if (length > DRAIN_MAX_BYTES || request.bodyUsed) return;
  // If the client has gone away, there is nothing left to do.
  await request.arrayBuffer().catch(() => undefined);
}

/** The chunks of a body. Refuses with `too_large` (413) as soon as they exceed a limit in bytes, and reads no further. */
export async function* chunksWithin(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  enforceContentLength(request, limit);
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) refuse('too_large');
    yield chunk;
  }
}

const malformed = (message: string) => new Refusal('malformed', { message });

/**
 * The `file` of a multipart body, or an empty object without one. Several files become a list, which the schemas refuse; other fields are
 * ignored. Refuses with `unsupported_type`, `too_large` or `malformed`.
 */
export async function parseForm(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) refuse('unsupported_type');
  const bytes = await wholeBody(request);
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw malformed('the body is not multipart');
  });
  const files = form.getAll('file').filter((value) => !isEmptyFileField(value));
  return files.length === 0 ? {} : { file: files.length === 1 ? files[0] : files };
}

/** Whether a form value is what a browser sends for a file field without a chosen file. */
const isEmptyFileField = (value: unknown): boolean => value instanceof File && value.name === '' && value.size === 0;

async function wholeBody(request: Request): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of chunksWithin(request, FORM_MAX_BYTES)) chunks.push(chunk);
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('the body ended early');
  }
  return new Blob(chunks);
}
