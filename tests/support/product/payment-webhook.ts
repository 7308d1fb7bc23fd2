import { sign } from '#contract/signed-token';
import { TEST_SECRETS } from './test-secrets.ts';

/** A payment webhook of the local site's own test provider: the body and its signature. `ref` is the provider's id of the payment. */
export async function aPaymentWebhook(ref: string, key = TEST_SECRETS.SIGNING_KEY): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify({ payment: ref });
  return { body, signature: `test=${await sign(key, `payment ${body}`)}` };
}
