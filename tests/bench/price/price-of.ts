import { ACTS, type Act } from './acts.ts';
import {
  type Billed,
  LIST_PRICES,
  type ListPrice,
  MESSAGES_OF_A_REQUEST,
  OBJECT_GB,
  OWN_DATABASE,
  STORAGE_PRICES,
  TURSO_PLANS,
  TURSO_ROWS,
  WORKERS_PLAN,
} from './list-prices.ts';
import { COUNTED, type Counts } from './metered-site.ts';
import { KEPT, MONTH, SWEEPS } from './month.ts';

/** What was counted on a site of one size: an act of each kind, a minute with nothing to do, and the database. */
export interface Counted {
  /** The accounts in the database. */
  readonly accounts: number;
  readonly acts: Readonly<Record<Act, Counts>>;
  readonly idleMinute: Counts;
  readonly databaseGB: number;
}

type Totals = Record<(typeof COUNTED)[number], number>;

/** The sum of some counts, each so many times. */
function sumOf(parts: readonly (readonly [counts: Counts, times: number])[]): Totals {
  const total = (name: keyof Totals) => parts.reduce((sum, [counts, times]) => sum + counts[name] * times, 0);
  return Object.fromEntries(COUNTED.map((name) => [name, total(name)])) as Totals;
}

/** What a member uses in a month. */
export const memberMonth = ({ acts }: Counted): Totals => sumOf(ACTS.map((act) => [acts[act], MONTH[act]]));

/**
 * What so many members use in a month. Rows are those of the two sizes that were counted, carried on by the decade of accounts; all else is
 * the larger size's.
 */
function monthOf(members: number, small: Counted, large: Counted): Totals {
  const decades = Math.log10((members * KEPT.accounts) / small.accounts) / Math.log10(large.accounts / small.accounts);
  const [few, many] = [small, large].map((counted) => ({ member: memberMonth(counted), minute: counted.idleMinute }));
  if (!few || !many) throw new Error('two sizes are needed');
  const grown = (a: number, b: number) => Math.max(0, a + (b - a) * decades);
  const rows = ['database_rows_read', 'database_rows_written'] as const;
  const totals = sumOf([
    [many.member, members],
    [many.minute, SWEEPS],
  ]);
  for (const name of rows) {
    totals[name] = members * grown(few.member[name], many.member[name]) + SWEEPS * grown(few.minute[name], many.minute[name]);
  }
  return totals;
}

const beyond = (used: number, included: number) => Math.max(0, used - included);
const priceOf = (used: number, { included, price }: ListPrice) => (beyond(used, included) / 1e6) * price;
const storagePriceOf = (gb: number, { included, price }: ListPrice) => beyond(gb, included) * price;

interface DatabasePlan {
  readonly price: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly gb: number;
  readonly gbPrice: number;
}

/** The cheapest of some plans of Turso. */
function tursoPrice(plans: readonly DatabasePlan[], { database_rows_read, database_rows_written }: Totals, gb: number): number {
  const prices = plans.map(
    ({ price, rowsRead, rowsWritten, gb: included, gbPrice }) =>
      price +
      (beyond(database_rows_read, rowsRead) / 1e6) * TURSO_ROWS.readPrice +
      (beyond(database_rows_written, rowsWritten) / 1e6) * TURSO_ROWS.writtenPrice +
      beyond(gb, included) * gbPrice,
  );
  return Math.min(...prices);
}

/** What is billed of some totals, in the units of the list prices. */
const billedOf = (totals: Totals): Readonly<Record<Billed, number>> => ({
  ...totals,
  object_requests: totals.object_requests + totals.object_alarms + totals.object_messages / MESSAGES_OF_A_REQUEST,
  object_gb_s: (totals.object_ms / 1000) * OBJECT_GB,
});

/** The bill of a month, in US dollars. */
export interface Bill {
  readonly members: number;
  readonly lines: Readonly<Record<string, number>>;
  readonly total: number;
  /** The same with a database server of one's own. */
  readonly totalWithOwnDatabase: number;
  /** The same if nothing were included in any plan and no plan had a price: what grows with members alone. */
  readonly totalOfUse: number;
}

/** What use costs; with `isBare` if nothing were included in any plan and no plan had a price. */
function linesOf(members: number, small: Counted, large: Counted, isBare: boolean): Readonly<Record<string, number>> {
  const listed = <P extends ListPrice>(price: P): ListPrice => (isBare ? { ...price, included: 0 } : price);
  const totals = monthOf(members, small, large);
  const billed = billedOf(totals);
  const accounts = members * KEPT.accounts;
  const names = Object.keys(LIST_PRICES) as Billed[];
  const plans = isBare ? TURSO_PLANS.map((plan) => ({ ...plan, price: 0, rowsRead: 0, rowsWritten: 0, gb: 0 })) : TURSO_PLANS;
  return {
    ...Object.fromEntries(names.map((name) => [name, priceOf(billed[name], listed(LIST_PRICES[name]))])),
    object_gb: storagePriceOf(accounts * KEPT.roomGB, listed(STORAGE_PRICES.object_gb)),
    r2_gb: storagePriceOf(accounts * KEPT.photosGB, listed(STORAGE_PRICES.r2_gb)),
    database: tursoPrice(plans, totals, accounts * (large.databaseGB / large.accounts) + members * KEPT.messagesGB),
    ...(isBare ? {} : { 'Workers, plan': WORKERS_PLAN }),
  };
}

const sumOfLines = (lines: Readonly<Record<string, number>>) => Object.values(lines).reduce((sum, price) => sum + price, 0);

/** What a month costs at list prices with so many members who come. */
export function billOf(members: number, small: Counted, large: Counted): Bill {
  const lines = linesOf(members, small, large, false);
  const total = sumOfLines(lines);
  return {
    members,
    lines,
    total,
    totalWithOwnDatabase: total - (lines.database ?? 0) + OWN_DATABASE,
    totalOfUse: sumOfLines(linesOf(members, small, large, true)),
  };
}
