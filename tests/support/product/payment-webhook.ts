import { sign } from '#contract/signed-token';
import { TEST_SECRETS } from './test-secrets.ts';

/** A notice of the provider that the site plays itself about one of its payments: its body, and what signs it. */
export async function aNotice(ref: string, key = TEST_SECRETS.SIGNING_KEY): Promise<{ body: string; signature: string }> {
  const body = JSON.stringify({ payment: ref });
  return { body, signature: `test=${await sign(key, `payment ${body}`)}` };
}
