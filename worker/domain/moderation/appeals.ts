import { APPEAL_MONTHS } from '#contract/cases';
import { DAY } from '#contract/durations';

/** What a decision removes is kept until no appeal can come any more, and a month longer to decide one. */
export const REMOVED_KEPT_MS = (APPEAL_MONTHS + 1) * 31 * DAY;

const monthsFrom = (time: number, months: number): number => {
  const date = new Date(time);
  return date.setUTCMonth(date.getUTCMonth() + months);
};

/** Until when a decision can be appealed (ms). */
export const appealEnd = (decidedAt: number): number => monthsFrom(decidedAt, APPEAL_MONTHS);
/** Decisions from before this time can no longer be appealed (ms). */
export const appealStart = (now: number): number => monthsFrom(now, -APPEAL_MONTHS);

/** The first word of a text that has the form of a number of a case, notice or complaint, or null; written as `ComplaintNumber` reads it. */
export function numberIn(text: string): string | null {
  const words = text.toUpperCase().split(/[\s,;:.()#]+/);
  const plain = words.map((word) => word.replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'));
  return plain.find((word) => /^[\dA-HJKMNP-TV-Z]{10}$/.test(word)) ?? null;
}
