import { MINUTE } from '#contract/durations';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors';
import { isDatabaseUnreachable, isDiskFault } from '#db/client';
import { EnvError } from '../config/env.ts';
import { Refusal } from '../domain/errors.ts';
import type { StreamedJson } from '../domain/streamed-json.ts';
import { keepRequestId, logLine } from '../lib/log.ts';

const RETRY_SECONDS = 5;
/** A full disk is made room on by hand. */
const DISK_RETRY_SECONDS = 60;
/** A Worker gets its missing variables by hand. */
const NOT_SET_UP_RETRY_SECONDS = 60;

const errorBody = (code: ErrorCode, message: string, rest: Partial<ErrorBody['error']> = {}): ErrorBody => ({
  error: { code, message, ...rest },
});

/**
 * The answer to any error: a Refusal by its code, a database that is away or whose disk is full and a Worker that is not set up as
 * `unavailable` (503), anything else as `internal` (500). All but refusals are logged (docs/product.md, "Form of a refusal" and "Health check").
 */
export function refusalResponse(error: unknown): Response {
  if (error instanceof Refusal) {
    const { fields, details } = error;
    const headers = new Headers({ 'Cache-Control': 'no-store' });
    if (details?.ends_at) headers.set('Retry-After', String(Math.max(1, Math.ceil((Date.parse(details.ends_at) - Date.now()) / 1000))));
    const body = errorBody(error.code, error.message, { ...(fields ? { fields } : {}), ...(details ? { details } : {}) });
    return Response.json(body, { status: ERROR_STATUS[error.code], headers });
  }
  if (isDiskFault(error)) {
    logDatabaseFault('disk', Date.now());
    return unavailable('the database cannot write', DISK_RETRY_SECONDS);
  }
  if (isDatabaseUnreachable(error)) {
    logDatabaseFault('away', Date.now());
    return unavailable('the database is away', RETRY_SECONDS);
  }
  if (error instanceof EnvError) {
    logEnvFaults(error, Date.now());
    return unavailable('the site is not set up', NOT_SET_UP_RETRY_SECONDS);
  }
  logLine('error', { at: 'internal', name: error instanceof Error ? error.name : 'unknown', stack: stackOf(error) });
  return Response.json(errorBody('internal', 'something went wrong'), { status: 500, headers: { 'Cache-Control': 'no-store' } });
}

const unavailable = (message: string, retrySeconds: number) =>
  Response.json(errorBody('unavailable', message), {
    status: 503,
    headers: { 'Cache-Control': 'no-store', 'Retry-After': String(retrySeconds) },
  });

const databaseFaultLoggedAt = { away: Number.NEGATIVE_INFINITY, disk: Number.NEGATIVE_INFINITY };

/** Logs that the database is away or that its disk takes no writes, at most once a minute in an isolate. */
function logDatabaseFault(fault: 'away' | 'disk', now: number): void {
  if (now < databaseFaultLoggedAt[fault] + MINUTE) return;
  databaseFaultLoggedAt[fault] = now;
  logLine('error', { at: 'database', fault });
}

let envFaultsLoggedAt = Number.NEGATIVE_INFINITY;

/** Logs the names of the variables and bindings that are missing or malformed, at most once a minute in an isolate. */
function logEnvFaults({ faults }: EnvError, now: number): void {
  if (now < envFaultsLoggedAt + MINUTE) return;
  envFaultsLoggedAt = now;
  logLine('error', { at: 'env', names: faults.map(({ name }) => name) });
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

/**
 * A JSON text that is sent as it is made, one piece whenever the client takes one. If making a piece fails, the failure is logged and the
 * connection breaks off before the text ends.
 */
export function streamedResponse({ pieces }: StreamedJson, headers: Headers): Response {
  const remaining = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: keepRequestId(async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        try {
          const { done, value } = await remaining.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          logLine('error', { at: 'stream', name: error instanceof Error ? error.name : 'unknown' });
          throw error;
        }
      }),
      async cancel() {
        await remaining.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  headers.set('Content-Type', 'application/json');
  return new Response(body, { headers });
}

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
