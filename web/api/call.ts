import * as v from 'valibot';
import { BOOKMARK_HEADER } from '#contract/bookmark';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import type { ErrorCode, FieldCode } from '#contract/errors';
import { ErrorBody } from '#contract/errors';
import { boot } from '../boot/boot.ts';
import { bookmarkHeaders, noteAnswerBookmark } from './bookmark.ts';
import { endpointUrl } from './endpoint-url.ts';
import { trackWrite } from './pending-writes.ts';
import { recordReachability } from './reachability.ts';

const TIMEOUT_MS = 15_000;

interface Refusal {
  code: ErrorCode | 'offline';
  status?: number;
  fields?: Record<string, FieldCode> | undefined;
  details?: ErrorBody['error']['details'] | undefined;
  retryAfter?: number | null;
}

/** Thrown by `call` and `upload`: a refusal of the server, or `offline` if no answer came in time. `status` is 0 without an answer. */
export class CallError extends Error {
  readonly code: ErrorCode | 'offline';
  readonly status: number;
  readonly fields: Record<string, FieldCode>;
  readonly details: NonNullable<ErrorBody['error']['details']>;
  /** Seconds until a retry makes sense (`Retry-After`); null if the server does not say. */
  readonly retryAfter: number | null;

  constructor({ code, status = 0, fields = {}, details = {}, retryAfter = null }: Refusal, options?: ErrorOptions) {
    super(code, options);
    this.name = 'CallError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

type RefusalListener = (endpoint: Endpoint, error: CallError) => void;
const refusalListeners = new Set<RefusalListener>();

/** Calls `listener` for every refusal of any endpoint, before the refusal is thrown. It cannot be removed. */
export function onRefusal(listener: RefusalListener): void {
  refusalListeners.add(listener);
}

/** An HTTP answer. `body` is null if it could not be parsed as JSON; `retryAfter` is the raw header. */
interface ReceivedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/**
 * Makes a call: takes path, method and body from the endpoint, and returns the answer after checking it against the endpoint's schema.
 * Throws CallError if the server refuses, does not answer within 15 seconds or answers in another form; rethrows the reason of `signal`.
 * Files are sent with `upload`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<OutputOf<E>> {
  const response = await send(endpoint, input, signal);
  return answerOrThrow(endpoint, {
    status: response.status,
    body: response.ok ? await bodyOf(endpoint, response) : await response.json().catch(() => null),
    retryAfter: response.headers.get('Retry-After'),
  });
}

/** Headers of every request: the build of this page, its host, whether it is hidden, and how far it has seen the database. */
export const pageHeaders = (): Record<string, string> => ({
  'X-App-Package': `vonk-web/${boot.build}`,
  'X-Original-Host': location.host,
  ...(document.visibilityState === 'hidden' ? { 'X-Page-Hidden': '1' } : {}),
  ...bookmarkHeaders(),
});

async function send(endpoint: Endpoint, input: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ownHeaders = pageHeaders();
  const headers = new Headers(ownHeaders);
  const hasBody = endpoint.method !== 'GET';
  if (hasBody) headers.set('Content-Type', 'application/json');
  try {
    const sending = fetch(endpointUrl(endpoint, input), {
      method: endpoint.method,
      headers,
      body: hasBody ? JSON.stringify(input) : null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const response = await (hasBody ? trackWrite(sending) : sending);
    noteAnswerBookmark(ownHeaders, response.headers.get(BOOKMARK_HEADER));
    return response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    recordReachability(false);
    throw new CallError({ code: 'offline' }, { cause });
  }
}

async function bodyOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return endpoint.answerKind === 'text' ? await response.text() : await response.json();
  } catch (cause) {
    throw new CallError({ code: 'offline', status: response.status }, { cause });
  }
}

/** Returns the parsed answer of a call. Throws CallError for a refusal, after the refusal listeners have run. Updates `isServerReachable`. */
export function answerOrThrow<E extends Endpoint>(endpoint: E, received: ReceivedResponse): OutputOf<E> {
  if (received.status < 200 || received.status >= 300) throw announcedRefusal(endpoint, refusalOf(received));
  const answer = parseAnswer(endpoint, received.body);
  if (answer instanceof CallError) throw announcedRefusal(endpoint, answer);
  recordReachability(true);
  return answer;
}

/** The refusal of a call as an error to be thrown, after the refusal listeners have run. Updates `isServerReachable`. */
export async function refusalIn(endpoint: Endpoint, response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null);
  return announcedRefusal(endpoint, refusalOf({ status: response.status, body, retryAfter: response.headers.get('Retry-After') }));
}

function announcedRefusal(endpoint: Endpoint, refusal: CallError): CallError {
  recordReachability(refusal.code !== 'unavailable');
  for (const listener of refusalListeners) listener(endpoint, refusal);
  return refusal;
}

/**
 * Returns a CallError, `internal` with status 200, if the body does not match the output schema. The cast holds: OutputOf<E> is that
 * schema's type.
 */
function parseAnswer<E extends Endpoint>(endpoint: E, body: unknown): OutputOf<E> | CallError {
  const parsed = v.safeParse(endpoint.output, body);
  if (parsed.success) return parsed.output as OutputOf<E>;
  return new CallError({ code: 'internal', status: 200 }, { cause: new v.ValiError(parsed.issues) });
}

/** Whether an answer did not match the schema of this page: the server runs another build. */
export const isOfAnotherBuild = ({ code, status }: CallError): boolean => code === 'internal' && status === 200;

function refusalOf({ status, body, retryAfter }: ReceivedResponse): CallError {
  const parsed = v.safeParse(ErrorBody, body);
  if (!parsed.success) return new CallError({ code: status >= 500 ? 'unavailable' : 'internal', status });
  const { code, fields, details } = parsed.output.error;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new CallError({ code, status, fields, details, retryAfter: Number.isFinite(seconds) ? seconds : null });
}
