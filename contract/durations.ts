/** Lengths of time, in milliseconds. A name that ends in `_MS` elsewhere is a length of its own purpose. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
