import * as v from 'valibot';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint';
import type { ErrorCode, FieldCode } from '#contract/errors';
import { ErrorBody } from '#contract/errors';
import { boot } from '../boot/boot.ts';
import { addressOf } from './endpoint-url.ts';
import { whileSending } from './pending-writes.ts';
import { noteReach } from './reachability.ts';

const TIMEOUT_MS = 15_000;

interface Refusal {
  code: ErrorCode | 'offline';
  status?: number;
  fields?: Record<string, FieldCode> | undefined;
  details?: ErrorBody['error']['details'] | undefined;
  retryAfter?: number | null;
}

/** Every way a call can fail: a refusal of the server, or `offline` when there was no answer in time. */
export class CallError extends Error {
  readonly code: ErrorCode | 'offline';
  readonly status: number;
  readonly fields: Record<string, FieldCode>;
  readonly details: NonNullable<ErrorBody['error']['details']>;
  /** Seconds until another try makes sense, where the server says so. */
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
const listeners = new Set<RefusalListener>();

/** The session follows refusals of any call from here. */
export function onRefusal(listener: RefusalListener): void {
  listeners.add(listener);
}

/** What came back over the wire; `body` is null where there was none that could be read. */
interface Received {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
}

/** The one way to the server: address, headers and body from the endpoint, and an answer that keeps the contract. A file goes by `upload`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<OutputOf<E>> {
  const response = await send(endpoint, input, signal);
  return outcomeOf(endpoint, {
    status: response.status,
    body: response.ok ? await bodyOf(endpoint, response) : await response.json().catch(() => null),
    retryAfter: response.headers.get('Retry-After'),
  });
}

/** What every request tells of the page it comes from. */
export const ownHeaders = (): Record<string, string> => ({
  'X-App-Package': `vonk-web/${boot.build}`,
  'X-Original-Host': location.host,
  ...(document.visibilityState === 'hidden' ? { 'X-Page-Hidden': '1' } : {}),
});

async function send(endpoint: Endpoint, input: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = new Headers(ownHeaders());
  const hasBody = endpoint.method !== 'GET';
  if (hasBody) headers.set('Content-Type', 'application/json');
  try {
    const answer = fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      body: hasBody ? JSON.stringify(input) : null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return await (hasBody ? whileSending(answer) : answer);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    noteReach(false);
    throw new CallError({ code: 'offline' }, { cause });
  }
}

async function bodyOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return endpoint.as === 'text' ? await response.text() : await response.json();
  } catch (cause) {
    throw new CallError({ code: 'offline', status: response.status }, { cause });
  }
}

/** The answer of a call, or its refusal thrown; the session has heard of it then. */
export function outcomeOf<E extends Endpoint>(endpoint: E, received: Received): OutputOf<E> {
  const answer = received.status >= 200 && received.status < 300 ? answerIn(endpoint, received.body) : refusalOf(received);
  const isRefused = answer instanceof CallError;
  noteReach(!(isRefused && answer.code === 'unavailable'));
  if (!isRefused) return answer;
  for (const listener of listeners) listener(endpoint, answer);
  throw answer;
}

/** The output schema has just accepted the body, and OutputOf<E> is that schema's type. */
function answerIn<E extends Endpoint>(endpoint: E, body: unknown): OutputOf<E> | CallError {
  const parsed = v.safeParse(endpoint.output, body);
  if (parsed.success) return parsed.output as OutputOf<E>;
  return new CallError({ code: 'internal', status: 200 }, { cause: new v.ValiError(parsed.issues) });
}

/** Whether an answer was one that this page does not know: the server is newer than the page, or older. */
export const isOfAnotherBuild = ({ code, status }: CallError): boolean => code === 'internal' && status === 200;

function refusalOf({ status, body, retryAfter }: Received): CallError {
  const parsed = v.safeParse(ErrorBody, body);
  if (!parsed.success) return new CallError({ code: status >= 500 ? 'unavailable' : 'internal', status });
  const { code, fields, details } = parsed.output.error;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new CallError({ code, status, fields, details, retryAfter: Number.isFinite(seconds) ? seconds : null });
}
