import { PaymentFailure, type ProviderName } from './payment-provider.ts';

/** How long a provider has for one call of the port, however many of its own that takes. */
export const PAYMENT_MS = 5000;

/** What was asked is wrong or gone, and stays so. All else may be better the next time: keys that are put right, a crowd, a bad hour. */
const FINAL = new Set([400, 402, 404, 410, 422]);

/** A refusal by its status and the provider's own word for it; never what it says at length, as that may hold keys and names. */
export function refused(provider: ProviderName, status: number, code?: string | null): PaymentFailure {
  return new PaymentFailure(`${provider} ${status}${code ? ` ${code}` : ''}`, { isFinal: FINAL.has(status) });
}

/** Does it within PAYMENT_MS; `failureOf` says what its errors mean, and what it does not know counts as out of reach. */
export async function attempt<T>(
  provider: ProviderName,
  work: (deadline: AbortSignal) => Promise<T>,
  failureOf: (error: unknown) => PaymentFailure | null = () => null,
): Promise<T> {
  const deadline = AbortSignal.timeout(PAYMENT_MS);
  const { promise: late, reject } = Promise.withResolvers<never>();
  deadline.addEventListener('abort', reject, { once: true });
  try {
    // A body that stops in its middle is not always given up with its request.
    return await Promise.race([work(deadline), late]);
  } catch (error) {
    if (error instanceof PaymentFailure) throw error;
    if (deadline.aborted) throw new PaymentFailure(`${provider} too slow`);
    throw failureOf(error) ?? new PaymentFailure(`${provider} out of reach: ${error instanceof Error ? error.name : 'unknown'}`);
  } finally {
    deadline.removeEventListener('abort', reject);
  }
}
