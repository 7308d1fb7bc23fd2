import { LIMIT_INCREASE_DELAY_HOURS, type SpendingLimits } from '#contract/credits';
import { DAY, HOUR } from '#contract/durations';
import type { SpendingOrderRow } from '#db/queries/credits/orders';
import type { SpendingLimitsRow } from '#db/queries/credits/spending-limits';
import { isoTime } from '../../../lib/iso-time.ts';
import { converted, type ExchangeRates } from '../orders/exchange-rates.ts';
import { moneyOf } from '../orders/money.ts';
import { OPEN_ORDER_MS, paymentWindowOf } from '../orders/order-lifetime.ts';
import { isUnpaid } from '../orders/settlement-rules.ts';

const LIMIT_PAUSE_MS = LIMIT_INCREASE_DELAY_HOURS * HOUR;
/** The rolling windows of the limits. */
const WINDOWS = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
const PERIODS = ['day', 'week', 'month'] as const;
/** The longest window: orders paid before it no longer count. */
export const SPENDING_WINDOW_MS = WINDOWS.month;

/** A member's limits in minor units of one currency; null is no limit. */
export type Limits = Readonly<Record<(typeof PERIODS)[number], number | null>>;
const NO_LIMITS: Limits = { day: null, week: null, month: null };

const periodLimitsOf = ({ day, week, month }: Limits): Limits => ({ day, week, month });
const isPendingInForce = ({ pendingFrom }: Pick<SpendingLimitsRow, 'pendingFrom'>, now: number) =>
  pendingFrom !== null && pendingFrom <= now;

/** The limits in force: looser limits that were asked for count once their waiting time is over. */
export function limitsInForce(row: SpendingLimitsRow | null, now: number): Limits {
  if (!row) return NO_LIMITS;
  return row.pending && isPendingInForce(row, now) ? periodLimitsOf(row.pending) : periodLimitsOf(row);
}

const isLooser = (wanted: number | null, current: number | null) => current !== null && (wanted === null || wanted > current);

/** The currency of a member's limits. `paymentCurrency`: that in which the member pays, for rows without one. */
export const currencyOfLimits = (row: SpendingLimitsRow | null, paymentCurrency: string): string => row?.currency ?? paymentCurrency;

/** Limits in another currency, rounded down, so that no conversion makes them looser. */
function limitsConverted(limits: Limits, from: string, to: string, rates: ExchangeRates): Limits {
  const amountIn = (amount: number | null) => (amount === null ? null : converted(amount, { from, to, rates }, 'down'));
  return { day: amountIn(limits.day), week: amountIn(limits.week), month: amountIn(limits.month) };
}

/** The stored limits as if they had been set in `currency`; they stay as they are if they were. */
export function limitsRowIn(row: SpendingLimitsRow, currency: string, rates: ExchangeRates): SpendingLimitsRow {
  const from = currencyOfLimits(row, currency);
  const pending = row.pending && limitsConverted(row.pending, from, currency, rates);
  return { ...row, ...limitsConverted(row, from, currency, rates), pending, currency };
}

/**
 * Orders as they count against a limit in `currency`: others are converted at the rates that were in force when they were made, and rounded
 * up, so that no conversion makes room (docs/product.md, "Spending limits"). `ratesNow` are for orders that were stored without rates.
 */
export function ordersIn(rows: readonly SpendingOrderRow[], currency: string, ratesNow: ExchangeRates): readonly SpendingOrderRow[] {
  return rows.map((row) => {
    if (row.currency === currency) return row;
    const conversion = { from: row.currency, to: currency, rates: { ...ratesNow, ...row.exchangeRates } };
    return { ...row, currency, amount: converted(row.amount - row.returnedAmount, conversion, 'up'), returnedAmount: 0 };
  });
}

/**
 * The row after a change: stricter limits count at once, looser ones after 24 hours. The same change made again does not prolong the wait.
 * `row` and `wanted` are in the same currency.
 */
