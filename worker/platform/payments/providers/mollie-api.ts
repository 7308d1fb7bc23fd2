import * as v from 'valibot';
import { attempt, refused } from './call-provider.ts';
import { PaymentFailure } from './payment-provider.ts';

const API = 'https://api.mollie.com/v2';
const MollieError = v.object({ field: v.nullish(v.string()) });

interface Asked {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Mollie remembers a key for an hour. */
  readonly once?: string;
}

/** Asks one thing; null where there is nothing of that name (any more). */
export type AskMollie = (asked: Asked) => Promise<unknown>;

/** Mollie's REST API, version 2: does what is asked within the time of one call of the port. */
export function mollieApi(key: string, send: typeof fetch) {
  const ask = async (deadline: AbortSignal, { method, path, body, once }: Asked): Promise<unknown> => {
    const response = await send(`${API}${path}`, {
      method: method ?? 'GET',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(once ? { 'Idempotency-Key': once } : {}),
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
    const told = await response.json().catch(() => null);
    throw refused('mollie', status, v.is(MollieError, told) ? told.field : null);
  };
  return <T>(work: (at: AskMollie) => Promise<T>) => attempt('mollie', (deadline) => work((asked) => ask(deadline, asked)));
}

/** What an answer holds; throws PaymentFailure where it is of another shape, or nothing. */
export function read<T extends v.GenericSchema>(schema: T, answer: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, answer);
  if (result.success) return result.output;
  throw answer === null ? refused('mollie', 404) : new PaymentFailure('mollie answered something else');
}

/** A list as Mollie wraps it. */
export const listOf = <T extends v.GenericSchema>(name: string, of: T) => v.object({ _embedded: v.object({ [name]: v.array(of) }) });
