import * as v from 'valibot';
import { CASE_ACTIONS, GroundCode } from '#contract/cases';
import type { PublishedCases, PublishedCount, PublishedDecision } from '#contract/transparency';
import type { SliceCount } from '#db/queries/operator/figures';
import { handlingRanges, medianOfRanges } from '../../domain/operating/handling-times.ts';

/** A count below this could point to a person, and is not told. */
const LEAST_TOLD = 5;
/** Members are told in steps of this many. */
const MEMBERS_STEP = 100;

/** A count of cases: 0 and numbers from 5 on are told, others are fewer than 5 (docs/product.md, "Transparency report"). */
export function publishedCount(count: number): PublishedCount {
  return count > 0 && count < LEAST_TOLD ? { count: LEAST_TOLD, is: 'fewer_than' } : { count, is: 'exact' };
}

/** The sum of counts. If one of them is not told, neither is the sum, from which it would follow. */
export function publishedSum(counts: readonly number[]): PublishedCount {
  const told = counts.filter((count) => publishedCount(count).is === 'exact');
  const sum = told.reduce((all, count) => all + count, 0);
  if (told.length === counts.length) return { count: sum, is: 'exact' };
  return sum === 0 && counts.length - told.length === 1
    ? { count: LEAST_TOLD, is: 'fewer_than' }
    : { count: Math.max(sum, 1), is: 'at_least' };
}

/** A number of members, rounded. */
export function publishedMembers(members: number): PublishedCount {
  const count = Math.round(members / MEMBERS_STEP) * MEMBERS_STEP;
  return members > 0 && members < MEMBERS_STEP
    ? { count: MEMBERS_STEP, is: 'fewer_than' }
    : { count, is: members === 0 ? 'exact' : 'about' };
}

/** The bound within which half of the handled cases lie; null for fewer than are told. */
export function publishedMedian(handled: readonly SliceCount[]): PublishedCases['median'] {
  const ranges = handlingRanges(handled);
  return ranges.reduce((sum, { count }) => sum + count, 0) < LEAST_TOLD ? null : medianOfRanges(ranges);
}

/** Cases by their kinds, all of which are named; a slice of another name counts as the last kind. */
export function publishedCases(kinds: readonly string[], slices: readonly SliceCount[], handled: readonly SliceCount[]): PublishedCases {
  const kindOf = ({ slice }: SliceCount) => (kinds.includes(slice) ? slice : kinds.at(-1));
  const counts = kinds.map((kind) => slices.reduce((sum, slice) => (kindOf(slice) === kind ? sum + slice.count : sum), 0));
  return {
    total: publishedSum(counts),
    kinds: kinds.map((kind, i) => ({ kind, count: publishedCount(counts[i] ?? 0) })),
    median: publishedMedian(handled),
  };
}

/** The decisions of a slice such as `ban:scam`; null if this release does not know it. */
function decisionOfSlice({ slice, count }: SliceCount) {
  const [action, code = ''] = slice.split(':');
  const known = CASE_ACTIONS.find((name) => name === action);
  return known ? { action: known, code: v.is(GroundCode, code) ? code : null, count } : null;
}

/**
 * Decisions by action and ground, in the order of the actions, without kinds that there were none of. Each decision is in one number alone: if two
 * tables split the same decisions, a number that one of them hides would follow from the other.
 */
export function publishedDecisions(slices: readonly SliceCount[]): { total: PublishedCount; kinds: PublishedDecision[] } {
  const known = slices.flatMap((slice) => decisionOfSlice(slice) ?? []).filter(({ count }) => count > 0);
  const placeOf = ({ action, code }: (typeof known)[number]) =>
    CASE_ACTIONS.indexOf(action) * 100 + (code ? GroundCode.options.indexOf(code) : 0);
  const ordered = known.toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    total: publishedSum(ordered.map(({ count }) => count)),
    kinds: ordered.map(({ action, code, count }) => ({ action, code, count: publishedCount(count) })),
  };
}
