import type { LedgerLine } from '#contract/credits';

const OF_ORDERS: readonly LedgerLine['reason'][] = ['purchase', 'reversal', 'owed'];

/** The order that moved a balance, if it was one; what went back is kept under `<order>#<revision>`. */
export const orderOfLine = ({ reason, reference }: { readonly reason: LedgerLine['reason']; readonly reference: string }): string | null =>
  OF_ORDERS.includes(reason) ? (reference.split('#')[0] ?? null) : null;
