import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { caseActivity, caseDecisions, caseLetters, caseSources, cases, complaints, mails, members, reports } from '../../schema/index.ts';
import { isProven } from '../operator/desk-sessions.ts';
import { isActiveOperator } from '../operator/operators.ts';
import { isGivenUpMail } from '../shared/mail-queue.ts';
import { randomId } from '../shared/random-id.ts';
import { type ActingParty, isFree, isRestriction, mayAct, maySee, operatorHand } from './case-access.ts';

/** The place of a case in the queue, behind which the next page begins. */
export interface QueueCursor {
  readonly priority: number;
  readonly createdAt: number;
  readonly number: string;
}

const countOfSources = sql<number>`(select count(*) from case_sources where case_sources.case_number = ${cases.number})`;
const kindsOfSources = sql<string>`(select json_group_array(distinct kind) from case_sources where case_sources.case_number = ${cases.number})`;
const lettersLeft = sql<number>`(select count(*) from case_letters where case_letters.case_number = ${cases.number} and accepted_at is null)`;

/** The name of the member with an id, null for none. */
const nameOf = (id: SQL): SQL<string | null> => sql<string | null>`(select named.name from members as named where named.id = ${id})`;

const listed = {
  case: cases,
  assigneeName: nameOf(sql`${cases.assigneeId}`),
  memberName: members.name,
  memberStatus: members.status,
  sources: countOfSources,
  kinds: kindsOfSources,
  lettersLeft,
};

const selectCases = (db: Database) => db.select(listed).from(cases).leftJoin(members, eq(members.id, cases.memberId));

export type ListedCase = Awaited<ReturnType<typeof casesInQueue>>[number];

/**
 * Cases that are not closed, those with a lower priority number first, then the oldest: open ones, and decided ones whose letters are not
 * all accepted. Only those that the acting party may see. `assigneeId` keeps those of one operator.
 */
export const casesInQueue = (
  db: Database,
  party: ActingParty,
  { after, assigneeId, limit }: { readonly after: QueueCursor | null; readonly assigneeId?: string; readonly limit: number },
) =>
  selectCases(db)
    .where(
      and(
        sql`cases.status <> 'closed'`,
        after
          ? sql`(cases.priority, cases.created_at, cases.number) > (${after.priority}, ${after.createdAt}, ${after.number})`
          : undefined,
        assigneeId === undefined ? undefined : eq(cases.assigneeId, assigneeId),
        maySee(party),
      ),
    )
    .orderBy(asc(cases.priority), asc(cases.createdAt), asc(cases.number))
    .limit(limit);

/** The place of a closed case in their list. */
export interface ClosedCursor {
  readonly closedAt: number;
  readonly number: string;
}

/** Closed cases, the latest first, as far as the acting party may see them. */
export const closedCases = (
  db: Database,
  party: ActingParty,
  { after, limit }: { readonly after: ClosedCursor | null; readonly limit: number },
) =>
  selectCases(db)
    .where(
      and(
        sql`cases.closed_at is not null`,
        after ? sql`(cases.closed_at, cases.number) < (${after.closedAt}, ${after.number})` : undefined,
        maySee(party),
      ),
    )
    .orderBy(desc(cases.closedAt), desc(cases.number))
    .limit(limit);

/** A case, if the acting party may see it; `mayAct` tells whether they may also decide it, apart from who has taken it. */
export const caseByNumber = (db: Database, party: ActingParty, number: string) =>
  db
    .select({ ...listed, mayAct: sql<number>`${mayAct(party)}`, member: members })
    .from(cases)
    .leftJoin(members, eq(members.id, cases.memberId))
    .where(and(eq(cases.number, number), maySee(party)));

/** The place of a source, or of an entry of the activity, among those of its case: its time and id. */
interface CaseCursor {
  readonly at: number;
  readonly id: string;
}

/** Sources on one page of a case, and after how many characters of evidence a page ends. */
const SOURCES_PAGE = 50;
const EVIDENCE_PAGE = 500_000;

const isBehind = ({ at, id }: CaseCursor): SQL => sql`(case_sources.created_at, case_sources.id) > (${at}, ${id})`;

/**
 * A page of the sources of a case with their reports and complaints, the oldest first: 50 at most, and none behind the one that takes their
 * evidence over 500,000 characters. `hasMore` of the last one tells whether there is a page behind it.
 */
