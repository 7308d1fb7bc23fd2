import * as v from 'valibot';
import { CASE_ACTIONS, GroundCode } from './cases.ts';
import { endpoint } from './endpoint.ts';

/**
 * A number as it is published (docs/product.md, "Transparency report"). `fewer_than`: at least one and less than `count`. `at_least`: a sum without
 * parts that are too small to be told. `about`: rounded.
 */
export const PublishedCount = v.object({ count: v.number(), is: v.picklist(['exact', 'fewer_than', 'at_least', 'about']) });
export type PublishedCount = v.InferOutput<typeof PublishedCount>;

/** A time in hours; `later`: longer than the last bound that is counted by. Null if too few were handled to tell it. */
const PublishedMedian = v.nullable(v.object({ hours: v.number(), is: v.picklist(['within', 'later']) }));

/** What came in, by kind, and how long the half that was handled fastest took at most; null if too few were handled. */
export const PublishedCases = v.object({
  total: PublishedCount,
  kinds: v.array(v.object({ kind: v.string(), count: PublishedCount })),
  median: PublishedMedian,
});
export type PublishedCases = v.InferOutput<typeof PublishedCases>;

/** Decisions of one action and, but for dismissals, one ground. */
export const PublishedDecision = v.object({
  action: v.picklist(CASE_ACTIONS),
  code: v.nullable(GroundCode),
  count: PublishedCount,
});
export type PublishedDecision = v.InferOutput<typeof PublishedDecision>;

/** The kinds of decisions that were made, each once. No other part of the report adds the same decisions up in another way. */
export const PublishedDecisions = v.object({ total: PublishedCount, kinds: v.array(PublishedDecision) });

/** What software has done with photos: held for a person to decide, blurred, or refused as a copy of a removed one. */
export const PHOTO_MEASURES = ['held', 'blurred', 'refused'] as const;
/** What became of a notice: nothing, or a measure by the rules of the site or by law. */
export const NOTICE_OUTCOMES = ['none', 'rule', 'law'] as const;
/** What became of an appeal: the decision stands, another one took its place, or it was taken back. */
export const APPEAL_OUTCOMES = ['upheld', 'changed', 'lifted'] as const;
/** A notice by a complaint, beside those by the form, which name a law. */
export const NOTICE_BY_COMPLAINT = 'complaint';

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
      /** Notices of illegal content, by any way. */
      notices: PublishedCount,
      /** The same by way: those by the form by the law that they name, and those by a complaint. The median is the time until a decision. */
      notices_by_kind: PublishedCases,
      /** Notices that were decided in this time, by what became of them (NOTICE_OUTCOMES), whenever they were made. */
      notices_decided: PublishedCases,
      reports: PublishedCases,
      complaints: PublishedCases,
      /** Accounts that the operator has closed. */
      bans: PublishedCount,
      /** Decisions of cases by people, with the time since the case was opened. */
      decisions: v.object({ ...PublishedDecisions.entries, median: PublishedMedian }),
      /** Decided appeals by outcome (APPEAL_OUTCOMES). */
      appeals: PublishedCases,
      automated: v.object({
        /** Decisions of cases by rules of the site. */
        decisions: PublishedDecisions,
        photos: v.array(v.object({ kind: v.picklist(PHOTO_MEASURES), count: PublishedCount })),
      }),
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
  summary: 'Reports, notices, complaints, decisions, appeals and active members of the last half of a year',
});
