import type { LedgerLine } from '#contract/credits';

const OF_ORDERS: readonly LedgerLine['reason'][] = ['purchase', 'reversal', 'owed'];

/** The id of the order behind a ledger line; null for other reasons. A reversal has `<order>#<revision>` as its reference. */
export const orderOfLine = ({ reason, reference }: { readonly reason: LedgerLine['reason']; readonly reference: string }): string | null =>
  OF_ORDERS.includes(reason) ? (reference.split('#')[0] ?? null) : null;
