import * as v from 'valibot';
import { refusedFailure, withDeadline } from './call-provider.ts';
import { PaymentFailure } from './payment-provider.ts';

const API = 'https://api.mollie.com/v2';
const MollieError = v.object({ field: v.nullish(v.string()) });

interface MollieRequest {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** The idempotency key, which Mollie remembers for an hour. */
  readonly idempotencyKey?: string;
}

/** Makes one request and returns its parsed answer. Null for the statuses 204, 404 and 410; throws a PaymentFailure for other failures. */
export type RequestMollie = (asked: MollieRequest) => Promise<unknown>;

/** Mollie's REST API, version 2. Returns a function that runs all requests of one PaymentProvider call within PAYMENT_TIMEOUT_MS. */
export function mollieApi(key: string, send: typeof fetch) {
  const ask = async (deadline: AbortSignal, { method, path, body, idempotencyKey }: MollieRequest): Promise<unknown> => {
    const response = await send(`${API}${path}`, {
      method: method ?? 'GET',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      redirect: 'manual',
      signal: deadline,
    });
    const { status, ok } = response;
    if (status === 404 || status === 410 || status === 204) {
      await response.body?.cancel();
      return null;
    }
    if (ok) return response.json();
    const problem = await response.json().catch(() => null);
    throw refusedFailure('mollie', status, v.is(MollieError, problem) ? problem.field : null);
  };
  return <T>(work: (request: RequestMollie) => Promise<T>) =>
    withDeadline('mollie', (deadline) => work((options) => ask(deadline, options)));
}

/** Parses an answer. Throws a PaymentFailure if it does not fit the schema, or is null. */
export function parseAnswer<T extends v.GenericSchema>(schema: T, answer: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, answer);
  if (result.success) return result.output;
  throw answer === null ? refusedFailure('mollie', 404) : new PaymentFailure('mollie answered something else');
}

/** The schema of a list, in the form in which Mollie answers it. */
export const listOf = <T extends v.GenericSchema>(name: string, item: T) => v.object({ _embedded: v.object({ [name]: v.array(item) }) });
