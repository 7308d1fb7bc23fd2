import {
  CASE_PRIORITIES,
  type CaseActivityEntry,
  type CaseDecision,
  type CaseDetails,
  type CaseEvidence,
  type CaseLetter,
  type CaseLine,
  type CaseMember,
  type CasePhoto,
  type CasePriority,
  type CaseSourceEntry,
} from '#contract/operator/operated-cases';
import type { CasePhotoRow } from '#db/queries/cases/case-photos';
import type { ListedCase, NamedDecisionRow } from '#db/queries/cases/case-queue';
import { ageAt } from '../../../domain/age.ts';
import { groundCodeOf } from '../../../domain/moderation/decision-statement.ts';
import type { CaseDetails as Details } from '../../../domain/moderation/look-at-case.ts';
import { isRestorable, possibleActions, removableTexts } from '../../../domain/moderation/possible-actions.ts';
import { isoTime, isoTimeOrNull } from '../../../lib/iso-time.ts';

const named = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });
const priorityOf = (priority: number): CasePriority => CASE_PRIORITIES[priority] ?? 'later';

/** A case as a line of a list. */
export function caseLineOf({ case: row, memberName, assigneeName, kinds, sources, lettersLeft }: ListedCase): CaseLine {
  return {
    number: row.number,
    status: row.status,
    priority: priorityOf(row.priority),
    subject: row.subjectKind,
    member: named(row.memberId, memberName),
    assignee: named(row.assigneeId, assigneeName),
    // Sound: the cell is a JSON array of the kinds of its sources.
    kinds: JSON.parse(kinds) as CaseLine['kinds'],
    sources,
    letters_left: lettersLeft,
    created_at: isoTime(row.createdAt),
    closed_at: isoTimeOrNull(row.closedAt),
  };
}

/** Evidence as `openOrJoinCase` stores it. */
type StoredEvidence = Omit<CaseEvidence, 'messages'> & {
  readonly messages: readonly (Omit<CaseEvidence['messages'][number], 'created_at'> & { readonly created_at: number })[];
};
/** What is stored instead once the case holds too much evidence of a person. */
interface LeftOutEvidence {
  readonly left_out: number;
}

function evidenceOf(stored: unknown): Pick<CaseSourceEntry, 'evidence' | 'left_out'> {
  // Sound: evidence is written by `openOrJoinCase` alone.
  const evidence = stored as StoredEvidence | LeftOutEvidence | null;
  if (evidence === null) return { evidence: null, left_out: null };
  if ('left_out' in evidence) return { evidence: null, left_out: evidence.left_out };
  const { name, personal, prompts, photos, messages, repeated } = evidence;
  const shown = messages.map((message) => ({ ...message, created_at: isoTime(message.created_at) }));
  return { evidence: { name, personal, prompts, photos, messages: shown, repeated }, left_out: null };
}

function sourceOf({ source, report, complaint, from }: Details['sources'][number]): CaseSourceEntry {
  return {
    id: source.id,
    kind: source.kind,
    reason: report?.reason ?? complaint?.subject ?? source.law,
    text: report?.text || complaint?.text || source.text,
    from: {
      member: named(source.memberId, from?.name ?? null),
      name: source.name,
      email: from?.email ?? source.email,
    },
    rule: source.rule,
    where: source.place,
    number: source.complaintNumber ?? (source.kind === 'notice' ? source.id : null),
    reference: complaint?.reference ?? null,
    ...evidenceOf(source.evidence),
    created_at: isoTime(source.createdAt),
    closed_at: isoTimeOrNull(report?.closedAt ?? complaint?.closedAt ?? null),
  };
}

const photoOf = ({ id, state, isSubject, isOfMember, thumbhash, width, height }: CasePhotoRow): CasePhoto => ({
  ...{ id, state, thumbhash, width, height },
  is_subject: isSubject === 1,
  is_of_member: isOfMember === 1,
});

function decisionOf(row: NamedDecisionRow): CaseDecision {
  const { id, action, ground, facts, reply, target, actorKind, actorName, rule } = row;
  return {
    ...{ id, action, ground, facts, reply, target },
    number: row.caseNumber,
    code: groundCodeOf(row.code),
    until: isoTimeOrNull(row.until),
    by: { kind: actorKind, name: actorName, rule },
    decided_at: isoTime(row.createdAt),
    ended_at: isoTimeOrNull(row.endedAt),
  };
}

function letterOf({ letter, address, tries, isGivenUp }: Details['letters'][number]): CaseLetter {
  const state = letter.acceptedAt !== null ? 'accepted' : letter.mailId === null ? 'to_write' : isGivenUp === 1 ? 'given_up' : 'waiting';
  return { id: letter.id, kind: letter.kind, address, state, tries: tries ?? 0, accepted_at: isoTimeOrNull(letter.acceptedAt) };
}

function activityOf({ activity, actorName, assigneeName }: Details['activity'][number]): CaseActivityEntry {
  const { id, act, detail, actorKind, rule, createdAt } = activity;
  const isAssignment = act === 'assigned';
  return {
    ...{ id, act },
    detail: isAssignment ? null : detail,
    assignee: isAssignment ? named(detail, assigneeName) : null,
    by: { kind: actorKind, name: actorName, rule },
    at: isoTime(createdAt),
  };
}

function memberOf(details: Details, now: number): CaseMember | null {
  const { found } = details;
  const { member } = found;
  if (!member) return null;
  const { id, name, dateOfBirth, gender, country, status, limitedUntil } = member;
  return {
    ...{ id, name, gender, country, status },
    age: dateOfBirth === null ? null : ageAt(dateOfBirth, now),
    is_paused: member.isPaused,
    limited_until: limitedUntil !== null && limitedUntil > now ? isoTime(limitedUntil) : null,
    is_fictional: member.isFictional,
    signed_up_at: isoTime(member.createdAt),
    texts: found.case.status === 'open' ? removableTexts(details) : [],
  };
}

/** A case with all that an operator sees of it. */
export function caseDetailsOf(details: Details, operatorId: string, now: number): CaseDetails {
  const { found, sources, photos, decision, appealed, earlier, letters, activity, sourcesNext, activityNext } = details;
  const { assigneeId } = found.case;
  const isOfAnother = assigneeId !== null && assigneeId !== operatorId;
  return {
    ...caseLineOf(found),
    is_mine: assigneeId === operatorId,
    member: memberOf(details, now),
    sources: sources.map(sourceOf),
    sources_next: sourcesNext,
    photos: photos.map(photoOf),
    decision: decision ? decisionOf(decision) : null,
    appealed: appealed ? decisionOf(appealed) : null,
    earlier: earlier.map((row) => decisionOf(row.decision)),
    letters: letters.map(letterOf),
    activity: activity.map(activityOf),
    activity_next: activityNext,
    actions: isOfAnother ? [] : possibleActions(details),
    is_restorable: isRestorable(details),
  };
}
