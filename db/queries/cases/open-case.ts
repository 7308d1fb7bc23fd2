import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { type caseSources, cases, complaints, reports } from '../../schema/index.ts';
import { type ActivityEntry, recordActivity } from './case-queue.ts';

export type CaseRow = typeof cases.$inferSelect;

/** What a case is about. `memberId` is the member whom it concerns, null if nobody; `id` names the subject, null if nothing can be named. */
export interface CaseTopic {
  readonly kind: CaseRow['subjectKind'];
  readonly id: string | null;
  readonly memberId: string | null;
}

/** What opens or joins a case. `number` is the number of the case if this opens one; a lower `priority` comes first. */
export interface CaseOpening {
  readonly number: string;
  readonly topic: CaseTopic;
  readonly priority: number;
  readonly source: Omit<typeof caseSources.$inferInsert, 'caseNumber' | 'evidence'>;
  /** Whose profile and which of their messages the batch keeps as evidence; null for none. */
  readonly evidence: ReportedContent | null;
}

/** What was reported: the profile of a member and messages of a conversation with them. */
export interface ReportedContent {
  readonly memberId: string;
  readonly messageIds: readonly string[];
}

/** How much evidence of one person an open case keeps, in characters of JSON; what passes this is kept whole, and nothing behind it. */
export const EVIDENCE_OF_PERSON_MAX = 500_000;

const openCaseOf = ({ kind, id }: CaseTopic): SQL =>
  id === null ? sql`null` : sql`(select number from cases where subject_kind = ${kind} and subject_id = ${id} and status = 'open')`;

/** Condition on `case_sources`: it is in the open case about a subject, from the person or rule that the source is from. */
const isEarlierOfSame = (topic: CaseTopic, { memberId, email, rule }: CaseOpening['source']): SQL => sql`
  case_sources.case_number = ${openCaseOf(topic)}
    and coalesce(case_sources.member_id, case_sources.email, case_sources.rule, '') = ${memberId ?? email ?? rule ?? ''}`;

/**
 * Opens a case, or joins the open one about the same subject, if a condition holds inside the batch. The condition is asked before each of
 * the three statements and must not depend on what they write. A member who is gone by then is left out.
 */
export const openOrJoinCase = (db: Database, { number, topic, priority, source, evidence }: CaseOpening, when: SQL) => ({
  openedCase: db.run(sql`
    insert into cases (number, member_id, subject_kind, subject_id, status, priority, created_at)
    select ${number}, (select id from members where id = ${topic.memberId}), ${topic.kind}, ${topic.id}, 'open', ${priority}, ${source.createdAt}
    where ${when} and ${openCaseOf(topic)} is null`),
  raisedCase: db.run(sql`
    update cases set priority = min(priority, ${priority}) where number = ${openCaseOf(topic)} and ${when}`),
  caseSource: db.run(sql`
    insert into case_sources (id, case_number, kind, member_id, report_id, complaint_number, rule, place, law, text, name, email, locale, evidence, created_at)
    select ${source.id}, coalesce(${openCaseOf(topic)}, ${number}), ${source.kind}, (select id from members where id = ${source.memberId ?? null}),
      ${source.reportId ?? null}, ${source.complaintNumber ?? null}, ${source.rule ?? null}, ${source.place ?? null}, ${source.law ?? null},
      ${source.text ?? ''}, ${source.name ?? null}, ${source.email ?? null}, ${source.locale ?? null},
      ${evidence ? evidenceOf(evidence, isEarlierOfSame(topic, source)) : sql`null`}, ${source.createdAt}
    where ${when}`),
});

/**
 * Opens a case of which nobody has told, taken by whoever decides it in the same batch, and writes that down; nothing if one about the same
 * subject is open.
 */
export const openCaseByHand = (db: Database, number: string, topic: CaseTopic, priority: number, entry: ActivityEntry) => ({
  openedCase: db.run(sql`
    insert into cases (number, member_id, subject_kind, subject_id, status, priority, assignee_id, created_at)
    select ${number}, (select id from members where id = ${topic.memberId}), ${topic.kind}, ${topic.id}, 'open', ${priority},
      ${entry.actorId}, ${entry.createdAt}
    where ${openCaseOf(topic)} is null`),
  openingActivity: recordActivity(db, number, entry, sql`true`),
});

