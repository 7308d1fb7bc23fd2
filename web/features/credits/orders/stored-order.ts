import * as v from 'valibot';
import { randomId } from '../../../platform/random-id.ts';
import { readStoredText, storeText } from '../../../ui/forms/form-draft.ts';

const KEY = 'order';

/**
 * The latest order of this tab. By its nonce one form makes one order, however often it is sent, also after a reload (docs/product.md,
 * "Placing an order").
 */
const StoredOrder = v.object({
  /** Product, method, code, renewal and price as text; empty once the order has ended. Another content is another order. */
  content: v.string(),
  nonce: v.string(),
  /** The id of the order; null until the server has accepted it. */
  transaction: v.nullable(v.string()),
  /** The path to return to after paying. */
  back: v.nullable(v.string()),
});
export type StoredOrder = v.InferOutput<typeof StoredOrder>;

function readStoredOrder(): StoredOrder | null {
  try {
    return v.parse(StoredOrder, JSON.parse(readStoredText(KEY)));
  } catch {
    return null;
  }
}

export const storeOrder = (order: StoredOrder): void => storeText(KEY, JSON.stringify(order));

/** The stored order if it has this content, with the new return path; else a new one with a new nonce, which is stored. */
export function getOrCreateOrder(content: string, back: string | null): StoredOrder {
  const stored = readStoredOrder();
  if (stored?.content === content) return { ...stored, back };
  const created = { content, nonce: randomId(), transaction: null, back };
  storeOrder(created);
  return created;
}

/** Ends the stored order if it has this id; null ends any. The next order of this tab then gets a new nonce. The return path stays. */
export function endStoredOrder(transaction: string | null): void {
  const stored = readStoredOrder();
  if (stored && (transaction === null || stored.transaction === transaction)) storeOrder({ ...stored, content: '' });
}

/** The path to return to from an order that was placed in this tab; null for any other order. */
export function returnPathOf(transaction: string): string | null {
  const stored = readStoredOrder();
  return stored?.transaction === transaction ? stored.back : null;
}
