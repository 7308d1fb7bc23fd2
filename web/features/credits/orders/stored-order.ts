import * as v from 'valibot';
import { randomId } from '../../../platform/random-id.ts';
import { keepText, keptText } from '../../../ui/forms/form-draft.ts';

const KEY = 'order';

/** The order this tab was last busy with: one form, one nonce, however often it is pressed or loaded. */
const KeptOrder = v.object({
  /** What was ordered; another content is another order. */
  content: v.string(),
  nonce: v.string(),
  transaction: v.nullable(v.string()),
  /** Where the member came from. */
  back: v.nullable(v.string()),
});
export type KeptOrder = v.InferOutput<typeof KeptOrder>;

function kept(): KeptOrder | null {
  try {
    return v.parse(KeptOrder, JSON.parse(keptText(KEY)));
  } catch {
    return null;
  }
}

export const keepOrder = (order: KeptOrder): void => keepText(KEY, JSON.stringify(order));

/** The order with this content as this tab keeps it, begun where there is none. */
export function orderOf(content: string, back: string | null): KeptOrder {
  const known = kept();
  if (known?.content === content) return { ...known, back };
  const begun = { content, nonce: randomId(), transaction: null, back };
  keepOrder(begun);
  return begun;
}

/** It is settled, or was refused for good: the next press is a new order. Where the member came from stays. */
export function endOrder(transaction: string | null): void {
  const known = kept();
  if (known && (transaction === null || known.transaction === transaction)) keepOrder({ ...known, content: '' });
}

/** Where the member who began this payment in this tab came from. */
export function backOf(transaction: string): string | null {
  const known = kept();
  return known?.transaction === transaction ? known.back : null;
}
