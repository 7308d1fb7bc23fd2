import type { Discount } from '#contract/discounts';
import type { Database } from '#db/client';
import { type DiscountRow, discountOfCode, personalDiscounts } from '#db/queries/discounts/discounts';
import { countOwnAttempt } from '#db/queries/shared/attempt-counters';
import type { SessionClaim } from '#db/queries/shared/sessions';
import { DAY, HOUR } from './rate-limit.ts';

/** Whom a discount is for. */
interface Buyer {
  readonly id: string;
  readonly createdAt: number;
}

/** What of a discount decides what it gives. */
type Gift = Pick<DiscountRow, 'percent' | 'extraCredits'>;

type Times = Pick<DiscountRow, 'kind' | 'hours' | 'endsAt'>;
type Told = Times & Gift & Pick<DiscountRow, 'code'>;

/** When a discount ends for a member, in milliseconds: a welcome so many hours after their sign-up, if not before; null: never. */
export function endOf({ kind, hours, endsAt }: Times, { createdAt }: Buyer): number | null {
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

const BY_ITSELF = ['time_bonus', 'welcome', 'stay'] as const;

/**
 * The discount that lowers this member's prices without a typed code, the first of these kinds that there is: the time bonus, else the
 * welcome code, else the member's own discount to stay. Returns null if there is none (docs/product.md, "Discounts").
 */
export function activeDiscount(
  rows: readonly DiscountRow[],
  member: Buyer,
  now: number,
  kinds: readonly DiscountRow['kind'][] = BY_ITSELF,
): DiscountRow | null {
  const giving = rows.filter((row) => givesNow(row, member, now));
  for (const kind of kinds) {
    const first = giving.find((row) => row.kind === kind);
    if (first) return first;
  }
  return null;
}

/** What has to be read for `discountByCode`; `claim` has the try counted, HOUR by HOUR, against the setting code_tries_an_hour: codes can be guessed. */
export const codeStatements = (code: string, memberId: string, db: Database, { claim, now }: { claim: SessionClaim | null; now: number }) =>
  [discountOfCode(db, code, memberId), claim && countOwnAttempt(db, claim, `code:${memberId}`, HOUR, now)] as const;

/** What a typed code gives this member; null: it is unknown, or gives them nothing (any more). */
export const discountByCode = (rows: readonly DiscountRow[], member: Buyer, now: number): DiscountRow | null =>
  rows.find((row) => givesNow(row, member, now)) ?? null;

/** A discount as its member sees it. */
export function asDiscount(row: Told, member: Buyer): Discount {
  const end = endOf(row, member);
  return {
    code: row.code,
    percent: row.percent,
    extra_credits: row.extraCredits,
    ends_at: end === null ? null : new Date(end).toISOString(),
    reason: row.kind,
  };
}

/** Neither 0 nor O, neither 1 nor I: a code is read aloud and typed. 32 of them, so that every byte counts alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const STAY_MS = 7 * DAY;

/** The code that a member is offered who was leaving: theirs alone, once, for a week. */
export function stayCode(memberId: string, percent: number, now: number) {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]);
  const code = `STAY-${letters.join('')}`;
  return { code, kind: 'stay', percent, startsAt: now, endsAt: now + STAY_MS, uses: 1, memberId, createdAt: now } as const;
}

/** Whether a discount changes anything of a product: extra credits come only with a pack. */
export const appliesTo = ({ percent }: Gift, kind: 'pack' | 'plan'): boolean => percent !== null || kind === 'pack';

/** The credits that come on top of a pack's own; none with a plan. */
export const extraCreditsOf = (discount: Gift | null, kind: 'pack' | 'plan'): number =>
  kind === 'pack' ? (discount?.extraCredits ?? 0) : 0;
