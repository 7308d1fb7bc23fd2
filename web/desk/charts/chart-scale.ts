/** The ticks of an axis from 0: `ticks` in rising order, the last of which is `most`. */
export interface ChartScale {
  readonly most: number;
  readonly ticks: readonly number[];
}

/** Steps that people count in, times a power of ten. */
const STEPS = [1, 2, 5, 10] as const;
const AIMED_TICKS = 4;

/** An axis from 0 that holds all values, which are not negative, with whole numbers at its ticks. */
export function chartScale(values: readonly number[]): ChartScale {
  const greatest = Math.max(0, ...values);
  const rough = greatest / AIMED_TICKS;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = Math.max(1, (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(greatest / step));
  return { most: count * step, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) };
}

/** Parts of a line without gaps: indices and values in a row. A value that is not known breaks the line. */
export function lineParts(values: readonly (number | null)[]): (readonly { readonly index: number; readonly value: number }[])[] {
  const parts: { index: number; value: number }[][] = [];
  let isOpen = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    if (!isOpen) parts.push([]);
    parts.at(-1)?.push({ index, value });
    isOpen = true;
  }
  return parts;
}
