import { and, between, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { dailyFigures } from '../../schema/index.ts';
import { BUCKET_MS, LAST_BUCKET, NO_PHOTO_BIT } from '../members/search-plan.ts';
import { isAmongFirst } from '../shared/first-rows.ts';

/** A span of time in ms; `to` is not part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How much there was in a slice of a figure. */
export interface SliceCount {
  readonly slice: string;
  readonly count: number;
}

/** Handling times are counted in ranges; each is named by its upper bound in hours, the last one has none. */
export const HANDLING_HOURS = [1, 4, 12, 24, 48, 72, 168, 336, 720] as const;
export const HANDLED_LATER = 'later';

const HOUR_MS = 3_600_000;

/** The range of the time between two columns. */
export const handlingRange = (since: SQL, until: SQL): SQL => {
  const ranges = HANDLING_HOURS.map((hours) => sql`when ${until} - ${since} <= ${hours * HOUR_MS} then ${String(hours)}`);
  return sql`case ${sql.join(ranges, sql` `)} else ${HANDLED_LATER} end`;
};

const slices = (db: Database, query: SQL) => db.all<SliceCount>(query);

/** Sign-ups by country; '' where none is known yet. */
export const countSignups = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select coalesce(country, '') as slice, count(*) as count from members indexed by members_by_signup
      where not is_fictional and created_at >= ${from} and created_at < ${to} group by 1`,
  );

/** Accounts that were deleted, and not restored since. */
export const countDeletions = (db: Database, { from, to }: Span) =>
  slices(db, sql`select '' as slice, count(*) as count from members where deleted_at >= ${from} and deleted_at < ${to}`);

/**
 * Members by country who were active at `since` (ms) or later, rounded to a quarter of an hour, of those who hide their presence to a day.
 * Members who can be found are in an index by rank, all others in one of their own.
 */
export function countActive(db: Database, since: number) {
  const bucket = Math.floor(since / BUCKET_MS);
  const lastRank = LAST_BUCKET - bucket;
  const ranked = (first: number) =>
    sql`select country from members indexed by members_ranked_everywhere
      where is_searchable and search_rank >= ${first} and search_rank <= ${first + lastRank}`;
  return slices(
    db,
    sql`select coalesce(country, '') as slice, count(*) as count from (
        ${ranked(0)} union all ${ranked(NO_PHOTO_BIT)} union all
        select country from members indexed by members_active_unlisted
        where not is_searchable and not is_fictional and activity_bucket >= ${bucket} and status in ('active', 'not_confirmed')
      ) group by 1`,
  );
}

/**
 * The lowest rowid of a message that was not written before a time. Messages get rising rowids, so that some twenty lookups find it and no index by
 * time has to be written with each message.
 */
const firstMessageSince = (time: number): SQL => {
  const isBefore = sql`coalesce((select created_at from messages where rowid >= (low + high) / 2 order by rowid limit 1) < ${time}, 0)`;
  return sql`(
    with recursive search (low, high) as (
      select 0, (select coalesce(max(rowid), 0) + 1 from messages)
      union all
      select iif(${isBefore}, (low + high) / 2 + 1, low), iif(${isBefore}, high, (low + high) / 2) from search where low < high
    ) select max(low) from search)`;
};

/** Messages that were written, and not erased since. */
export const countMessages = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select '' as slice, count(*) as count from messages where rowid >= ${firstMessageSince(from)} and rowid < ${firstMessageSince(to)}`,
  );

/** Reports by reason. */
export const countReports = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select reason as slice, count(*) as count from reports indexed by reports_by_time
      where created_at >= ${from} and created_at < ${to} group by 1`,
  );

/** Reports that were closed, by the range of the time since they were made. */
export const countClosedReports = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select ${handlingRange(sql`created_at`, sql`closed_at`)} as slice, count(*) as count from reports indexed by reports_closed
      where closed_at is not null and closed_at >= ${from} and closed_at < ${to} group by 1`,
  );

/** Complaints by subject. What is none of `subjects`, the last of which stands for all others, is text of somebody and is not kept. */
export const countComplaints = (db: Database, { from, to }: Span, subjects: readonly string[]) =>
  slices(
    db,
    sql`select iif(subject in ${subjects}, subject, ${subjects.at(-1) ?? ''}) as slice, count(*) as count
      from complaints indexed by complaints_by_time
      where created_at >= ${from} and created_at < ${to} group by 1`,
  );

/** Complaints that were closed, by the range of the time since they were made. */
export const countClosedComplaints = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select ${handlingRange(sql`created_at`, sql`closed_at`)} as slice, count(*) as count from complaints
      where closed_at is not null and closed_at >= ${from} and closed_at < ${to} group by 1`,
  );

/** Orders that were paid, by currency. */
export const countPaidOrders = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select currency as slice, count(*) as count from orders where paid_at is not null and paid_at >= ${from} and paid_at < ${to} group by 1`,
  );