export const sourcesOfCase = (db: Database, number: string, after: CaseCursor | null = null) =>
  db
    .select({
      source: caseSources,
      report: { reason: reports.reason, text: reports.text, closedAt: reports.closedAt },
      complaint: { subject: complaints.subject, text: complaints.text, reference: complaints.reference, closedAt: complaints.closedAt },
      from: { name: members.name, email: members.email },
      hasMore: sql<number>`exists (select 1 from case_sources as later where later.case_number = ${number}
        and (later.created_at, later.id) > (${caseSources.createdAt}, ${caseSources.id}))`,
    })
    .from(caseSources)
    .leftJoin(reports, eq(reports.id, caseSources.reportId))
    .leftJoin(complaints, eq(complaints.number, caseSources.complaintNumber))
    .leftJoin(members, eq(members.id, caseSources.memberId))
    .where(
      sql`${caseSources.id} in (
        select id from (
          select id, sum(length) over (order by created_at, id rows between unbounded preceding and 1 preceding) as before
          from (
            select id, created_at, coalesce(length(evidence), 0) as length from case_sources
            where case_sources.case_number = ${number} and ${after ? isBehind(after) : sql`true`}
            order by created_at, id limit ${SOURCES_PAGE}))
        where coalesce(before, 0) <= ${EVIDENCE_PAGE})`,
    )
    .orderBy(asc(caseSources.createdAt), asc(caseSources.id));

/** Entries on one page of the activity of a case. */
export const ACTIVITY_PAGE = 100;

/**
 * A page of what was done with a case, the latest first, with one entry more if there is a page behind it; of an assignment with the name of the
 * operator who got it.
 */
export const activityOfCase = (db: Database, number: string, before: CaseCursor | null = null) =>
  db
    .select({
      activity: caseActivity,
      row: sql<number>`case_activity.rowid`,
      actorName: members.name,
      assigneeName: nameOf(sql`iif(${caseActivity.act} = 'assigned', ${caseActivity.detail}, null)`),
    })
    .from(caseActivity)
    .leftJoin(members, eq(members.id, caseActivity.actorId))
    .where(
      and(
        eq(caseActivity.caseNumber, number),
        before ? sql`(case_activity.created_at, case_activity.rowid) < (${before.at}, ${Number(before.id)})` : undefined,
      ),
    )
    .orderBy(desc(caseActivity.createdAt), desc(sql`case_activity.rowid`))
    .limit(ACTIVITY_PAGE + 1);

export type CaseDecisionRow = typeof caseDecisions.$inferSelect;

/** A decision with the name of the operator who made it; null for others and erased ones. */
const namedDecision = { ...getTableColumns(caseDecisions), actorName: nameOf(sql`${caseDecisions.actorId}`) };

/** The decision of a case, if there is one. */
export const decisionOfCase = (db: Database, number: string) =>
  db.select(namedDecision).from(caseDecisions).where(eq(caseDecisions.caseNumber, number));

export type NamedDecisionRow = Awaited<ReturnType<typeof decisionOfCase>>[number];

/** The decision that the case is an appeal against, if it is one. */
export const appealedDecisionOf = (db: Database, number: string) =>
  db
    .select({ decision: namedDecision })
    .from(caseDecisions)
    .innerJoin(cases, and(eq(cases.subjectId, caseDecisions.id), eq(cases.subjectKind, 'decision')))
    .where(eq(cases.number, number));

/** Earlier decisions about the member of a case, the latest first, 20 at most; of cases that the acting party may see. */
export const earlierDecisions = (db: Database, party: ActingParty, number: string) =>
  db
    .select({ decision: namedDecision })
    .from(cases)
    .innerJoin(caseDecisions, eq(caseDecisions.caseNumber, cases.number))
    .where(
      and(
        sql`cases.member_id = (select member_id from cases where number = ${number}) and cases.number <> ${number}
          and (cases.subject_kind <> 'decision' or ${isRestriction})`,
        maySee(party),
      ),
    )
    .orderBy(desc(caseDecisions.createdAt))
    .limit(20);

/** The letters of a case with the state of their mails. `isGivenUp`: the mail server has refused it for the last time, or the mail is gone. */
export const lettersOfCase = (db: Database, number: string) =>
  db
    .select({
      letter: caseLetters,
      address: sql<string | null>`coalesce(${caseLetters.email}, ${members.email})`,
      tries: mails.tries,
      isGivenUp: sql<number>`${caseLetters.acceptedAt} is null and ${caseLetters.mailId} is not null
        and (${mails.id} is null or (${isGivenUpMail}))`,
    })
    .from(caseLetters)
    .leftJoin(members, eq(members.id, caseLetters.memberId))
    .leftJoin(mails, eq(mails.id, caseLetters.mailId))
    .where(eq(caseLetters.caseNumber, number))
    .orderBy(asc(caseLetters.createdAt), asc(caseLetters.id));

/** An entry of the activity, as it is written; SQL for a detail that the batch computes. */
export interface ActivityEntry extends ActingParty {
  readonly id: string;
  readonly act: (typeof caseActivity.$inferSelect)['act'];
  readonly detail: string | SQL | null;
  readonly createdAt: number;
}

/**
 * Writes down what was done with a case, if a condition on `cases` holds inside the batch; gives its id, or no row. Of an operator at the desk
 * the session is proven again: if it has ended meanwhile, or its operator lost the role, the time is null, which violates
 * `NOT NULL case_activity.created_at` and undoes the batch.
 */
