import type { CaseDecisionRow, ListedCase } from '#db/queries/cases/case-queue';
import type { CaseDetails } from '../../worker/domain/moderation/look-at-case.ts';
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { groupedNumber } from '../../worker/lib/reference-number.ts';
import { countText, escapeControls, formatUtcMinute, quoteLines } from '../lib/terminal-text.ts';

const PRIORITIES = ['danger', 'harm', 'usual', 'later'] as const;
const priorityText = (priority: number): string => PRIORITIES[priority] ?? String(priority);
/** Sound: the cell is a JSON array of kinds. */
const kindsOf = ({ kinds }: ListedCase) => JSON.parse(kinds) as string[];

/** What a case is about. */
function aboutOf({ case: row, memberName }: ListedCase): string {
  const whose = memberName === null ? '' : ` of ${escapeControls(memberName)}`;
  if (row.subjectKind === 'member') return memberName === null ? 'an erased member' : escapeControls(memberName);
  return row.subjectKind === 'none' ? 'nothing in particular' : `a ${row.subjectKind}${whose}`;
}

function stateOf({ case: row, lettersLeft }: ListedCase): string {
  if (row.status === 'open') return row.assigneeId === null ? 'open' : 'taken';
  return row.status === 'decided' ? `decided, ${countText(lettersLeft, 'letter')} left` : `closed ${formatUtcMinute(row.closedAt ?? 0)}`;
}

/** A case as one line of a list. */
export function caseLine(found: ListedCase): string {
  const { case: row } = found;
  const parts = [
    groupedNumber(row.number),
    formatUtcMinute(row.createdAt),
    priorityText(row.priority),
    aboutOf(found),
    kindsOf(found).join('+'),
  ];
  return `${parts.join('  ')}  ${stateOf(found)}`;
}

/** A case of a list as JSON. */
export const caseJson = (found: ListedCase) => ({
  number: found.case.number,
  status: found.case.status,
  priority: priorityText(found.case.priority),
  subject: found.case.subjectKind,
  subject_id: found.case.subjectId,
  member: found.case.memberId,
  assignee: found.case.assigneeId,
  sources: kindsOf(found),
  letters_left: found.lettersLeft,
  created_at: isoTime(found.case.createdAt),
  closed_at: isoTimeOrNull(found.case.closedAt),
});

/** A profile as it was when it was reported. */
interface Evidence {
  readonly name: string;
  readonly personal: string | null;
  readonly prompts: readonly { readonly id: string; readonly text: string }[];
  readonly photos: readonly string[];
  readonly messages: readonly {
    readonly is_of_member: boolean;
    readonly text: string;
    readonly created_at: number;
    readonly quote: Readonly<Record<string, string | null>> | null;
  }[];
  readonly repeated: number;
}

/** What a message quoted, and whether its words were of a photo, a prompt, a field or the text. */
function quoteText(quote: Evidence['messages'][number]['quote']): string[] {
  if (!quote) return [];
  const [kind, id] = Object.entries(quote).find(([name, value]) => name !== 'text' && value !== null) ?? ['text', null];
  return [`about ${kind}${id === null ? '' : ` ${id}`}:`, ...(quote.text ? [quoteLines(quote.text, '>')] : [])];
}

function evidenceLines(evidence: unknown): string[] {
  if (evidence === null) return [];
  // Sound: evidence is written by `openOrJoinCase` alone.
  const stored = evidence as Evidence | { readonly left_out: number };
  if ('left_out' in stored)
    return [`  Evidence not kept, with ${countText(stored.left_out, 'message')}: the case holds too much of this person.`];
  const { name, personal, prompts, photos, messages, repeated } = stored;
  return [
    `  As it was then: ${escapeControls(name)}`,
    ...(personal === null ? [] : ['  About them:', quoteLines(personal)]),
    ...prompts.flatMap(({ id, text }) => [`  Prompt ${id}:`, quoteLines(text)]),
    ...(photos.length === 0 ? [] : [`  Photos: ${photos.join(' ')}`]),
    ...messages.flatMap(({ is_of_member: isTheirs, text, created_at: at, quote }) => [
      `  ${isTheirs ? 'They' : 'The other'} wrote, ${formatUtcMinute(at)}:`,
      ...quoteText(quote),
      quoteLines(text),
    ]),
    ...(repeated === 0 ? [] : [`  Reported again: ${countText(repeated, 'message')} of an earlier report.`]),
  ];
}

/** A source of a case: who said what when, and what they showed. */
function sourceLines({ source, report, complaint, from }: CaseDetails['sources'][number]): string[] {
  const who = from?.email ?? source.email ?? (source.rule === null ? 'nobody named' : `the rule ${source.rule}`);
  const about = report?.reason ?? complaint?.subject ?? source.law ?? '';
  const text = report?.text || complaint?.text || source.text;
  return [
    `${source.kind} ${formatUtcMinute(source.createdAt)}  ${escapeControls(about)}  by ${escapeControls(who)}`,
    ...(source.place === null ? [] : [`  Where: ${escapeControls(source.place)}`]),
    ...(complaint?.reference ? [`  Reference: ${escapeControls(complaint.reference)}`] : []),
    ...(text === '' ? [] : ['  They say:', quoteLines(text)]),
    ...evidenceLines(source.evidence),
  ];
}

