import { PaymentFailure, type ProviderName } from './payment-provider.ts';

/** How long one call of PaymentProvider may take, including all its requests. */
export const PAYMENT_TIMEOUT_MS = 5000;

/** Statuses after which asking again cannot help. All others may pass, such as wrong keys, too many calls or an outage. */
const FINAL_STATUSES = new Set([400, 402, 404, 410, 422]);

/** The failure of a refused call, with its status and the provider's error code. Its message is left out, as it may hold keys and names. */
export function refusedFailure(provider: ProviderName, status: number, code?: string | null): PaymentFailure {
  return new PaymentFailure(`${provider} ${status}${code ? ` ${code}` : ''}`, { isFinal: FINAL_STATUSES.has(status) });
}

/**
 * Runs `work` within PAYMENT_TIMEOUT_MS. Throws only PaymentFailure: `paymentFailureOf` translates an error; if it returns null, the provider counts as
 * out of reach.
 */
export async function withDeadline<T>(
  provider: ProviderName,
  work: (deadline: AbortSignal) => Promise<T>,
  failureOf: (error: unknown) => PaymentFailure | null = () => null,
): Promise<T> {
  const deadline = AbortSignal.timeout(PAYMENT_TIMEOUT_MS);
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  deadline.addEventListener('abort', reject, { once: true });
  try {
    // The signal alone is not enough: reading a body that stops in the middle is not always aborted with its request.
    return await Promise.race([work(deadline), timeout]);
  } catch (error) {
    if (error instanceof PaymentFailure) throw error;
    if (deadline.aborted) throw new PaymentFailure(`${provider} too slow`);
    throw failureOf(error) ?? new PaymentFailure(`${provider} out of reach: ${error instanceof Error ? error.name : 'unknown'}`);
  } finally {
    deadline.removeEventListener('abort', reject);
  }
}
