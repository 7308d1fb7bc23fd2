import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';
import { complaints } from './complaints.ts';
import { reports } from './safety.ts';

/** A column with the id of a member; it is null once the account is erased. */
const rememberedMember = () => text().references(() => members.id, { onDelete: 'set null' });
/** The same for rows that are deleted with the account; null if no account is meant. */
const owningMember = () => text().references(() => members.id, { onDelete: 'cascade' });
/** A column with the number of a case; its row is deleted with the case. */
const caseReference = () =>
  text()
    .notNull()
    .references(() => cases.number, { onDelete: 'cascade' });

/**
 * Work for a moderator. `memberId` is the member whom it concerns: of `photo` and `message` their owner, of `decision` who appeals. A case
 * keeps its number, its decision and its times when that account is erased, without member and subject. Of each subject one case at most is
 * open. A lower `priority` comes first.
 */
export const cases = sqliteTable(
  'cases',
  {
    number: text().primaryKey(),
    memberId: rememberedMember(),
    subjectKind: text({ enum: ['member', 'photo', 'message', 'decision', 'none'] }).notNull(),
    subjectId: text(),
    status: text({ enum: ['open', 'decided', 'closed'] })
      .notNull()
      .default('open'),
    priority: integer().notNull(),
    assigneeId: rememberedMember(),
    createdAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    uniqueIndex('cases_open_of_subject').on(t.subjectKind, t.subjectId).where(sql`status = 'open' and subject_id is not null`),
    index('cases_of_subject').on(t.subjectId).where(sql`subject_id is not null`),
    index('cases_queue').on(t.priority, t.createdAt, t.number).where(sql`status <> 'closed'`),
    // For the scheduled handler, which closes those without a letter left.
    index('cases_decided').on(t.number).where(sql`status = 'decided'`),
    index('cases_closed').on(t.closedAt, t.number).where(sql`closed_at is not null`),
    index('cases_of_member').on(t.memberId),
    index('cases_of_assignee').on(t.assigneeId).where(sql`assignee_id is not null`),
  ],
);

/**
 * What opened or joined a case. `evidence` is what was reported as it was then. `memberId` is who said it, null without an account; the row
 * goes with that account, and with the report or complaint. A notice has its own number as `id`; only notices have `place` (the address of
 * the content) and `law`.
 */
export const caseSources = sqliteTable(
  'case_sources',
  {
    id: text().primaryKey(),
    caseNumber: caseReference(),
    kind: text({ enum: ['report', 'notice', 'complaint', 'appeal', 'held_photo', 'rule'] }).notNull(),
    memberId: owningMember(),
    reportId: text().references(() => reports.id, { onDelete: 'cascade' }),
    complaintNumber: text().references(() => complaints.number, { onDelete: 'cascade' }),
    // The name of the rule of the site that has reported it.
    rule: text(),
    place: text(),
    law: text(),
    text: text().notNull().default(''),
    name: text(),
    email: text(),
    locale: text(),
    evidence: text({ mode: 'json' }).$type<unknown>(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('case_sources_of_case').on(t.caseNumber, t.createdAt),
    uniqueIndex('case_sources_of_report').on(t.reportId).where(sql`report_id is not null`),
    uniqueIndex('case_sources_of_complaint').on(t.complaintNumber).where(sql`complaint_number is not null`),
    index('case_sources_of_member').on(t.memberId).where(sql`member_id is not null`),
    index('case_sources_by_address').on(t.email, t.createdAt).where(sql`email is not null`),
    index('case_sources_by_kind').on(t.kind, t.createdAt),
  ],
);

/** Who did what with a case: every look, assignment, decision and letter. `actorId` is the operator, null for others and erased ones. */
export const caseActivity = sqliteTable(
  'case_activity',
  {
    id: text().primaryKey(),
    caseNumber: caseReference(),
    actorKind: text({ enum: ['operator', 'command_line', 'rule'] }).notNull(),
    actorId: rememberedMember(),
    rule: text(),
    act: text({
      enum: ['opened', 'joined', 'looked', 'assigned', 'released', 'decided', 'closed', 'letters_sent_again', 'span_ended'],
    }).notNull(),
    detail: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('case_activity_of_case').on(t.caseNumber, t.createdAt),
    index('case_activity_of_assignee').on(t.detail).where(sql`act = 'assigned'`),
    index('case_activity_of_actor').on(t.actorId).where(sql`actor_id is not null`),
  ],
);

/**
 * The decision of a case with its reasons. `target` is the photo or the part of the profile that was removed. `reply` is what reporters and
 * complainants are told. `undo` is what a restore needs; it is emptied when the account is erased. `endedAt`: the effect is over.
 */
export const caseDecisions = sqliteTable(
  'case_decisions',
  {
    id: text().primaryKey(),
    caseNumber: caseReference(),
    action: text({ enum: ['dismiss', 'remove_photo', 'remove_text', 'warn', 'limit', 'pause', 'ban', 'restore'] }).notNull(),
    ground: text({ enum: ['rule', 'law'] }),
    code: text(),
    facts: text().notNull().default(''),
    reply: text(),
    target: text(),
    until: integer(),
    actorKind: text({ enum: ['operator', 'command_line', 'rule'] }).notNull(),
    actorId: rememberedMember(),
    rule: text(),
    undo: text({ mode: 'json' }).$type<unknown>(),
    createdAt: integer().notNull(),
    endedAt: integer(),
  },
  (t) => [
    uniqueIndex('case_decisions_of_case').on(t.caseNumber),
    index('case_decisions_to_end').on(t.until).where(sql`until is not null and ended_at is null`),
    // Of other decisions what a restore needs is kept as long as the case.
    index('case_decisions_removed').on(t.createdAt).where(sql`undo is not null and action in ('remove_photo', 'remove_text')`),
    index('case_decisions_of_actor').on(t.actorId).where(sql`actor_id is not null`),
    check('case_decisions_ground', sql`(ground is null) = (code is null)`),
  ],
);

/**
 * Letters about decisions, written with them. `mailId` is the mail that carries one, null until it is composed; `acceptedAt`: the mail
 * server has taken it. A letter goes to an account (`memberId`) or to an address without one (`email`).
 */
export const caseLetters = sqliteTable(
  'case_letters',
  {
    id: text().primaryKey(),
    caseNumber: caseReference(),
    kind: text({ enum: ['statement', 'outcome', 'answer', 'appeal_outcome'] }).notNull(),
    memberId: owningMember(),
    email: text(),
    locale: text(),
    // The number under which the recipient knows it: that of a notice or a complaint.
    reference: text(),
    mailId: text(),
    createdAt: integer().notNull(),
    acceptedAt: integer(),
  },
  (t) => [
    index('case_letters_of_case').on(t.caseNumber),
    index('case_letters_to_write').on(t.createdAt).where(sql`mail_id is null`),
    uniqueIndex('case_letters_of_mail').on(t.mailId).where(sql`mail_id is not null`),
    index('case_letters_of_member').on(t.memberId).where(sql`member_id is not null`),
    index('case_letters_by_address').on(t.email).where(sql`email is not null`),
  ],
);
