import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { oneLineText } from './one-line-text.ts';
import { boundedText, EmailAddress, Id, Timestamp } from './primitives.ts';
import { REPORT_REASONS } from './safety.ts';

/** What a case can be about (docs/product.md, "Cases"). `decision`: an appeal against one. `none`: nothing that an act could change. */
export const CASE_SUBJECTS = ['member', 'photo', 'message', 'decision', 'none'] as const;
export type CaseSubject = (typeof CASE_SUBJECTS)[number];
/** Where a case comes from. `rule`: reported by a rule of the site itself; `held_photo`: a photo that waits to be shown. */
export const CASE_SOURCES = ['report', 'notice', 'complaint', 'appeal', 'held_photo', 'rule'] as const;
export type CaseSource = (typeof CASE_SOURCES)[number];
/** `open`: to be decided. `decided`: the mail server has not accepted all of its letters yet. `closed`: nothing is left to do. */
export const CASE_STATUSES = ['open', 'decided', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];
/** What a decision does (docs/product.md, "Decisions"). */
export const CASE_ACTIONS = ['dismiss', 'remove_photo', 'remove_text', 'warn', 'limit', 'pause', 'ban', 'restore'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];
/** The actions that restrict a member, who gets a statement of reasons. */
export const RESTRICTIONS = ['remove_photo', 'remove_text', 'warn', 'limit', 'pause', 'ban'] as const satisfies readonly CaseAction[];
export type Restriction = (typeof RESTRICTIONS)[number];

/** The rules of the site that a decision can name, as those that a report can name. */
export const RULE_CODES = REPORT_REASONS;
/** Kinds of illegal content: what a notice names and what a decision can be based on. */
export const LAW_CODES = [
  'child_abuse',
  'threats',
  'hate',
  'intimate_images',
  'fraud',
  'privacy',
  'intellectual_property',
  'other_law',
] as const;
export type RuleCode = (typeof RULE_CODES)[number];
export type LawCode = (typeof LAW_CODES)[number];
export const GROUNDS = ['rule', 'law'] as const;
export type Ground = (typeof GROUNDS)[number];
export const GroundCode = v.picklist([...RULE_CODES, ...LAW_CODES]);
export type GroundCode = v.InferOutput<typeof GroundCode>;

export const DECISION_FACTS_MAX = 1000;
export const DECISION_REPLY_MAX = 20_000;
/** Calendar months within which a decision can be appealed (Digital Services Act, article 20). */
export const APPEAL_MONTHS = 6;
export const NOTICE_TEXT_MAX = 5000;
export const NOTICE_WHERE_MAX = 500;
const NAME_MAX = 150;
const DECISIONS_LIMIT = 100;

export const makeNotice = endpoint({
  method: 'POST',
  path: '/api/notice.php',
  who: 'everybody',
  limits: ['complaints_an_hour', { limit: 'complaints_a_day', onlyWith: 'email' }, { limit: 'complaint_mails_an_hour', onlyWith: 'email' }],
  input: v.object({
    /** The address of the content, or the id of a profile. */
    where: oneLineText(1, NOTICE_WHERE_MAX),
    law: v.picklist(LAW_CODES, 'unknown'),
    /** What it is and why it is illegal. */
    text: boundedText(1, NOTICE_TEXT_MAX),
    /** Name and address may be left out for `child_abuse` alone. */
    name: v.optional(oneLineText(0, NAME_MAX)),
    email: v.optional(EmailAddress),
    /** The notifier believes in good faith that all of it is accurate and complete. */
    good_faith: v.literal(true, 'required'),
  }),
  output: v.object({ number: v.string() }),
  status: 201,
  errors: ['too_many'],
  summary: 'Takes a notice of illegal content, from anybody; the number is also mailed',
});

/** What a decision can remove: a photo, the name, the text about the member, the answer to a prompt, or a message. */
export const REMOVABLE_PARTS = ['photo', 'name', 'personal', 'prompt', 'message'] as const;
export type RemovablePart = (typeof REMOVABLE_PARTS)[number];

/** A decision as its member reads it: the statement of reasons (docs/product.md, "Statement of reasons"). */
export const Decision = v.object({
  id: Id,
  /** The number of its case, which an appeal names. */
  number: v.string(),
  action: v.picklist(CASE_ACTIONS),
  /** What it removed; null if it removed nothing. */
  removed: v.nullable(v.picklist(REMOVABLE_PARTS)),
  ground: v.nullable(v.picklist(GROUNDS)),
  code: v.nullable(GroundCode),
  facts: v.string(),
  /** The end of a limit or pause; null if it has none. */
  until: v.nullable(Timestamp),
  is_automated: v.boolean(),
  /** What led to it: somebody told the site, or nobody. */
  prompted_by: v.picklist(['report', 'notice', 'own_initiative']),
  decided_at: Timestamp,
  /** Until when it can be appealed; null if it cannot: the time is over, or it is appealed already, or was lifted. */
  appeal_until: v.nullable(Timestamp),
  appeal: v.nullable(v.picklist(['open', 'upheld', 'lifted'])),
  /** When its effect ended, because its span was over or it was lifted; null while it lasts. */
  ended_at: v.nullable(Timestamp),
});
export type Decision = v.InferOutput<typeof Decision>;

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/decisions.php',
  who: 'members',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ decisions: v.pipe(v.array(Decision), v.maxLength(DECISIONS_LIMIT)) }),
  summary: 'Decisions about me with their reasons, the latest first, 100 at most; for banned members, too',
});
