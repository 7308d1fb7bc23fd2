import { useQueryClient } from '@tanstack/react-query';
import { getTransaction, order } from '#contract/credits';
import { CallError, call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { useAct } from '../../../api/use-action.ts';
import { endOrder, keepOrder, orderOf } from '../orders/stored-order.ts';
import type { Choice } from '../prices/priced-product.ts';

const LEAVING_MS = 15_000;

interface Wish {
  readonly choice: Choice;
  readonly method: string;
  /** The typed code; null if there is none. An automatic discount is not sent. */
  readonly code: string | null;
  readonly renews: boolean;
  readonly back: string | null;
}

const contentOf = ({ choice, method, code, renews }: Wish) =>
  JSON.stringify([choice.id, method, code, renews, choice.price.amount, choice.price.currency]);

/** Whether an earlier order is still open. One that has ended is not continued. */
async function isStillOpen(id: string): Promise<boolean> {
  const { transaction } = await call(getTransaction, { id });
  return transaction.status === 'open';
}

/** Places the order, or continues the open one with the same content. Resolves to the payment provider's URL; throws `CallError`. */
async function begin(wish: Wish): Promise<string> {
  const content = contentOf(wish);
  const earlier = orderOf(content, wish.back);
  if (earlier.transaction !== null && !(await isStillOpen(earlier.transaction))) endOrder(earlier.transaction);
  const { nonce } = orderOf(content, wish.back);
  const { choice, method, code, renews } = wish;
  const answer = await call(order, {
    ...(choice.kind === 'pack' ? { pack: choice.id } : { plan: choice.id, ...(renews && { renews }) }),
    ...(code && { discount_code: code }),
    payment_method: method,
    nonce,
    expects: choice.price,
  });
  keepOrder({ content, nonce, transaction: answer.transaction.id, back: wish.back });
  return answer.redirect;
}

/** Resolves when the member returns to the page, or after 15 seconds if it was never left. */
const untilBack = () =>
  new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
    setTimeout(resolve, LEAVING_MS);
  });

/** Places an order and goes to the payment provider. `isBusy` stays true until the page is left, or returned to. */
export function useOrder() {
  const client = useQueryClient();
  const { run, isBusy, error: failure } = useAct();
  const pay = (wish: Wish) =>
    run(async () => {
      const redirect = await begin(wish).catch(async (thrown: unknown) => {
        // The price has changed, or the nonce belongs to an order with another content.
        if (thrown instanceof CallError && thrown.code === 'conflict') {
          endOrder(null);
          await client.invalidateQueries({ queryKey: keys.shop });
        }
        throw thrown;
      });
      location.assign(redirect);
      await untilBack();
    });
  return { pay, isBusy, failure };
}
