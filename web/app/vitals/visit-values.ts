import type { InputOf } from '#contract/endpoint';
import { greatestOf, type recordVitals, VITALS, type Vital } from '#contract/vitals';

type Values = InputOf<typeof recordVitals>['values'];

/** Milliseconds are sent whole, layout shifts with four decimals: more would say something about the device. */
const rounded = (vital: Vital, value: number): number =>
  VITALS[vital].unit === 'ms' ? Math.round(value) : Math.round(value * 10_000) / 10_000;

/** The values of a visit that no report has held yet. */
export class VisitValues {
  #values = new Map<Vital, number[]>();
  #isLoadReported = false;

  /**
   * Records a value. Of a figure that each load has once, the latest counts, until a report has held it; of the others the first ones, as
   * many as a report may hold.
   */
  record(vital: Vital, value: number): void {
    const { most } = VITALS[vital];
    if (value < 0 || (most === 1 && this.#isLoadReported)) return;
    const sent = Math.min(rounded(vital, value), greatestOf(vital));
    const before = most === 1 ? [] : (this.#values.get(vital) ?? []);
    if (before.length < most) this.#values.set(vital, [...before, sent]);
  }

  /** The values for the next report, after which the next begins empty; null if there are none. */
  take(): Values | null {
    const values = this.#values;
    if (values.size === 0) return null;
    this.#values = new Map();
    this.#isLoadReported = true;
    return Object.fromEntries(values);
  }
}
