import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/**
 * A number as it is published (docs/product.md, "Transparency report"). `fewer_than`: at least one and less than `count`. `at_least`: a sum without
 * parts that are too small to be told. `about`: rounded.
 */
export const PublishedCount = v.object({ count: v.number(), is: v.picklist(['exact', 'fewer_than', 'at_least', 'about']) });
export type PublishedCount = v.InferOutput<typeof PublishedCount>;

/** What came in, by kind, and how long the half that was handled fastest took at most; null if too few were handled. */
export const PublishedCases = v.object({
  total: PublishedCount,
  kinds: v.array(v.object({ kind: v.string(), count: PublishedCount })),
  /** In hours; `later`: longer than the last bound that is counted by. */
  median: v.nullable(v.object({ hours: v.number(), is: v.picklist(['within', 'later']) })),
});
export type PublishedCases = v.InferOutput<typeof PublishedCases>;

/** The last half of a year that has ended. Days are `YYYY-MM-DD`. */
export const Transparency = v.object({
  from: v.string(),
  to: v.string(),
  /** How many of its days are counted. Without any there is no report. */
  counted_days: v.number(),
  /** The day on which the next report is published. */
  next_at: v.string(),
  report: v.nullable(
    v.object({
      /** Members who were active within 30 days, on average; null where that was not counted. */
      active: v.nullable(v.object({ eu: PublishedCount, elsewhere: PublishedCount })),
      /** Notices of illegal content. */
      notices: PublishedCount,
      reports: PublishedCases,
      complaints: PublishedCases,
      /** Accounts that the operator has closed. */
      bans: PublishedCount,
    }),
  ),
});
export type Transparency = v.InferOutput<typeof Transparency>;

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: Transparency,
  isCatalogue: true,
  summary: 'Reports, complaints, measures and active members of the last half of a year',
});
