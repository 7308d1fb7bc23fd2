import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors';
import { isDatabaseUnreachable } from '#db/client';
import { Refusal } from '../domain/errors.ts';

const RETRY_SECONDS = 5;

const errorBody = (code: ErrorCode, message: string, rest: Partial<ErrorBody['error']> = {}): ErrorBody => ({
  error: { code, message, ...rest },
});

/**
 * The answer to any error: a Refusal by its code, an unreachable database as `unavailable` (503), anything else as `internal` (500), which
 * is logged (docs/product.md, "Form of a refusal").
 */
export function refusalResponse(error: unknown): Response {
  if (error instanceof Refusal) {
    const { fields, details } = error;
    const headers = new Headers({ 'Cache-Control': 'no-store' });
    if (details?.ends_at) headers.set('Retry-After', String(Math.max(1, Math.ceil((Date.parse(details.ends_at) - Date.now()) / 1000))));
    const body = errorBody(error.code, error.message, { ...(fields ? { fields } : {}), ...(details ? { details } : {}) });
    return Response.json(body, { status: ERROR_STATUS[error.code], headers });
  }
  if (isDatabaseUnreachable(error)) {
    return Response.json(errorBody('unavailable', 'the database is away'), {
      status: 503,
      headers: { 'Cache-Control': 'no-store', 'Retry-After': String(RETRY_SECONDS) },
    });
  }
  console.error(JSON.stringify({ at: 'internal', name: error instanceof Error ? error.name : 'unknown', stack: stackOf(error) }));
  return Response.json(errorBody('internal', 'something went wrong'), { status: 500, headers: { 'Cache-Control': 'no-store' } });
}

/** The first lines of the stack without the message, because messages of the database hold values of members. */
const stackOf = (error: unknown) =>
  error instanceof Error
    ? (error.stack ?? '')
        .replace(error.message, '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 8)
    : [];

const encoder = new TextEncoder();

/** JSON with an ETag, or a 304 without a body if the client sent this ETag (docs/product.md, "Caching of answers"). */
export async function polledResponse(request: Request, body: unknown): Promise<Response> {
  const json = JSON.stringify(body);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', encoder.encode(json)));
  const etag = `"${[...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  const knownTags = request.headers.get('If-None-Match')?.split(',') ?? [];
  if (knownTags.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return new Response(null, { status: 304, headers });
  return new Response(json, { headers: { ...headers, 'Content-Type': 'application/json; charset=UTF-8' } });
}

/** A polled answer that depends on the language. `Vary` names the headers that decide the language. */
export async function catalogueResponse(request: Request, body: unknown): Promise<Response> {
  const response = await polledResponse(request, body);
  response.headers.set('Vary', 'Cookie, Accept-Language');
  return response;
}
