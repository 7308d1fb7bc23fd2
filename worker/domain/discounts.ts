import type { Discount } from '#contract/discounts';
import { DAY, HOUR } from '#contract/durations';
import type { Database } from '#db/client';
import { type DiscountRow, discountOfCode, personalDiscounts } from '#db/queries/discounts/discounts';

/** The facts of a member that decide about discounts. `createdAt`: the sign-up, in milliseconds. */
interface Buyer {
  readonly id: string;
  readonly createdAt: number;
}

/** The effect of a discount on a price or on credits. */
type DiscountEffect = Pick<DiscountRow, 'percent' | 'extraCredits'>;

type DiscountTimes = Pick<DiscountRow, 'kind' | 'hours' | 'endsAt'>;
type DiscountFacts = DiscountTimes & DiscountEffect & Pick<DiscountRow, 'code'>;

/**
 * When a discount ends for a member, in milliseconds; null: never. A welcome discount ends `hours` after the member's sign-up, or at
 * `endsAt` if that is earlier.
 */
export function discountEndsAt({ kind, hours, endsAt }: DiscountTimes, { createdAt }: Buyer): number | null {
  if (kind !== 'welcome') return endsAt;
  const end = createdAt + (hours ?? 0) * HOUR;
  return endsAt === null ? end : Math.min(endsAt, end);
}

/** Whether a member can use a discount now: it has begun, has not ended, is not used up, and is not that of another member. */
export function isUsableNow(row: DiscountRow, member: Buyer, now: number): boolean {
  const end = discountEndsAt(row, member);
  const isRunning = row.startsAt <= now && (end === null || end > now);
  const isForMember = row.kind !== 'stay' || row.memberId === member.id;
  return isRunning && isForMember && (row.maxUses === null || row.used < row.maxUses) && row.usedByMe < row.maxUsesPerAccount;
}

/** The statement whose rows `activeDiscount` takes. The first of several usable discounts of one kind is the one that counts. */
export const activeDiscountStatements = (memberId: string, db: Database) => ({ personalDiscounts: personalDiscounts(db, memberId) });

const AUTOMATIC_KINDS = ['time_bonus', 'welcome', 'stay'] as const;

/**
 * The discount that lowers this member's prices without a typed code, the first of these kinds that there is: the time bonus, else the
 * welcome code, else the member's own discount to stay. Returns null if there is none (docs/product.md, "Discounts").
 */
export function activeDiscount(
  rows: readonly DiscountRow[],
  member: Buyer,
  now: number,
  kinds: readonly DiscountRow['kind'][] = AUTOMATIC_KINDS,
): DiscountRow | null {
  const usable = rows.filter((row) => isUsableNow(row, member, now));
  for (const kind of kinds) {
    const first = usable.find((row) => row.kind === kind);
    if (first) return first;
  }
  return null;
}

/**
 * The statement for `discountByCode`, which takes the rows of `codeDiscount`. A call that takes a code has to declare the limit
 * `code_tries_an_hour`, because codes can be guessed.
 */
export const codeStatements = (code: string, memberId: string, db: Database) => ({ codeDiscount: discountOfCode(db, code, memberId) });

/** The discount of a typed code. Returns null if the code is unknown or this member cannot use it now. */
export const discountByCode = (rows: readonly DiscountRow[], member: Buyer, now: number): DiscountRow | null =>
  rows.find((row) => isUsableNow(row, member, now)) ?? null;

/** A discount in the form of the API, with its end for this member. */
export function discountAnswer(row: DiscountFacts, member: Buyer): Discount {
  const end = discountEndsAt(row, member);
  return {
    code: row.code,
    percent: row.percent,
    extra_credits: row.extraCredits,
    ends_at: end === null ? null : new Date(end).toISOString(),
    reason: row.kind,
  };
}

/** The characters of a code, without 0, O, 1 and I, which are mistaken for each other. There are 32, so that random bytes spread evenly. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const STAY_DISCOUNT_MS = 7 * DAY;

/** The row of a new discount to stay: a percentage with a random code, for this member, usable once within a week. */
export function newStayDiscount(memberId: string, percent: number, now: number) {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]);
  const code = `STAY-${letters.join('')}`;
  return { code, kind: 'stay', percent, startsAt: now, endsAt: now + STAY_DISCOUNT_MS, maxUses: 1, memberId, createdAt: now } as const;
}

/** Whether a discount has an effect on a product: extra credits have none on a plan. */
export const appliesTo = ({ percent }: DiscountEffect, kind: 'pack' | 'plan'): boolean => percent !== null || kind === 'pack';

/** The extra credits that a discount adds to a pack; 0 for a plan or without a discount. */
export const extraCreditsOf = (discount: DiscountEffect | null, kind: 'pack' | 'plan'): number =>
  kind === 'pack' ? (discount?.extraCredits ?? 0) : 0;
