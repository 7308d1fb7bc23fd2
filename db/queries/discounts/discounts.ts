import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { discounts, discountUses } from '../../schema/index.ts';

/** The number of uses of a code: reserved by orders that may still be paid, or kept by paid ones. `more` is a further condition. */
const useCount = (more: SQL): SQL<number> =>
  // Names are written out, because drizzle omits the table name in queries of one table.
  sql`(select count(*) from discount_uses where discount_uses.code = discounts.code and discount_uses.state in ('reserved', 'kept') ${more})`;

const withUses = (memberId: string) => ({
  ...getTableColumns(discounts),
  used: useCount(sql``),
  usedByMe: useCount(sql`and discount_uses.member_id = ${memberId}`),
});

/** Discounts that a member may get without entering a code, the newest first: welcome codes, time bonuses, and a stay code of theirs. */
export const personalDiscounts = (db: Database, memberId: string) =>
  db
    .select(withUses(memberId))
    .from(discounts)
    .where(
      and(
        inArray(discounts.kind, ['welcome', 'time_bonus', 'stay']),
        // One day longer than the end, which the caller checks by its own clock.
        sql`(${discounts.endsAt} is null or ${discounts.endsAt} > (unixepoch() - 86400) * 1000)`,
        sql`(${discounts.memberId} is null or ${discounts.memberId} = ${memberId})`,
      ),
    )
    .orderBy(desc(discounts.createdAt), discounts.code);

/** One discount with its uses, in all and by a member; no row if the code does not exist. */
export const discountOfCode = (db: Database, code: string, memberId: string) =>
  db.select(withUses(memberId)).from(discounts).where(eq(discounts.code, code));

export type DiscountRow = Awaited<ReturnType<typeof discountOfCode>>[number];

/** Condition: a member can use a discount at `now`. The same rule is in worker/domain/discounts.ts; this one holds inside a batch. */
const isUsableBy = (memberId: string, now: number): SQL => sql`
  ${discounts.startsAt} <= ${now} and (${discounts.endsAt} is null or ${discounts.endsAt} > ${now})
  and case ${discounts.kind}
    when 'stay' then ${discounts.memberId} = ${memberId}
    when 'welcome' then (select created_at + coalesce(${discounts.hours}, 0) * 3600000 from members where id = ${memberId}) > ${now}
    else true end
  and (${discounts.maxUses} is null or ${useCount(sql``)} < ${discounts.maxUses})
  and ${useCount(sql`and discount_uses.member_id = ${memberId}`)} < ${discounts.maxUsesPerAccount}`;

/**
 * Reserves a use of a discount for an order, in the batch that makes the order. If the member can no longer use the discount (its time, its uses,
 * the uses of the account), the code is null, which violates `NOT NULL discount_uses.code` and undoes the batch.
 */
export const reserveDiscount = (
  db: Database,
  { orderId, code, memberId, now }: { orderId: string; code: string; memberId: string; now: number },
) =>
  db.run(sql`
    insert into ${discountUses} (order_id, code, member_id, state, created_at)
    select ${orderId},
      (select ${discounts.code} from ${discounts} where ${discounts.code} = ${code} and ${isUsableBy(memberId, now)}),
      ${memberId}, 'reserved', ${now}`);

/** Sets the use of an order to `kept` if it is paid, or to `returned` if it was only reserved. A returned use becomes `kept` if its order is paid late. */
export const settleDiscountUse = (db: Database, orderId: string, state: 'kept' | 'returned') =>
  db
    .update(discountUses)
    .set({ state })
    .where(and(eq(discountUses.orderId, orderId), state === 'returned' ? eq(discountUses.state, 'reserved') : undefined));

export type DiscountInsert = typeof discounts.$inferInsert;

/** Stores a new discount; no row if its code exists, or if its member has had one of the kind before. */
export const insertDiscount = (db: Database, code: DiscountInsert) => db.insert(discounts).values(code).onConflictDoNothing().returning();

/** Discounts that the operator made (all but stay codes), either ended or not ended at `now`, with their uses, the latest first. */
export const operatorDiscounts = (db: Database, { hasEnded, now }: { hasEnded: boolean; now: number }, limit: number) =>
  db
    .select({ ...getTableColumns(discounts), used: useCount(sql``) })
    .from(discounts)
    .where(sql`${discounts.kind} <> 'stay' and (${discounts.endsAt} is not null and ${discounts.endsAt} <= ${now}) = ${hasEnded ? 1 : 0}`)
    .orderBy(desc(discounts.createdAt), discounts.code)
    .limit(limit);

/** Ends a discount whose end is still the one that was read; no row if the code does not exist, has another end or has ended before. */
export const endDiscount = (db: Database, code: string, knownEnd: number | null, now: number) =>
  db
    .update(discounts)
    .set({ endsAt: now })
    .where(
      and(
        eq(discounts.code, code),
        sql`${discounts.endsAt} is ${knownEnd}`,
        sql`(${discounts.endsAt} is null or ${discounts.endsAt} > ${now})`,
      ),
    )
    .returning({ kind: discounts.kind });

/** Codes of a kind that are valid at some time between `from` and `until` (null: without an end). */
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

/** When a discount ends; no row if the code does not exist. */
export const discountEndOf = (db: Database, code: string) =>
  db.select({ endsAt: discounts.endsAt }).from(discounts).where(eq(discounts.code, code));
