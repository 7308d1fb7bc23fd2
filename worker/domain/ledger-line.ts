import type { LedgerLine } from '#contract/credits';

interface ReferencedLine {
  readonly reason: LedgerLine['reason'];
  readonly reference: string;
}

const ORDER_REASONS: readonly LedgerLine['reason'][] = ['purchase', 'reversal', 'owed'];

/**
 * The id of the order behind a ledger line; null if its reason is of no order. The reference is the order's id or, for a reversal and what
 * it paid off, `<order>#<revision>`: the order's revision, which every change of the order raises.
 */
export const orderIdOfLine = ({ reason, reference }: ReferencedLine): string | null =>
  ORDER_REASONS.includes(reason) ? (reference.split('#')[0] ?? null) : null;