export function limitsAfter(row: SpendingLimitsRow | null, wanted: Limits, now: number): Omit<SpendingLimitsRow, 'memberId' | 'currency'> {
  const current = limitsInForce(row, now);
  const countsAtOnce = (span: keyof Limits) => (isLooser(wanted[span], current[span]) ? current[span] : wanted[span]);
  const atOnce = { day: countsAtOnce('day'), week: countsAtOnce('week'), month: countsAtOnce('month') };
  if (!PERIODS.some((span) => isLooser(wanted[span], current[span]))) return { ...atOnce, pending: null, pendingFrom: null };
  const pendingRow = row?.pending && !isPendingInForce(row, now) ? row : null;
  const isSameChange = pendingRow !== null && PERIODS.every((span) => pendingRow.pending?.[span] === wanted[span]);
  return { ...atOnce, pending: periodLimitsOf(wanted), pendingFrom: isSameChange ? pendingRow.pendingFrom : now + LIMIT_PAUSE_MS };
}

/** A member's limits in the form of the API, converted into `currency` if they were set in another; null if they never set any. */
export function limitsAnswer(
  stored: SpendingLimitsRow | null,
  now: number,
  { currency, rates }: { readonly currency: string; readonly rates: ExchangeRates },
): SpendingLimits | null {
  if (!stored) return null;
  const row = limitsRowIn(stored, currency, rates);
  const pending = row.pending && row.pendingFrom !== null && !isPendingInForce(row, now) ? row.pending : null;
  const storedIn = currencyOfLimits(stored, currency);
  return {
    ...limitsInForce(row, now),
    pending: pending ? { ...periodLimitsOf(pending), from: isoTime(row.pendingFrom ?? now) } : null,
    set_in: storedIn === currency ? null : moneyOf(0, storedIn).currency,
  };
}

/** Whether an order can still be paid: it is open, or it has ended in the database but, as far as known, not at its provider. */
const isPayable = ({ status, dueAt }: SpendingOrderRow) => status === 'open' || (isUnpaid(status) && dueAt !== null);

/**
 * How much of an order counts in a window, in minor units, and until when. An order that can still be paid counts as paid; otherwise two
 * open orders could exceed a limit together.
 */
function countedAmountOf(row: SpendingOrderRow, window: number) {
  const { amount, returnedAmount, paidAt, createdAt } = row;
  if (paidAt !== null) return { amount: amount - returnedAmount, until: paidAt + window };
  return { amount, until: isPayable(row) ? createdAt + Math.min(Math.max(window, OPEN_ORDER_MS), paymentWindowOf(row)) : 0 };
}

/** A limit that an amount would exceed, and from when on it would not; null if the amount alone exceeds the limit. */
export interface ExceededLimit {
  readonly limit: number;
  readonly endsAt: number | null;
}

/** Whether an amount exceeds one limit; null if not. `endsAt` is when enough of the counted orders have left the window. */
function exceededBy(counted: readonly { amount: number; until: number }[], limit: number, amount: number): ExceededLimit | null {
  let excess = counted.reduce((sum, order) => sum + order.amount, 0) + amount - limit;
  if (excess <= 0) return null;
  if (amount > limit) return { limit, endsAt: null };
  const end = counted
    .toSorted((a, b) => a.until - b.until)
    .find((order) => {
      excess -= order.amount;
      return excess <= 0;
    });
  return { limit, endsAt: end?.until ?? null };
}

/**
 * The limit that an amount would exceed, given a member's orders, unpaid ones included; null if it fits. All amounts are in the currency of
 * the limits. Of several limits the one that lasts longest is returned.
 */
export function exceededLimit(
  rows: readonly SpendingOrderRow[],
  limits: Limits,
  { amount, now }: { readonly amount: number; readonly now: number },
): ExceededLimit | null {
  const exceeded = PERIODS.map((span) => {
    const counted = rows.map((row) => countedAmountOf(row, WINDOWS[span])).filter(({ until }) => until > now);
    return limits[span] === null ? null : exceededBy(counted, limits[span], amount);
  });
  const endTime = ({ endsAt }: ExceededLimit) => endsAt ?? Number.POSITIVE_INFINITY;
  return exceeded.filter((limit) => limit !== null).toSorted((a, b) => endTime(b) - endTime(a))[0] ?? null;
}

/** What a member has paid, in minor units of one currency: in the last 24 hours, and in the 30 days before those. */
export interface SpendingTotals {
  readonly today: number;
  readonly before: number;
}

/**
 * Whether today's spending is unusual: above the setting and above three times the daily mean of the 30 days before. The statement that
 * records it holds the same rule (db/queries/credits/orders.ts).
 */
export const isUnusual = ({ today, before }: SpendingTotals, setting: number | undefined): boolean =>
  setting !== undefined && today > setting && today * 30 > 3 * before;