/** What was paid, in minor units by currency, VAT included. What went back later is not taken off. */
export const sumPaidOrders = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select currency as slice, sum(amount) as count from orders where paid_at is not null and paid_at >= ${from} and paid_at < ${to} group by 1`,
  );

export type FigureRow = typeof dailyFigures.$inferSelect;

/** Stores rows in place of those with the same figure, day and slice. There must be at least one. */
export const saveFigures = (db: Database, rows: readonly FigureRow[]) =>
  db
    .insert(dailyFigures)
    .values([...rows])
    .onConflictDoUpdate({ target: [dailyFigures.day, dailyFigures.figure, dailyFigures.slice], set: { count: sql`excluded.count` } });

/** Adds to figures of a day what leaves no row of its own. There must be at least one row, and none twice. */
export const addToFigures = (db: Database, rows: readonly FigureRow[]) =>
  db
    .insert(dailyFigures)
    .values([...rows])
    .onConflictDoUpdate({
      target: [dailyFigures.day, dailyFigures.figure, dailyFigures.slice],
      set: { count: sql`${dailyFigures.count} + excluded.count` },
    });

/** Adds one to a figure of a day if a condition holds inside the batch, for what leaves no row of its own. */
export const addToFigureWhen = (db: Database, { day, figure, slice }: Omit<FigureRow, 'count'>, when: SQL) =>
  db.run(sql`
    insert into daily_figures (day, figure, slice, count) select ${day}, ${figure}, ${slice}, 1 where ${when}
    on conflict (day, figure, slice) do update set count = count + 1`);

/** The newest day of a figure; no row if there is none. */
export const newestDayOf = (db: Database, figure: string) =>
  db.select({ day: dailyFigures.day }).from(dailyFigures).where(eq(dailyFigures.figure, figure)).orderBy(desc(dailyFigures.day)).limit(1);

/** The first of some days that has a row of a figure without slices; no row if none has. Each day is one lookup. */
export const firstDayWith = (db: Database, figure: string, days: readonly string[]) =>
  db.all<{ day: string }>(sql`
    select asked.value as day from json_each(${JSON.stringify(days)}) as asked
    where exists (select 1 from daily_figures where day = asked.value and figure = ${figure} and slice = '') limit 1`);

/** The rows of some figures between two days, both included, by day, figure and slice. */
export const figuresBetween = (db: Database, figures: readonly string[], from: string, to: string) =>
  db
    .select()
    .from(dailyFigures)
    .where(and(inArray(dailyFigures.figure, [...figures]), between(dailyFigures.day, from, to)))
    .orderBy(dailyFigures.day, dailyFigures.figure, dailyFigures.slice);

/** The sums of some figures by slice between two days, both included. */
export const figureSums = (db: Database, figures: readonly string[], from: string, to: string) =>
  db
    .select({ figure: dailyFigures.figure, slice: dailyFigures.slice, sum: sql<number>`sum(${dailyFigures.count})` })
    .from(dailyFigures)
    .where(and(inArray(dailyFigures.figure, [...figures]), between(dailyFigures.day, from, to)))
    .groupBy(dailyFigures.figure, dailyFigures.slice);

/** What figures are read by: each day for itself, or calendar months in UTC. */
export type FigureStep = 'day' | 'month';
/** How much of a day, `YYYY-MM-DD`, names its period. */
export const PERIOD_CHARACTERS: Readonly<Record<FigureStep, number>> = { day: 10, month: 7 };

interface TotalsOptions {
  readonly figures: readonly string[];
  /** Those of them whose slices are told apart; the slice of all others is ''. */
  readonly sliced: readonly string[];
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  readonly step: FigureStep;
}

/** The sums of some figures between two days by period, `YYYY-MM-DD` or `YYYY-MM`. */
export const figureTotals = (db: Database, { figures, sliced, from, to, step }: TotalsOptions) =>
  db.all<{ period: string; figure: string; slice: string; sum: number }>(sql`
    select substr(day, 1, ${PERIOD_CHARACTERS[step]}) as period, figure, iif(figure in ${sliced}, slice, '') as slice, sum(count) as sum
    from daily_figures where day between ${from} and ${to} and figure in ${figures} group by 1, 2, 3`);

/** Deletes the figures of the days before a day. */
export const deleteFiguresBefore = (db: Database, day: string) =>
  db.delete(dailyFigures).where(isAmongFirst(dailyFigures, lt(dailyFigures.day, day)));
