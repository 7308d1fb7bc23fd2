import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { members, messages, participants, quotes, reports } from '../../schema/index.ts';

export type ReportInsert = typeof reports.$inferInsert & { readonly text: string; readonly messageIds: string[] };

/** Those of the given messages that are in a member's conversation with another one and that the member can still read. */
export const readableMessages = (db: Database, memberId: string, otherId: string, ids: readonly string[]) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(participants, and(eq(participants.conversationId, messages.conversationId), eq(participants.memberId, memberId)))
    .where(
      and(
        sql`${messages.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        eq(participants.otherId, otherId),
        eq(participants.isAccessible, true),
        gt(messages.seq, participants.clearedTo),
      ),
    );

/** A member's own reports since a time, oldest first. */
export const reportsSince = (db: Database, reporterId: string, since: number) =>
  db
    .select()
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), gt(reports.createdAt, since)))
    .orderBy(asc(reports.createdAt));

/** The limit of `most` reports since `since`, and the time since which a report with the same content is refused (ms). */
export interface ReportLimit {
  readonly since: number;
  readonly sameSince: number;
  readonly most: number;
}

/** Stores a report; gives its id, or no row if the same report exists or the limit is reached. */
export const insertReport = (db: Database, report: ReportInsert, { since, sameSince, most }: ReportLimit) =>
  db.all<{ id: string }>(sql`
    insert into ${reports} (id, reporter_id, reported_id, reason, text, message_ids, created_at)
    select ${report.id}, ${report.reporterId}, ${report.reportedId}, ${report.reason}, ${report.text}, ${JSON.stringify(report.messageIds)}, ${report.createdAt}
    where (select count(*) from ${reports} where reporter_id = ${report.reporterId} and created_at > ${since}) < ${most}
      and not exists (select 1 from ${reports} where reporter_id = ${report.reporterId} and created_at > ${sameSince}
        and reported_id = ${report.reportedId} and reason = ${report.reason} and text = ${report.text} and message_ids = ${JSON.stringify(report.messageIds)})
    returning id`);

const reporter = alias(members, 'reporter');

const selectReports = (db: Database) =>
  db
    .select({
      report: reports,
      reported: { name: members.name, email: members.email, status: members.status, isFictional: members.isFictional },
      reporter: { name: reporter.name, email: reporter.email },
      others: sql<number>`(select count(*) - 1 from reports as each where each.reported_id = ${reports.reportedId})`,
    })
    .from(reports)
    .innerJoin(members, eq(members.id, reports.reportedId))
    .innerJoin(reporter, eq(reporter.id, reports.reporterId));

export type ReportDetails = Awaited<ReturnType<typeof openReports>>[number];

/** Reports that are not closed, the oldest first. */
export const openReports = (db: Database, limit: number) =>
  selectReports(db).where(isNull(reports.closedAt)).orderBy(asc(reports.createdAt)).limit(limit);

/** Closed reports, the latest closed first. */
export const closedReports = (db: Database, limit: number) =>
  selectReports(db).where(isNotNull(reports.closedAt)).orderBy(desc(reports.closedAt)).limit(limit);

/** One report with both members, open or closed; no row if there is none. */
export const reportById = (db: Database, id: string) => selectReports(db).where(eq(reports.id, id));

/**
 * The messages that a report names, in the order of their conversations and seqs, with what they quote, whoever may see it; `quote` is null if
 * nothing.
 */
export const messagesOfReport = (db: Database, id: string) =>
  db
    .select({
      senderId: messages.senderId,
      text: messages.text,
      createdAt: messages.createdAt,
      // The first column decides whether there is a quote: it is never null in one.
      quote: { text: quotes.text, photo: quotes.imageId, prompt: quotes.promptId, field: quotes.fieldId },
    })
    .from(messages)
    .leftJoin(quotes, eq(quotes.messageId, messages.id))
    .where(sql`${messages.id} in (select value from ${reports}, json_each(${reports.messageIds}) where ${reports.id} = ${id})`)
    .orderBy(asc(messages.conversationId), asc(messages.seq));

export type ReportedMessage = Awaited<ReturnType<typeof messagesOfReport>>[number];

/** Closes an open report; no row if it is not open. */
export const closeReport = (db: Database, id: string, now: number) =>
  db
    .update(reports)
    .set({ closedAt: now })
    .where(and(eq(reports.id, id), isNull(reports.closedAt)))
    .returning({ id: reports.id });