/** The open case that appeals against the decision of a case; no row if there is none. */
export const openAppealAgainst = (db: Database, number: string) =>
  db
    .select({ number: cases.number })
    .from(cases)
    .where(
      and(
        eq(cases.subjectKind, 'decision'),
        sql`${cases.subjectId} = (select id from case_decisions where case_number = ${number})`,
        eq(cases.status, 'open'),
      ),
    );

/** The open case about a subject; no row if there is none. */
export const openCaseAbout = (db: Database, { kind, id }: { readonly kind: CaseTopic['kind']; readonly id: string }) =>
  db
    .select({ number: cases.number })
    .from(cases)
    .where(and(eq(cases.subjectKind, kind), eq(cases.subjectId, id), eq(cases.status, 'open')));

/**
 * What was reported as it is inside the batch, as a JSON text, beside the earlier sources that `isEarlier` finds: of the profile name, text,
 * answers to prompts and ids of photos, and of each message that those do not hold its text, sender, time and what it quotes; `repeated` is how
 * many they hold. If they are over the bound it is only `left_out`, how many messages are not kept. Null if the member is gone.
 */
function evidenceOf({ memberId, messageIds }: ReportedContent, isEarlier: SQL): SQL {
  const reported = sql`(select value from json_each(${JSON.stringify(messageIds)}))`;
  const kept = sql`(
    select shown.value ->> '$.id' from case_sources, json_each(case_sources.evidence, '$.messages') as shown where ${isEarlier})`;
  const messagesToKeep = sql`
    select messages.id, messages.sender_id, messages.text, messages.created_at,
      (select json_object('text', quotes.text, 'photo', quotes.image_id, 'prompt', quotes.prompt_id, 'field', quotes.field_id)
        from quotes where quotes.message_id = messages.id) as quote
    from messages where messages.id in ${reported} and messages.id not in ${kept}
    order by messages.conversation_id, messages.seq`;
  return sql`(
    select iif(
      (select coalesce(sum(length(evidence)), 0) from case_sources where ${isEarlier}) > ${EVIDENCE_OF_PERSON_MAX},
      json_object('left_out', (select count(*) from messages where id in ${reported} and id not in ${kept})),
      json_object(
        'name', owner.name,
        'personal', owner.personal,
        'prompts', (select json_group_array(json_object('id', prompt_id, 'text', answer))
          from (select prompt_id, answer from member_prompts where member_id = owner.id order by position)),
        'photos', (select json_group_array(id) from (select id from images where member_id = owner.id order by position)),
        'messages', (select json_group_array(json_object('id', id, 'is_of_member', json(iif(sender_id = owner.id, 'true', 'false')),
          'text', text, 'created_at', created_at, 'quote', json(quote))) from (${messagesToKeep})),
        'repeated', (select count(*) from messages where id in ${reported} and id in ${kept})))
    from members as owner where owner.id = ${memberId})`;
}

/** A place in a list that is in the order of a time and of ids. */
export interface ListPlace {
  readonly at: number;
  readonly id: string;
}

/** Open reports behind a place, the oldest first, and whether a case holds each: those from before there were cases have none. */
export const openReportsAfter = (db: Database, { at, id }: ListPlace, limit: number) =>
  db
    .select({ report: reports, hasCase: sql<0 | 1>`exists (select 1 from case_sources where report_id = reports.id)` })
    .from(reports)
    .where(and(isNull(reports.closedAt), sql`(${reports.createdAt}, ${reports.id}) > (${at}, ${id})`))
    .orderBy(reports.createdAt, reports.id)
    .limit(limit);

/** The same of open complaints. */
export const openComplaintsAfter = (db: Database, { at, id }: ListPlace, limit: number) =>
  db
    .select({ complaint: complaints, hasCase: sql<0 | 1>`exists (select 1 from case_sources where complaint_number = complaints.number)` })
    .from(complaints)
    .where(and(isNull(complaints.closedAt), sql`(${complaints.createdAt}, ${complaints.number}) > (${at}, ${id})`))
    .orderBy(complaints.createdAt, complaints.number)
    .limit(limit);

/** Condition: an open report is stored and no case holds it. */
export const isReportWithoutCase = (id: string): SQL =>
  sql`exists (select 1 from reports where id = ${id} and closed_at is null) and not exists (select 1 from case_sources where report_id = ${id})`;

/** Condition: an open complaint is stored and no case holds it. */
export const isComplaintWithoutCase = (number: string): SQL =>
  sql`exists (select 1 from complaints where number = ${number} and closed_at is null)
    and not exists (select 1 from case_sources where complaint_number = ${number})`;
