import type { PublishedCases, PublishedCount } from '#contract/transparency';
import { HANDLED_LATER, HANDLING_HOURS, type SliceCount } from '#db/queries/operator/figures';

/** A count below this could point to a person, and is not told. */
const LEAST_TOLD = 5;
/** Members are told in steps of this many. */
const MEMBERS_STEP = 100;

/** A count of cases: 0 and numbers from 5 on are told, others are fewer than 5 (docs/product.md, "Transparency report"). */
export function publishedCount(count: number): PublishedCount {
  return count > 0 && count < LEAST_TOLD ? { count: LEAST_TOLD, is: 'fewer_than' } : { count, is: 'exact' };
}

/** The sum of counts. If one of them is not told, neither is the sum, from which it would follow. */
function publishedSum(counts: readonly number[]): PublishedCount {
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
function medianOf(handled: readonly SliceCount[]): PublishedCases['median'] {
  const total = handled.reduce((sum, { count }) => sum + count, 0);
  if (total < LEAST_TOLD) return null;
  let below = 0;
  for (const hours of HANDLING_HOURS) {
    below += handled.find(({ slice }) => slice === String(hours))?.count ?? 0;
    if (below * 2 >= total) return { hours, is: 'within' };
  }
  return { hours: HANDLING_HOURS.at(-1) ?? 0, is: 'later' };
}

/** Cases by their kinds, all of which are named; a slice of another name counts as the last kind. */
export function publishedCases(kinds: readonly string[], slices: readonly SliceCount[], handled: readonly SliceCount[]): PublishedCases {
  const kindOf = ({ slice }: SliceCount) => (kinds.includes(slice) ? slice : kinds.at(-1));
  const counts = kinds.map((kind) => slices.reduce((sum, slice) => (kindOf(slice) === kind ? sum + slice.count : sum), 0));
  return {
    total: publishedSum(counts),
    kinds: kinds.map((kind, i) => ({ kind, count: publishedCount(counts[i] ?? 0) })),
    median: medianOf(handled.filter(({ slice }) => slice === HANDLED_LATER || HANDLING_HOURS.some((hours) => String(hours) === slice))),
  };
}
