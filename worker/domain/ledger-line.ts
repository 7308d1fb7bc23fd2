import type { LedgerLine } from '#contract/credits';

const ORDER_REASONS: readonly LedgerLine['reason'][] = ['purchase', 'reversal', 'owed'];

/** The id of the order behind a ledger line; null for other reasons. A reversal has `<order>#<revision>` as its reference. */
export const orderOfLine = ({ reason, reference }: { readonly reason: LedgerLine['reason']; readonly reference: string }): string | null =>
  ORDER_REASONS.includes(reason) ? (reference.split('#')[0] ?? null) : null;
