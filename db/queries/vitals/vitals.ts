import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { vitals } from '../../schema/index.ts';
import { type FigureStep, PERIOD_CHARACTERS } from '../operator/figures.ts';
import { isAmongFirst } from '../shared/first-rows.ts';

/** How often a figure was in a bucket on a day. */
export type VitalCount = typeof vitals.$inferInsert;

/** Adds counts to those of their buckets. There must be at least one, and none twice. */
export const addVitalCounts = (db: Database, counts: readonly VitalCount[]) =>
  db
    .insert(vitals)
    .values([...counts])
    .onConflictDoUpdate({
      target: [vitals.day, vitals.page, vitals.vital, vitals.device, vitals.source, vitals.upTo],
      set: { count: sql`${vitals.count} + excluded.count` },
    });

/** The counts since a day by page, figure and bucket, of one kind of device and one source if they are given. */
export const vitalCountsSince = (db: Database, day: string, { device, source }: Partial<Pick<VitalCount, 'device' | 'source'>>) =>
  db
    .select({ page: vitals.page, vital: vitals.vital, upTo: vitals.upTo, count: sql<number>`sum(${vitals.count})` })
    .from(vitals)
    .where(and(gte(vitals.day, day), device ? eq(vitals.device, device) : undefined, source ? eq(vitals.source, source) : undefined))
    .groupBy(vitals.page, vitals.vital, vitals.upTo);

/** The counts between two days, both included, by period, figure and bucket, of all pages, devices and sources. */
export const vitalCountsBetween = (db: Database, step: FigureStep, from: string, to: string) =>
  db.all<{ period: string; vital: string; upTo: number; count: number }>(sql`
    select substr(day, 1, ${PERIOD_CHARACTERS[step]}) as period, vital, up_to as upTo, sum(count) as count
    from vitals where day between ${from} and ${to} group by 1, 2, 3`);

/** Deletes the counts of the days before a day. */
export const deleteVitalsBefore = (db: Database, day: string) => db.delete(vitals).where(isAmongFirst(vitals, lt(vitals.day, day)));
