import { PHOTO_MAX_BYTES } from '#contract/photos';
import { Refusal, refuse } from '../domain/errors.ts';

/** What multipart writes around its one file: boundaries, headers, and room for a few fields that are ignored. */
const FORM_OVERHEAD = 64 * 1024;
const FORM_MAX = PHOTO_MAX_BYTES + FORM_OVERHEAD;

/** Refuses with 413 what says of itself that it is over a limit, in bytes. */
export function holdToLength(request: Request, limit: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) refuse('too_large');
}

/** So much of a refused body is read all the same, in bytes. */
const READ_AWAY_MAX = 256 * 1024;

/** Reads a small body that is refused unread: whoever is cut off while sending may never hear why. A larger one is cut off. */
export async function readAway(request: Request): Promise<void> {
  const length = Number(request.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  if (length > READ_AWAY_MAX || request.bodyUsed) return;
  // A sender who broke off has nobody left to tell.
  await request.arrayBuffer().catch(() => undefined);
}

/** The body as it comes in; refuses with 413 as soon as it is over its limit, and reads no further. */
export async function* chunksWithin(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  holdToLength(request, limit);
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) refuse('too_large');
    yield chunk;
  }
}

const malformed = (message: string) => new Refusal('malformed', { message });

/** The `file` of a multipart body; given twice it is a list, which no schema takes for one. Other fields are not looked at, however many. */
export async function formOf(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) refuse('unsupported_type');
  const bytes = await wholeBody(request);
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw malformed('the body is not multipart');
  });
  const files = form.getAll('file').filter((value) => !isNothingChosen(value));
  return files.length === 0 ? {} : { file: files.length === 1 ? files[0] : files };
}

/** How a browser sends a file field that nothing was chosen for. */
const isNothingChosen = (value: unknown): boolean => value instanceof File && value.name === '' && value.size === 0;

async function wholeBody(request: Request): Promise<Blob> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of chunksWithin(request, FORM_MAX)) chunks.push(chunk);
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('the body ended early');
  }
  return new Blob(chunks);
}