/** A decision with its reasons. */
function decisionLines(title: string, { action, ground, code, facts, reply, until, createdAt, endedAt }: CaseDecisionRow): string[] {
  const span = until === null ? '' : ` until ${formatUtcMinute(until)}`;
  const end = endedAt === null ? '' : `, ended ${formatUtcMinute(endedAt)}`;
  const why = ground === null ? '' : `, against ${ground} ${code}`;
  return [
    `${title}: ${action}${span}${why}, ${formatUtcMinute(createdAt)}${end}`,
    ...(facts === '' ? [] : ['  Facts:', quoteLines(facts)]),
    ...(reply === null ? [] : ['  Told those who reported:', quoteLines(reply)]),
  ];
}

/** A letter with the state of its mail. */
export function letterLine({ letter, address, tries, isGivenUp }: CaseDetails['letters'][number]): string {
  const state =
    letter.acceptedAt !== null
      ? `accepted ${formatUtcMinute(letter.acceptedAt)}`
      : letter.mailId === null
        ? 'is written within a minute'
        : isGivenUp === 1
          ? `GIVEN UP after ${countText(tries ?? 0, 'try', 'tries')}`
          : `waits, ${countText(tries ?? 0, 'try', 'tries')} so far`;
  return `${letter.kind}  ${address ?? 'an erased account'}  ${state}`;
}

/** A letter as JSON. */
export const letterJson = ({ letter, address, tries, isGivenUp }: CaseDetails['letters'][number]) => ({
  kind: letter.kind,
  address,
  is_written: letter.mailId !== null,
  tries: tries ?? 0,
  is_given_up: isGivenUp === 1,
  accepted_at: isoTimeOrNull(letter.acceptedAt),
});

/** All of a case as text. */
export function caseText(details: CaseDetails): string {
  const { found, sources, decision, appealed, earlier, letters, activity, sourcesNext, activityNext } = details;
  const member =
    found.member === null
      ? []
      : [`Member: ${escapeControls(found.member.name)} <${found.member.email}>, ${found.member.status.replace('_', ' ')}`];
  return [
    caseLine(found),
    ...member,
    ...sources.flatMap(sourceLines),
    ...(sourcesNext === null ? [] : [`More sources: --sources-after ${sourcesNext}`]),
    ...(appealed ? decisionLines('Appealed decision', appealed) : []),
    ...earlier.flatMap((row) => decisionLines(`Earlier decision ${groupedNumber(row.decision.caseNumber)}`, row.decision)),
    ...(decision ? decisionLines('Decision', decision) : []),
    ...letters.map((letter) => `Letter: ${letterLine(letter)}`),
    ...(activityNext === null ? [] : [`Earlier activity: --activity-before ${activityNext}`]),
    ...activity.map(({ activity: entry, actorName, assigneeName }) => {
      const who = actorName === null ? entry.actorKind.replace('_', ' ') : escapeControls(actorName);
      const detail = assigneeName === null ? entry.detail : `to ${escapeControls(assigneeName)}`;
      return `${formatUtcMinute(entry.createdAt)}  ${who}  ${entry.act.replaceAll('_', ' ')}${detail === null ? '' : ` ${detail}`}`;
    }),
  ].join('\n');
}

const decisionJson = (row: CaseDecisionRow) => ({
  id: row.id,
  case: row.caseNumber,
  action: row.action,
  ground: row.ground,
  code: row.code,
  facts: row.facts,
  reply: row.reply,
  target: row.target,
  until: isoTimeOrNull(row.until),
  decided_at: isoTime(row.createdAt),
  ended_at: isoTimeOrNull(row.endedAt),
});

/** All of a case as JSON. */
export const caseDetailsJson = ({ found, sources, decision, appealed, earlier, letters, activity, ...next }: CaseDetails) => ({
  ...caseJson(found),
  sources_next: next.sourcesNext,
  activity_next: next.activityNext,
  sources: sources.map(({ source, report, complaint, from }) => ({
    kind: source.kind,
    reason: report?.reason ?? complaint?.subject ?? source.law,
    by: from?.email ?? source.email,
    rule: source.rule,
    where: source.place,
    text: report?.text || complaint?.text || source.text,
    reference: complaint?.reference ?? null,
    evidence: source.evidence,
    created_at: isoTime(source.createdAt),
  })),
  decision: decision ? decisionJson(decision) : null,
  appealed: appealed ? decisionJson(appealed) : null,
  earlier_decisions: earlier.map((row) => decisionJson(row.decision)),
  letters: letters.map(letterJson),
  activity: activity.map(({ activity: entry, actorName }) => ({
    at: isoTime(entry.createdAt),
    actor: entry.actorKind,
    operator: actorName,
    act: entry.act,
    detail: entry.detail,
  })),
});
