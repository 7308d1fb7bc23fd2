import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { caseActivity, caseDecisions, caseLetters, caseSources, cases, complaints, mails, members, reports } from '../../schema/index.ts';
import { MAIL_TRIES } from '../shared/mail-queue.ts';
import { type ActingParty, isFree, mayAct, maySee } from './case-access.ts';

/** The place of a case in the queue, behind which the next page begins. */
export interface QueueCursor {
  readonly priority: number;
  readonly createdAt: number;
  readonly number: string;
}

const countOfSources = sql<number>`(select count(*) from case_sources where case_sources.case_number = ${cases.number})`;
const kindsOfSources = sql<string>`(select json_group_array(distinct kind) from case_sources where case_sources.case_number = ${cases.number})`;
const lettersLeft = sql<number>`(select count(*) from case_letters where case_letters.case_number = ${cases.number} and accepted_at is null)`;

const listed = {
  case: cases,
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

/** The sources of a case with their reports and complaints, the oldest first. */
export const sourcesOfCase = (db: Database, number: string) =>
  db
    .select({
      source: caseSources,
      report: { reason: reports.reason, text: reports.text, closedAt: reports.closedAt },
      complaint: { subject: complaints.subject, text: complaints.text, reference: complaints.reference, closedAt: complaints.closedAt },
      from: { name: members.name, email: members.email },
    })
    .from(caseSources)
    .leftJoin(reports, eq(reports.id, caseSources.reportId))
    .leftJoin(complaints, eq(complaints.number, caseSources.complaintNumber))
    .leftJoin(members, eq(members.id, caseSources.memberId))
    .where(eq(caseSources.caseNumber, number))
    .orderBy(asc(caseSources.createdAt));

/** What was done with a case, the oldest first. */
export const activityOfCase = (db: Database, number: string) =>
  db
    .select({ activity: caseActivity, actorName: members.name })
    .from(caseActivity)
    .leftJoin(members, eq(members.id, caseActivity.actorId))
    .where(eq(caseActivity.caseNumber, number))
    .orderBy(asc(caseActivity.createdAt), asc(sql`${caseActivity}.rowid`));

/** The decision of a case, if there is one. */
export const decisionOfCase = (db: Database, number: string) => db.select().from(caseDecisions).where(eq(caseDecisions.caseNumber, number));

export type CaseDecisionRow = typeof caseDecisions.$inferSelect;

/** The decision that the case is an appeal against, if it is one. */
export const appealedDecisionOf = (db: Database, number: string) =>
  db
    .select({ decision: caseDecisions })
    .from(caseDecisions)
    .innerJoin(cases, and(eq(cases.subjectId, caseDecisions.id), eq(cases.subjectKind, 'decision')))
    .where(eq(cases.number, number));

/** Earlier decisions about the member of a case, the latest first, 20 at most. */
export const earlierDecisions = (db: Database, number: string) =>
  db
    .select({ decision: caseDecisions })
    .from(cases)
    .innerJoin(caseDecisions, eq(caseDecisions.caseNumber, cases.number))
    .where(
      sql`cases.member_id = (select member_id from cases where number = ${number}) and cases.number <> ${number} and cases.subject_kind <> 'decision'`,
    )
    .orderBy(desc(caseDecisions.createdAt))
    .limit(20);

/** The letters of a case with the state of their mails. `isGivenUp`: the mail server has refused it for the last time. */
export const lettersOfCase = (db: Database, number: string) =>
  db
    .select({
      letter: caseLetters,
      address: sql<string | null>`coalesce(${caseLetters.email}, ${members.email})`,
      tries: mails.tries,
      isGivenUp: sql<number>`${mails.acceptedAt} is null and coalesce(${mails.tries}, 0) >= ${MAIL_TRIES}`,
    })
    .from(caseLetters)
    .leftJoin(members, eq(members.id, caseLetters.memberId))
    .leftJoin(mails, eq(mails.id, caseLetters.mailId))
    .where(eq(caseLetters.caseNumber, number))
    .orderBy(asc(caseLetters.createdAt), asc(caseLetters.id));

/** An entry of the activity, as it is written. */
export interface ActivityEntry extends ActingParty {
  readonly id: string;
  readonly act: (typeof caseActivity.$inferSelect)['act'];
  readonly detail: string | null;
  readonly createdAt: number;
}

/** Writes down what was done with a case, if a condition on `cases` holds inside the batch; gives its id, or no row. */
export const recordActivity = (db: Database, number: string, entry: ActivityEntry, when: SQL) =>
  db.all<{ id: string }>(sql`
    insert into case_activity (id, case_number, actor_kind, actor_id, rule, act, detail, created_at)
    select ${entry.id}, cases.number, ${entry.actorKind}, ${entry.actorId}, ${entry.rule}, ${entry.act}, ${entry.detail}, ${entry.createdAt}
    from cases where cases.number = ${number} and ${when}
    returning id`);

/** Writes down that a case was looked at, if the acting party may see it. */
export const recordLook = (db: Database, number: string, entry: ActivityEntry) => recordActivity(db, number, entry, maySee(entry));

/** Gives an open case to an operator if it is free for them and they may act in it; no row otherwise. */
export const takeCase = (db: Database, number: string, operatorId: string) => {
  const party = { actorKind: 'operator', actorId: operatorId, rule: null } as const;
  return db
    .update(cases)
    .set({ assigneeId: operatorId })
    .where(and(eq(cases.number, number), eq(cases.status, 'open'), isFree(party), mayAct(party)))
    .returning({ number: cases.number });
};

/** Gives an open case to an operator, whoever has it, if they may act in it; no row otherwise. */
export const giveCase = (db: Database, number: string, operatorId: string) =>
  db
    .update(cases)
    .set({ assigneeId: operatorId })
    .where(and(eq(cases.number, number), eq(cases.status, 'open'), mayAct({ actorKind: 'operator', actorId: operatorId, rule: null })))
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

/** The next open case for an operator: one that they have already, else the first in the queue that nobody has and that they may decide. */
export const nextCaseFor = (db: Database, operatorId: string) => {
  const party = { actorKind: 'operator', actorId: operatorId, rule: null } as const;
  return db
    .select({ number: cases.number, assigneeId: cases.assigneeId })
    .from(cases)
    .where(and(sql`cases.status = 'open' and cases.status <> 'closed'`, isFree(party), mayAct(party)))
    .orderBy(sql`cases.assignee_id is null`, asc(cases.priority), asc(cases.createdAt), asc(cases.number))
    .limit(1);
};

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
