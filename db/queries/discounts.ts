import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { discounts, discountUses } from '../schema/index.ts';

/** How often a code is in use: reserved by an order that may still be paid, or kept by one that was. */
const usesOf = (more: SQL): SQL<number> =>
  sql`(select count(*) from ${discountUses} where ${discountUses.code} = ${discounts.code} and ${discountUses.state} in ('reserved', 'kept') ${more})`;

const withUses = (memberId: string) => ({
  ...getTableColumns(discounts),
  used: usesOf(sql``),
  usedByMe: usesOf(sql`and ${discountUses.memberId} = ${memberId}`),
});

/** What may come to a member by itself, the newest first: welcome codes, time bonuses that have not long ended, and a stay code of theirs. */
export const personalDiscounts = (db: Database, memberId: string) =>
  db
    .select(withUses(memberId))
    .from(discounts)
    .where(
      and(
        inArray(discounts.kind, ['welcome', 'time_bonus', 'stay']),
        // A day's grace, as the exact end is the reader's to judge by its own clock.
        sql`(${discounts.endsAt} is null or ${discounts.endsAt} > (unixepoch() - 86400) * 1000)`,
        sql`(${discounts.memberId} is null or ${discounts.memberId} = ${memberId})`,
      ),
    )
    .orderBy(desc(discounts.createdAt), discounts.code);

/** One code, as it stands for a member; no row: there is none. */
export const discountOfCode = (db: Database, code: string, memberId: string) =>
  db.select(withUses(memberId)).from(discounts).where(eq(discounts.code, code));

export type DiscountRow = Awaited<ReturnType<typeof discountOfCode>>[number];

/** Whether a code gives a member anything at a moment, as the batch finds it (the same rule as `givesNow` of worker/domain/discount.ts). */
const gives = (memberId: string, now: number): SQL => sql`
  ${discounts.startsAt} <= ${now} and (${discounts.endsAt} is null or ${discounts.endsAt} > ${now})
  and case ${discounts.kind}
    when 'stay' then ${discounts.memberId} = ${memberId}
    when 'welcome' then (select created_at + coalesce(${discounts.hours}, 0) * 3600000 from members where id = ${memberId}) > ${now}
    else true end
  and (${discounts.uses} is null or ${usesOf(sql``)} < ${discounts.uses})
  and ${usesOf(sql`and ${discountUses.memberId} = ${memberId}`)} < ${discounts.perAccount}`;

/**
 * Reserves a use of a code for an order, in the batch that makes it. Where the code gives this member nothing any more (its times, its
 * uses, the account's), the batch fails by `NOT NULL discount_uses.code`, and nothing of it has happened.
 */
export const reserveDiscount = (
  db: Database,
  { orderId, code, memberId, now }: { orderId: string; code: string; memberId: string; now: number },
) =>
  db.run(sql`
    insert into ${discountUses} (order_id, code, member_id, state, created_at)
    select ${orderId}, (select ${discounts.code} from ${discounts} where ${discounts.code} = ${code} and ${gives(memberId, now)}), ${memberId}, 'reserved', ${now}`);

/** Keeps the use of an order that is paid, or gives back what one reserved that is not; a use that was kept stays so, and one given back is kept after all when its order is paid late. */
export const settleDiscount = (db: Database, orderId: string, state: 'kept' | 'returned') =>
  db
    .update(discountUses)
    .set({ state })
    .where(and(eq(discountUses.orderId, orderId), state === 'returned' ? eq(discountUses.state, 'reserved') : undefined));
