import { useQueryClient } from '@tanstack/react-query';
import { createOrder, getTransaction } from '#contract/credits';
import { CallError, call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { endStoredOrder, getOrCreateOrder, storeOrder } from '../orders/stored-order.ts';
import type { PricedProduct } from '../prices/priced-product.ts';

const LEAVING_MS = 15_000;

interface OrderRequest {
  readonly choice: PricedProduct;
  readonly method: string;
  /** The typed code; null if there is none. An automatic discount is not sent. */
  readonly code: string | null;
  readonly renews: boolean;
  readonly back: string | null;
}

const contentKeyOf = ({ choice, method, code, renews }: OrderRequest) =>
  JSON.stringify([choice.id, method, code, renews, choice.price.amount, choice.price.currency]);

/** Whether an earlier order is still open. One that has ended is not continued. */
async function isStillOpen(id: string): Promise<boolean> {
  const { transaction } = await call(getTransaction, { id });
  return transaction.status === 'open';
}

/** Places the order, or continues the open one with the same content. Resolves to the payment provider's URL; throws `CallError`. */
async function placeOrder(wish: OrderRequest): Promise<string> {
  const content = contentKeyOf(wish);
  const earlier = getOrCreateOrder(content, wish.back);
  if (earlier.transaction !== null && !(await isStillOpen(earlier.transaction))) endStoredOrder(earlier.transaction);
  const { nonce } = getOrCreateOrder(content, wish.back);
  const { choice, method, code, renews } = wish;
  const answer = await call(createOrder, {
    ...(choice.kind === 'pack' ? { pack: choice.id } : { plan: choice.id, ...(renews && { renews }) }),
    ...(code && { discount_code: code }),
    payment_method: method,
    nonce,
    expects: choice.price,
  });
  storeOrder({ content, nonce, transaction: answer.transaction.id, back: wish.back });
  return answer.redirect;
}

/** Resolves when the member returns to the page, or after 15 seconds if it was never left. */
const untilReturned = () =>
  new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
    setTimeout(resolve, LEAVING_MS);
  });

/** Places an order and goes to the payment provider. `busyCount` stays true until the page is left, or returned to. */
export function usePlaceOrder() {
  const client = useQueryClient();
  const { run, isBusy, error: failure } = useAction();
  const pay = (wish: OrderRequest) =>
    run(async () => {
      const redirect = await placeOrder(wish).catch(async (thrown: unknown) => {
        // The price has changed, or the nonce belongs to an order with another content.
        if (thrown instanceof CallError && thrown.code === 'conflict') {
          endStoredOrder(null);
          await client.invalidateQueries({ queryKey: queryKeys.shop });
        }
        throw thrown;
      });
      location.assign(redirect);
      await untilReturned();
    });
  return { pay, isBusy, failure };
}
