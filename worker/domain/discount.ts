import type { Discount } from '#contract/discounts';
import type { Database } from '#db/client';
import { type DiscountRow, discountOfCode, personalDiscounts } from '#db/queries/discounts';
import { HOUR } from './limit.ts';

/** Whom a discount is for. */
interface Buyer {
  readonly id: string;
  readonly createdAt: number;
}

/** What of a discount decides what it gives. */
type Gift = Pick<DiscountRow, 'percent' | 'extraCredits'>;

/** When a discount ends for a member, in milliseconds: a welcome so many hours after their sign-up, if not before; null: never. */
export function endOf({ kind, hours, endsAt }: DiscountRow, { createdAt }: Buyer): number | null {
  if (kind !== 'welcome') return endsAt;
  const end = createdAt + (hours ?? 0) * HOUR;
  return endsAt === null ? end : Math.min(endsAt, end);
}

/** Whether a discount gives this member anything now: begun, not ended, not used up by all or by them, and theirs if it is of one member. */
export function givesNow(row: DiscountRow, member: Buyer, now: number): boolean {
  const end = endOf(row, member);
  const isRunning = row.startsAt <= now && (end === null || end > now);
  const isTheirs = row.kind !== 'stay' || row.memberId === member.id;
  return isRunning && isTheirs && (row.uses === null || row.used < row.uses) && row.usedByMe < row.perAccount;
}

/** What has to be read for `activeDiscount`; its rows come in the order that decides between several. */
export const activeDiscountStatements = (memberId: string, db: Database) => [personalDiscounts(db, memberId)] as const;

/** What lowers this member's prices by itself: their stay code, else the time bonus, else the welcome code (specification 3); null: nothing. */
export function activeDiscount(rows: readonly DiscountRow[], member: Buyer, now: number): DiscountRow | null {
  const giving = rows.filter((row) => givesNow(row, member, now));
  const first = (kind: DiscountRow['kind']) => giving.find((row) => row.kind === kind);
  return first('stay') ?? first('time_bonus') ?? first('welcome') ?? null;
}

/** What has to be read for `discountByCode`. */
export const codeStatements = (code: string, memberId: string, db: Database) => [discountOfCode(db, code, memberId)] as const;

/** What a typed code gives this member; null: it is unknown, or gives them nothing (any more). */
export const discountByCode = (rows: readonly DiscountRow[], member: Buyer, now: number): DiscountRow | null =>
  rows.find((row) => givesNow(row, member, now)) ?? null;

/** A discount as its member sees it. */
export function asDiscount(row: DiscountRow, member: Buyer): Discount {
  const end = endOf(row, member);
  return {
    code: row.code,
    percent: row.percent,
    extra_credits: row.extraCredits,
    ends_at: end === null ? null : new Date(end).toISOString(),
    reason: row.kind,
  };
}

/** Whether a discount changes anything of a product: extra credits come only with a pack. */
export const appliesTo = ({ percent }: Gift, kind: 'pack' | 'plan'): boolean => percent !== null || kind === 'pack';

/** What is paid of a full price, in minor units: the percentage is rounded in the member's disfavour, and no price falls under 1. */
export const discountedAmount = (full: number, discount: Gift | null): number =>
  Math.max(Math.min(1, full), full - Math.floor((full * (discount?.percent ?? 0)) / 100));

/** The credits that come on top of a pack's own; none with a plan. */
export const extraCreditsOf = (discount: Gift | null, kind: 'pack' | 'plan'): number =>
  kind === 'pack' ? (discount?.extraCredits ?? 0) : 0;
