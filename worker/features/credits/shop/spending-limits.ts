import { LIMIT_PAUSE_HOURS, type SpendingLimits } from '#contract/credits';
import type { SpentRow } from '#db/queries/credits/orders';
import type { LimitsRow } from '#db/queries/credits/spending-limits';
import { DAY, HOUR } from '../../../domain/rate-limit.ts';
import { OPEN_MS, paidWithin } from '../orders/order-lifetime.ts';
import { isUnpaid } from '../orders/settlement-rules.ts';

const LIMIT_PAUSE_MS = LIMIT_PAUSE_HOURS * HOUR;
/** Rolling, not by the calendar: nothing begins anew at midnight. */
const WINDOWS = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
const SPANS = ['day', 'week', 'month'] as const;
export const SPENDING_MS = WINDOWS.month;

export type Limits = Readonly<Record<(typeof SPANS)[number], number | null>>;
const NO_LIMITS: Limits = { day: null, week: null, month: null };

const spansOf = ({ day, week, month }: Limits): Limits => ({ day, week, month });
const hasBegun = ({ pendingFrom }: Pick<LimitsRow, 'pendingFrom'>, now: number) => pendingFrom !== null && pendingFrom <= now;

/** What a member lets themselves spend now: looser limits count once their time has come. */
export function limitsInForce(row: LimitsRow | null, now: number): Limits {
  if (!row) return NO_LIMITS;
  return row.pending && hasBegun(row, now) ? spansOf(row.pending) : spansOf(row);
}

const isLooser = (wanted: number | null, held: number | null) => held !== null && (wanted === null || wanted > held);

/** The row after a wish: what is stricter counts at once, what is looser after a day; the same wish again waits no longer for that. */
export function limitsAfter(row: LimitsRow | null, wanted: Limits, now: number): Omit<LimitsRow, 'memberId'> {
  const held = limitsInForce(row, now);
  const at = (span: keyof Limits) => (isLooser(wanted[span], held[span]) ? held[span] : wanted[span]);
  const atOnce = { day: at('day'), week: at('week'), month: at('month') };
  if (!SPANS.some((span) => isLooser(wanted[span], held[span]))) return { ...atOnce, pending: null, pendingFrom: null };
  const waits = row?.pending && !hasBegun(row, now) ? row : null;
  const isSameWish = waits !== null && SPANS.every((span) => waits.pending?.[span] === wanted[span]);
  return { ...atOnce, pending: spansOf(wanted), pendingFrom: isSameWish ? waits.pendingFrom : now + LIMIT_PAUSE_MS };
}

/** A member's limits as they see them; null: they never set any. */
export function limitsOnWire(row: LimitsRow | null, now: number): SpendingLimits | null {
  if (!row) return null;
  const pending = row.pending && row.pendingFrom !== null && !hasBegun(row, now) ? row.pending : null;
  return {
    ...limitsInForce(row, now),
    pending: pending ? { ...spansOf(pending), from: new Date(row.pendingFrom ?? now).toISOString() } : null,
  };
}

/** It waits to be paid, or has ended here and, for all that is known, can be paid at its provider all the same. */
const isPayable = ({ status, dueAt }: SpentRow) => status === 'open' || (isUnpaid(status) && dueAt !== null);

/** When an order stops counting in a window, and for how much it does until then. What can still be paid counts as if it were, or two orders that wait would break a limit together. */
function countedIn(row: SpentRow, window: number) {
  const { amount, returnedAmount, paidAt, createdAt } = row;
  if (paidAt !== null) return { amount: amount - returnedAmount, until: paidAt + window };
  return { amount, until: isPayable(row) ? createdAt + Math.min(Math.max(window, OPEN_MS), paidWithin(row)) : 0 };
}

/** A limit that an amount would break, with the moment from which it would not; none when it is more than the limit by itself. */
export interface BrokenLimit {
  readonly limit: number;
  readonly endsAt: number | null;
}

/** How an amount breaks one limit: what counts until when is let go, the earliest first, until it would fit. */
function brokenIn(counted: readonly { amount: number; until: number }[], limit: number, amount: number): BrokenLimit | null {
  let left = counted.reduce((sum, one) => sum + one.amount, 0) + amount - limit;
  if (left <= 0) return null;
  if (amount > limit) return { limit, endsAt: null };
  const end = counted
    .toSorted((a, b) => a.until - b.until)
    .find((one) => {
      left -= one.amount;
      return left <= 0;
    });
  return { limit, endsAt: end?.until ?? null };
}

/** Judges an amount by a member's limits and what they have spent in this currency, what waits to be paid included; null: it fits. The limit that holds longest is told. */
export function brokenLimit(
  rows: readonly SpentRow[],
  limits: Limits,
  { amount, now }: { readonly amount: number; readonly now: number },
): BrokenLimit | null {
  const broken = SPANS.map((span) => {
    const counted = rows.map((row) => countedIn(row, WINDOWS[span])).filter(({ until }) => until > now);
    return limits[span] === null ? null : brokenIn(counted, limits[span], amount);
  });
  const endOf = ({ endsAt }: BrokenLimit) => endsAt ?? Number.POSITIVE_INFINITY;
  return broken.filter((one) => one !== null).toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null;
}

/** What a member has paid in one currency: in the last 24 hours, and in the 30 days before those. */
export interface Spent {
  readonly today: number;
  readonly before: number;
}

/** Whether today is far more than a member is used to: over the setting, and over three times their mean of 30 days. The batch that notes it has the same rule (db/queries/credits/orders.ts). */
export const isUnusual = ({ today, before }: Spent, setting: number | undefined): boolean =>
  setting !== undefined && today > setting && today * 30 > 3 * before;
