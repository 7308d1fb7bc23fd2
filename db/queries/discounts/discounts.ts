import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { discounts, discountUses } from '../../schema/index.ts';

/** How often a code is in use: reserved by an order that may still be paid, or kept by one that was. */
const usesOf = (more: SQL): SQL<number> =>
  // Written out: in a select of one table drizzle leaves the tables' names away.
  sql`(select count(*) from discount_uses where discount_uses.code = discounts.code and discount_uses.state in ('reserved', 'kept') ${more})`;

const withUses = (memberId: string) => ({
  ...getTableColumns(discounts),
  used: usesOf(sql``),
  usedByMe: usesOf(sql`and discount_uses.member_id = ${memberId}`),
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

/** Whether a code gives a member anything at a moment, as the batch finds it (the same rule as `givesNow` of worker/domain/discounts.ts). */
const gives = (memberId: string, now: number): SQL => sql`
  ${discounts.startsAt} <= ${now} and (${discounts.endsAt} is null or ${discounts.endsAt} > ${now})
  and case ${discounts.kind}
    when 'stay' then ${discounts.memberId} = ${memberId}
    when 'welcome' then (select created_at + coalesce(${discounts.hours}, 0) * 3600000 from members where id = ${memberId}) > ${now}
    else true end
  and (${discounts.uses} is null or ${usesOf(sql``)} < ${discounts.uses})
  and ${usesOf(sql`and discount_uses.member_id = ${memberId}`)} < ${discounts.perAccount}`;

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

export type DiscountInsert = typeof discounts.$inferInsert;

/** Writes a code that does not exist yet; no row where it does, or where its member has had one before. */
export const insertDiscount = (db: Database, code: DiscountInsert) => db.insert(discounts).values(code).onConflictDoNothing().returning();

/** The codes that an operator made, not those that members were offered, running or ended at a moment, with their uses; the latest first. */
export const madeDiscounts = (db: Database, { hasEnded, now }: { hasEnded: boolean; now: number }, limit: number) =>
  db
    .select({ ...getTableColumns(discounts), used: usesOf(sql``) })
    .from(discounts)
    .where(sql`${discounts.kind} <> 'stay' and (${discounts.endsAt} is not null and ${discounts.endsAt} <= ${now}) = ${hasEnded ? 1 : 0}`)
    .orderBy(desc(discounts.createdAt), discounts.code)
    .limit(limit);

/** Ends a code; no row: there is none, or it has ended before. */
export const endDiscount = (db: Database, code: string, now: number) =>
  db
    .update(discounts)
    .set({ endsAt: now })
    .where(and(eq(discounts.code, code), sql`(${discounts.endsAt} is null or ${discounts.endsAt} > ${now})`))
    .returning({ kind: discounts.kind });

/** Codes of a kind that run in a span of time; null: without an end. */
export const discountsWithin = (db: Database, kind: DiscountInsert['kind'], from: number, until: number | null) =>
  db
    .select({ code: discounts.code })
    .from(discounts)
    .where(
      and(
        eq(discounts.kind, kind),
        sql`(${discounts.endsAt} is null or ${discounts.endsAt} > ${from})`,
        until === null ? undefined : sql`${discounts.startsAt} < ${until}`,
      ),
    );

/** When a code ends; no row: there is none. */
export const discountNamed = (db: Database, code: string) =>
  db.select({ endsAt: discounts.endsAt }).from(discounts).where(eq(discounts.code, code));
