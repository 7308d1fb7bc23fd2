import { refuse } from './errors.ts';

/**
 * Refuses with `too_many`, the limit and the end of its window if `counted`, the row of an attempt counter, is above the limit
 * (docs/product.md, "Counting of limits").
 */
export function enforceLimit(counted: { count: number; endsAt: number } | undefined, limit: number): void {
  if (counted && counted.count > limit) refuse('too_many', { limit, ends_at: new Date(counted.endsAt).toISOString() });
}
