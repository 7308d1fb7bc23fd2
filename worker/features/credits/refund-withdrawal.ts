import type { OrderRow } from '#db/queries/orders';
import { providerOf } from '../../platform/payments/providers.ts';
import type { SettleContext } from './settle-order.ts';

/** Asks the provider to give back what was withdrawn from and has not gone back yet; it is one refund however often this is asked. Throws PaymentFailure while the provider is away. */
export async function refundWithdrawal({ env }: Pick<SettleContext, 'env'>, order: OrderRow): Promise<void> {
  const { id, providerRef, withdrawnAmount, returnedAmount, currency } = order;
  if (providerRef === null || withdrawnAmount <= returnedAmount) return;
  const refund = { amount: withdrawnAmount - returnedAmount, currency, key: `${id}-withdrawal` };
  await providerOf(env, order.provider)?.refund(providerRef, refund);
}
