import type { ReportReason } from '#contract/safety';
import type { Database } from '#db/client';
import { type CaseTopic, isComplaintWithoutCase, isReportWithoutCase, openOrJoinCase } from '#db/queries/cases/open-case';
import { randomId } from '../../lib/crypto.ts';
import { newReferenceNumber } from '../../lib/reference-number.ts';
import { PRIORITY, type Priority, priorityOfComplaint, priorityOfReport } from './case-priority.ts';

const NO_TOPIC: CaseTopic = { kind: 'none', id: null, memberId: null };
const memberTopic = (id: string): CaseTopic => ({ kind: 'member', id, memberId: id });

/** A report as it is stored. */
interface Report {
  readonly id: string;
  readonly reporterId: string;
  readonly reportedId: string;
  readonly reason: ReportReason;
  readonly messageIds: readonly string[];
  readonly createdAt: number;
}

/** The statements by which a report opens or joins the case of its member, in the batch that stores it; nothing if it was not stored. */
export const openCaseOfReport = (db: Database, { id, reporterId, reportedId, reason, messageIds, createdAt }: Report) =>
  openOrJoinCase(
    db,
    {
      number: newReferenceNumber(),
      topic: memberTopic(reportedId),
      priority: priorityOfReport(reason),
      source: { id: randomId(), kind: 'report', memberId: reporterId, reportId: id, createdAt },
      evidence: { memberId: reportedId, messageIds },
    },
    isReportWithoutCase(id),
  );

/** A complaint as it is stored. */
interface Complaint {
  readonly number: string;
  readonly memberId: string | null;
  readonly email: string;
  readonly locale: string;
  readonly subject: string;
  readonly createdAt: number;
}

/** A decision that somebody appeals against, with the member whom its case concerns. */
export interface AppealedDecision {
  readonly id: string;
  readonly memberId: string | null;
}

/**
 * The statements by which a complaint opens a case, in the batch that stores it; nothing if it was not stored. With a decision it is an appeal
 * and opens or joins the case of the appeal.
 */
export const openCaseOfComplaint = (db: Database, complaint: Complaint, appealed: AppealedDecision | null) =>
  openOrJoinCase(
    db,
    {
      number: newReferenceNumber(),
      topic: appealed ? { kind: 'decision', id: appealed.id, memberId: appealed.memberId } : NO_TOPIC,
      priority: appealed ? PRIORITY.usual : priorityOfComplaint(complaint.subject),
      source: {
        id: randomId(),
        kind: appealed ? 'appeal' : 'complaint',
        memberId: complaint.memberId,
        complaintNumber: complaint.number,
        email: complaint.email,
        locale: complaint.locale,
        createdAt: complaint.createdAt,
      },
      evidence: null,
    },
    isComplaintWithoutCase(complaint.number),
  );

/** What a rule of the site, or the photo check, holds against a member. */
export interface RuleFinding {
  readonly kind: 'rule' | 'held_photo';
  /** The name of the rule. */
  readonly rule: string;
  readonly topic: CaseTopic & { readonly memberId: string };
  readonly text: string;
  readonly priority?: Priority;
  readonly now: number;
}

/**
 * The statements by which a rule of the site opens or joins a case, for the batch that acts on its finding: about a member, a photo of theirs
 * (`held_photo`) or a message. `when` has to hold before each of them.
 */
export const openCaseOfRule = (
  db: Database,
  { kind, rule, topic, text, priority = PRIORITY.usual, now }: RuleFinding,
  when: Parameters<typeof openOrJoinCase>[2],
) =>
  openOrJoinCase(
    db,
    {
      number: newReferenceNumber(),
      topic,
      priority,
      source: { id: randomId(), kind, rule, text, createdAt: now },
      evidence: { memberId: topic.memberId, messageIds: topic.kind === 'message' && topic.id !== null ? [topic.id] : [] },
    },
    when,
  );
