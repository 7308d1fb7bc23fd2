import type { OrderRow } from '#db/queries/credits/orders';
import { paymentProviderOf } from '../../../platform/payments/provider-registry.ts';
import type { SettleContext } from './settle-order.ts';
import { settleFromProvider } from './settle-payment.ts';

/**
 * Settles an order by what its provider says, then refunds what was withdrawn and has not gone back yet. Returns the order as it is then.
 * However often it is called it is one refund, and never of money that has gone back in another way. Throws PaymentFailure if the provider
 * cannot be reached.
 */
export async function refundWithdrawal(ctx: SettleContext, order: OrderRow): Promise<OrderRow> {
  const settled = await settleFromProvider(ctx, order);
  const { id, providerRef, withdrawnAmount, returnedAmount, currency } = settled;
  const provider = paymentProviderOf(ctx.env, settled.provider);
  if (provider === null || providerRef === null || withdrawnAmount <= returnedAmount) return settled;
  await provider.refund(providerRef, { amount: withdrawnAmount - returnedAmount, currency, key: `${id}-withdrawal` });
  return settleFromProvider(ctx, settled);
}
