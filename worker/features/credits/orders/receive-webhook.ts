import type { receiveWebhook as endpoint } from '#contract/credits';
import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { orderByRef } from '#db/queries/credits/orders';
import { countAttempts } from '#db/queries/shared/attempt-counters';
import type { Context } from '../../../domain/context.ts';
import { Refusal, refuse } from '../../../domain/errors.ts';
import { counterKey } from '../../../domain/limits.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { readWebhook } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { settlePayment } from './settle-payment.ts';

/** Counts an unsigned webhook, as each costs a request to the provider: for its payment, or for the network if that is unknown. */
async function limitUnsignedWebhooks({ db, visitor, settings, now }: Context, ref: string): Promise<void> {
  const [order] = await orderByRef(db, ref);
  const most = settings.webhooks_a_minute;
  const key = counterKey('webhooks_a_minute', order?.id ?? visitor.network);
  const [counted] = await countAttempts(db, [{ key, withinMs: MINUTE, most, isOfAccount: false }], null, now);
  if (counted && counted.count > most) refuse('too_many', { limit: most, ends_at: isoTime(counted.endsAt) });
}

/**
 * Receives a webhook of a provider. It only names the payments to ask the provider about; nothing else in it is believed
 * (docs/product.md, "Payment webhooks"). If the provider cannot be reached, the answer 503 makes it send the webhook again.
 */
export async function receiveWebhook(ctx: Context, webhook: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  try {
    const parsed = await readWebhook(ctx.env, webhook);
    if (!parsed) throw new Refusal('malformed', { message: 'no provider that is set up has signed this' });
    for (const ref of parsed.refs) {
      if (!parsed.provider.signsWebhooks) await limitUnsignedWebhooks(ctx, ref);
      await settlePayment(ctx, parsed.provider, ref);
    }
    return 'heard';
  } catch (error) {
    if (error instanceof PaymentFailure) return refuse('unavailable', { ends_at: isoTime(ctx.now + MINUTE) });
    throw error;
  }
}
