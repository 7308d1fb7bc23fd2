import type { receiveNotice as endpoint } from '#contract/credits';
import type { ParsedInputOf } from '#contract/endpoint';
import type { Context } from '../../domain/context.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { MINUTE } from '../../domain/limit.ts';
import { PaymentFailure } from '../../platform/payments/provider.ts';
import { readNotice } from '../../platform/payments/providers.ts';
import { lookAtPayment } from './settle-payment.ts';

/** A provider's notice: nothing it says is believed beyond which payments to ask after (paying, "Payment port"). While its provider is away it is asked for again. */
export async function receiveNotice(ctx: Context, notice: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  try {
    const read = await readNotice(ctx.env, notice);
    if (!read) throw new Refusal('malformed', { message: 'no provider that is set up has signed this' });
    for (const ref of read.refs) await lookAtPayment(ctx, read.provider, ref);
  } catch (error) {
    if (error instanceof PaymentFailure) refuse('unavailable', { ends_at: new Date(ctx.now + MINUTE).toISOString() });
    throw error;
  }
}
