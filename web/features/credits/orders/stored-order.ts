import * as v from 'valibot';
import { randomId } from '../../../platform/random-id.ts';
import { keepText, keptText } from '../../../ui/forms/form-draft.ts';

const KEY = 'order';

/**
 * The latest order of this tab. By its nonce one form makes one order, however often it is sent, also after a reload (docs/product.md,
 * "Placing an order").
 */
const KeptOrder = v.object({
  /** Product, method, code, renewal and price as text; empty once the order has ended. Another content is another order. */
  content: v.string(),
  nonce: v.string(),
  /** The id of the order; null until the server has accepted it. */
  transaction: v.nullable(v.string()),
  /** The path to return to after paying. */
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

/** The stored order if it has this content, with the new return path; else a new one with a new nonce, which is stored. */
export function orderOf(content: string, back: string | null): KeptOrder {
  const stored = kept();
  if (stored?.content === content) return { ...stored, back };
  const created = { content, nonce: randomId(), transaction: null, back };
  keepOrder(created);
  return created;
}

/** Ends the stored order if it has this id; null ends any. The next order of this tab then gets a new nonce. The return path stays. */
export function endOrder(transaction: string | null): void {
  const stored = kept();
  if (stored && (transaction === null || stored.transaction === transaction)) keepOrder({ ...stored, content: '' });
}

/** The path to return to from an order that was placed in this tab; null for any other order. */
export function backOf(transaction: string): string | null {
  const stored = kept();
  return stored?.transaction === transaction ? stored.back : null;
}
