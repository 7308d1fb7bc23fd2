import type { ParsedInputOf } from '#contract/endpoint';
import { type recordVitals as endpoint, greatestOf, VITAL_NAMES, VITALS, type Vital } from '#contract/vitals';
import { batch } from '#db/client';
import { addVitalCounts, type VitalCount } from '#db/queries/vitals/vitals';
import type { Context } from '../../domain/context.ts';
import { countLimits, enforceLimits, waiveLimits } from '../../domain/limits.ts';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The upper bound of the bucket of a value. */
const bucketOf = (vital: Vital, value: number): number => VITALS[vital].bounds.find((bound) => value <= bound) ?? greatestOf(vital);

/** The counts of a report, one for each bucket that has values of it. */
function countsOf({ page, device, source, values }: ParsedInputOf<typeof endpoint>, day: string): VitalCount[] {
  return VITAL_NAMES.flatMap((vital) => {
    const buckets = Map.groupBy(values[vital] ?? [], (value) => bucketOf(vital, value));
    return [...buckets].map(([upTo, { length: count }]) => ({ day, page, vital, device, source, upTo, count }));
  });
}

/**
 * Counts the values of a report in the buckets of the day and keeps nothing else of it. The session is not read. Where the operator measures
 * no visits, reports of pages that were loaded before count nothing (docs/product.md, "Web vitals of real visits").
 */
export async function recordVitals(ctx: Context, report: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now, settings } = ctx;
  if (settings.vitals_sample === 0) {
    waiveLimits(ctx);
    return;
  }
  const { limitCounts } = await batch(db, { limitCounts: countLimits(ctx, db) });
  enforceLimits(ctx, limitCounts);
  await addVitalCounts(db, countsOf(report, dayOf(now)));
}