export const recordActivity = (db: Database, number: string, entry: ActivityEntry, when: SQL) =>
  db.all<{ id: string }>(sql`
    insert into case_activity (id, case_number, actor_kind, actor_id, rule, act, detail, created_at)
    select ${entry.id}, cases.number, ${entry.actorKind}, ${entry.actorId}, ${entry.rule}, ${entry.act}, ${entry.detail},
      ${entry.proof ? sql`case when ${isProven(entry.proof, entry.createdAt)} then ${entry.createdAt} end` : entry.createdAt}
    from cases where cases.number = ${number} and ${when}
    returning id`);

/** Writes down that a case was looked at, if the acting party may see it. */
export const recordLook = (db: Database, number: string, entry: ActivityEntry) => recordActivity(db, number, entry, maySee(entry));

/** Gives an open case to an operator if it is free for them and they may act in it; no row otherwise. */
export const takeCase = (db: Database, number: string, operatorId: string) => {
  const hand = operatorHand(operatorId);
  return db
    .update(cases)
    .set({ assigneeId: operatorId })
    .where(and(eq(cases.number, number), eq(cases.status, 'open'), isFree(hand), mayAct(hand)))
    .returning({ number: cases.number });
};

/**
 * Gives an open case to an operator, whoever has it, if the acting party may see it and the operator has an active account and may act in it;
 * no row otherwise.
 */
export const giveCase = (db: Database, party: ActingParty, number: string, operatorId: string) =>
  db
    .update(cases)
    .set({ assigneeId: operatorId })
    .where(
      and(
        eq(cases.number, number),
        eq(cases.status, 'open'),
        maySee(party),
        mayAct(operatorHand(operatorId)),
        isActiveOperator(operatorId),
      ),
    )
    .returning({ number: cases.number });

/** Takes an open case from its operator, if `who` holds it or is null; no row otherwise. */
export const releaseCase = (db: Database, number: string, who: string | null) =>
  db
    .update(cases)
    .set({ assigneeId: null })
    .where(
      and(
        eq(cases.number, number),
        eq(cases.status, 'open'),
        sql`assignee_id is not null`,
        who === null ? undefined : eq(cases.assigneeId, who),
      ),
    )
    .returning({ number: cases.number });

/** Gives back the open cases of somebody who is no operator any more, and writes it down for the acting party. */
export const freeCasesOfFormerOperator = (db: Database, memberId: string, { actorKind, actorId, rule }: ActingParty, now: number) => {
  const isFormer = sql`not exists (select 1 from operators where member_id = ${memberId})`;
  return {
    freedCases: db.run(sql`
      insert into case_activity (id, case_number, actor_kind, actor_id, rule, act, created_at)
      select ${randomId}, cases.number, ${actorKind}, ${actorId}, ${rule}, 'released', ${now}
      from cases where cases.assignee_id = ${memberId} and cases.status = 'open' and ${isFormer}`),
    freeCases: db
      .update(cases)
      .set({ assigneeId: null })
      .where(and(eq(cases.assigneeId, memberId), eq(cases.status, 'open'), isFormer)),
  };
};

/** Condition on `cases`: an open case that the operator has, or that nobody has and they may decide. */
const isWaitingFor = (operatorId: string): SQL => {
  const hand = operatorHand(operatorId);
  return sql`cases.status = 'open' and cases.status <> 'closed' and ${isFree(hand)} and ${mayAct(hand)}`;
};

/** The open cases that an operator has or could take, `limit` at most. */
export const waitingCasesFor = (db: Database, operatorId: string, limit: number) =>
  db.select({ number: cases.number }).from(cases).where(isWaitingFor(operatorId)).limit(limit);

/** The next open case for an operator: one that they have already, else the first in the queue that nobody has and that they may decide. */
export const nextCaseFor = (db: Database, operatorId: string) =>
  db
    .select({ number: cases.number, assigneeId: cases.assigneeId })
    .from(cases)
    .where(isWaitingFor(operatorId))
    .orderBy(sql`cases.assignee_id is null`, asc(cases.priority), asc(cases.createdAt), asc(cases.number))
    .limit(1);

/** The case that holds a report or complaint, with how many other sources it has that are still open; no row if none does. */
export const caseOfSource = (db: Database, source: { readonly reportId: string } | { readonly complaintNumber: string }) =>
  db
    .select({
      number: cases.number,
      status: cases.status,
      kind: caseSources.kind,
      others: sql<number>`(select count(*) from case_sources as other
        left join reports on reports.id = other.report_id left join complaints on complaints.number = other.complaint_number
        where other.case_number = ${cases.number} and other.id <> ${caseSources.id} and reports.closed_at is null and complaints.closed_at is null)`,
    })
    .from(caseSources)
    .innerJoin(cases, eq(cases.number, caseSources.caseNumber))
    .where('reportId' in source ? eq(caseSources.reportId, source.reportId) : eq(caseSources.complaintNumber, source.complaintNumber));
