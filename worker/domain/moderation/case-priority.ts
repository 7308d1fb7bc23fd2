import type { LawCode } from '#contract/cases';
import type { ReportReason } from '#contract/safety';

/** The place of a case in the queue, the lowest number first (docs/product.md, "Cases"). */
export const PRIORITY = { danger: 0, harm: 1, usual: 2, later: 3 } as const;
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY];

const OF_REPORT: Readonly<Record<ReportReason, Priority>> = {
  underage: PRIORITY.danger,
  nudity: PRIORITY.danger,
  harassment: PRIORITY.danger,
  scam: PRIORITY.harm,
  fake: PRIORITY.usual,
  spam: PRIORITY.usual,
  other: PRIORITY.usual,
};

const OF_NOTICE: Readonly<Record<LawCode, Priority>> = {
  child_abuse: PRIORITY.danger,
  threats: PRIORITY.danger,
  intimate_images: PRIORITY.danger,
  hate: PRIORITY.harm,
  fraud: PRIORITY.harm,
  privacy: PRIORITY.harm,
  intellectual_property: PRIORITY.usual,
  other_law: PRIORITY.harm,
};

/** Harm to persons comes first. */
export const priorityOfReport = (reason: ReportReason): Priority => OF_REPORT[reason];
export const priorityOfNotice = (law: LawCode): Priority => OF_NOTICE[law];
/** Something illegal waits less long than a question; any other subject is one's own words. */
export const priorityOfComplaint = (subject: string): Priority => (subject === 'illegal' ? PRIORITY.harm : PRIORITY.later);
