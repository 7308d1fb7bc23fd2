import type { LedgerLine } from '#contract/credits';

interface ReferencedLine {
  readonly reason: LedgerLine['reason'];
  readonly reference: string;
}

const ORDER_REASONS: readonly LedgerLine['reason'][] = ['purchase', 'reversal', 'owed'];

/**
 * The id of the order behind a ledger line; null if there is none. The reference of a line of an order is the order's id or, for a reversal
 * and what it paid off, `<order>#<revision>`: the order's revision, which every change of the order raises. What the refund of a message
 * or a grant paid off has the reference `<message>#refund` or `<lot>#grant`.
 */
export const orderIdOfLine = ({ reason, reference }: ReferencedLine): string | null => {
  const [id = null, step] = reference.split('#');
  return ORDER_REASONS.includes(reason) && step !== 'refund' && step !== 'grant' ? id : null;
};
