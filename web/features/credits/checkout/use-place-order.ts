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
  /** The code that was typed; one that comes by itself needs no name. */
  readonly code: string | null;
  readonly renews: boolean;
  readonly back: string | null;
}

const contentOf = ({ choice, method, code, renews }: Wish) =>
  JSON.stringify([choice.id, method, code, renews, choice.price.amount, choice.price.currency]);

/** Whether what was ordered before is still to be paid: a settled one is not taken up again. */
async function isStillOpen(id: string): Promise<boolean> {
  const { transaction } = await call(getTransaction, { id });
  return transaction.status === 'open';
}

async function begin(wish: Wish): Promise<string> {
  const content = contentOf(wish);
  const before = orderOf(content, wish.back);
  if (before.transaction !== null && !(await isStillOpen(before.transaction))) endOrder(before.transaction);
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

/** Until the page is come back to, or has not been left in all that time. */
const untilBack = () =>
  new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
    setTimeout(resolve, LEAVING_MS);
  });

/** Orders and leads to where it is paid. The button stays busy until the page is gone, or is come back to. */
export function useOrder() {
  const client = useQueryClient();
  const act = useAct();
  const pay = (wish: Wish) =>
    act.run(async () => {
      const redirect = await begin(wish).catch(async (refusal: unknown) => {
        // It costs another price by now, or its nonce belongs to another content.
        if (refusal instanceof CallError && refusal.code === 'conflict') {
          endOrder(null);
          await client.invalidateQueries({ queryKey: keys.shop });
        }
        throw refusal;
      });
      location.assign(redirect);
      await untilBack();
    });
  return { pay, isBusy: act.isBusy, failure: act.error };
}
