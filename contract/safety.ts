import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { boundedText, clampedNumber, Empty, Id } from './primitives.ts';
import { ProfileCard } from './profile.ts';

/** The reasons that a report may name (docs/product.md, "Reporting a member"). */
export const REPORT_REASONS = ['fake', 'scam', 'underage', 'harassment', 'nudity', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_TEXT_MAX = 2000;
export const REPORT_MESSAGES_MAX = 50;
const LIST_LIMIT = 100;

const profileInput = v.object({ profile: Id });
const listInput = v.object({
  before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
  limit: clampedNumber(1, LIST_LIMIT, LIST_LIMIT),
});

/** A page of the members whom the caller blocks, or of those whom the caller hides, latest first. `next` is null on the last page. */
export const BlockedOrHiddenList = v.object({ profiles: v.array(ProfileCard), total: v.number(), next: v.nullable(v.string()) });
export type BlockedOrHiddenList = v.InferOutput<typeof BlockedOrHiddenList>;

export const listBlocked = endpoint({
  method: 'GET',
  path: '/api/block.php',
  who: 'members',
  limits: 'reads',
  input: listInput,
  output: BlockedOrHiddenList,
  summary: 'Whom I block, the latest first',
});

export const blockMember = endpoint({
  method: 'POST',
  path: '/api/block.php',
  who: 'members',
  limits: 'own_rows',
  input: profileInput,
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Blocks a member: the two do not see each other any more; repeating it changes nothing',
});

export const unblockMember = endpoint({
  method: 'DELETE',
  path: '/api/block.php',
  who: 'members',
  limits: 'own_rows',
  input: profileInput,
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Lifts a block; the conversation returns',
});

export const listHidden = endpoint({
  method: 'GET',
  path: '/api/hide.php',
  who: 'members',
  limits: 'reads',
  input: listInput,
  output: BlockedOrHiddenList,
  summary: 'Whom I do not want to see in searches, the latest first',
});

export const hideMember = endpoint({
  method: 'POST',
  path: '/api/hide.php',
  who: 'members',
  limits: 'own_rows',
  input: profileInput,
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'No search shows this member to the caller any more; the member is not told',
});

export const unhideMember = endpoint({
  method: 'DELETE',
  path: '/api/hide.php',
  who: 'members',
  limits: 'own_rows',
  input: profileInput,
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: 'Searches show this member to me again',
});

export const reportMember = endpoint({
  method: 'POST',
  path: '/api/report.php',
  who: 'members',
  limits: ['reports_a_day'],
  input: v.object({
    profile: Id,
    reason: v.picklist(REPORT_REASONS, 'unknown'),
    text: v.optional(boundedText(0, REPORT_TEXT_MAX)),
    messages: v.optional(v.pipe(v.array(Id, 'wrong_type'), v.maxLength(REPORT_MESSAGES_MAX, 'too_long'))),
  }),
  output: Empty,
  status: 204,
  errors: ['not_found', 'too_many'],
  summary: 'Reports a member to the operator, with the messages it is about',
});
