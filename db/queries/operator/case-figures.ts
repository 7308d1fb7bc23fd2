import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { caseSources } from '../../schema/index.ts';
import { handlingRange, type SliceCount, type Span } from './figures.ts';

// Joins are cross joins, because SQLite then reads the tables in the order in which they are written: those of the day first.

const slices = (db: Database, query: SQL) => db.all<SliceCount>(query);

/** Notices of illegal content by the law that they name. */
export const countNotices = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select coalesce(law, '') as slice, count(*) as count from case_sources indexed by case_sources_by_kind
      where kind = 'notice' and created_at >= ${from} and created_at < ${to} group by 1`,
  );

/** Appeals against decisions. */
export const countAppeals = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select '' as slice, count(*) as count from case_sources indexed by case_sources_by_kind
      where kind = 'appeal' and created_at >= ${from} and created_at < ${to}`,
  );

/** Photos that were left to an operator, by the rule that has held them. */
export const countHeldPhotos = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select coalesce(rule, '') as slice, count(*) as count from case_sources indexed by case_sources_by_kind
      where kind = 'held_photo' and created_at >= ${from} and created_at < ${to} group by 1`,
  );

/** Cases by the kind of the source that has opened them, which came at the same time as the case. What joined later is not counted. */
export const countCases = (db: Database, { from, to }: Span) =>
  slices(
    db,
    sql`select source.kind as slice, count(*) as count
      from case_sources as source indexed by case_sources_by_kind
        cross join cases on cases.number = source.case_number and cases.created_at = source.created_at
      where source.kind in ${caseSources.kind.enumValues} and source.created_at >= ${from} and source.created_at < ${to}
        and not exists (select 1 from case_sources as earlier
          where earlier.case_number = source.case_number and earlier.created_at = source.created_at and earlier.rowid < source.rowid)
      group by 1`,
  );

/**
 * The decisions of a span with the beginnings of their cases. A case with a decision is closed at that time or later, or it is in the queue until
 * its letters are accepted, so that two small indexes find it and none by the time of decisions has to be kept.
 */
const decisionsOf = ({ from, to }: Span): SQL => sql`(
  select decision.*, decided.subject_kind, decided.opened_at
  from (
      select number, subject_kind, created_at as opened_at from cases indexed by cases_closed where closed_at is not null and closed_at >= ${from}
      union all
      select number, subject_kind, created_at as opened_at from cases indexed by cases_queue where status <> 'closed'
    ) as decided
    cross join case_decisions as decision on decision.case_number = decided.number
  where decision.created_at >= ${from} and decision.created_at < ${to})`;

const isAppeal = sql`subject_kind = 'decision'`;
/** Condition on `decision`: it answers an appeal. What is taken back without one has a case of the same subject, but no source. */
const isOfAppeal = sql`decision.subject_kind = 'decision' and (decision.action <> 'restore' or exists (
  select 1 from case_sources where case_sources.case_number = decision.case_number and case_sources.kind = 'appeal'))`;

/**
 * Decisions by action and, but for dismissals, by the code of their ground, as in `ban:scam`; those by rules of the site or all others. An
 * appeal that was dismissed or that restored something is not among them.
 */
const countDecisionsOf = (db: Database, span: Span, isByRule: boolean) =>
  slices(
    db,
    sql`select iif(action = 'dismiss', action, action || ':' || coalesce(code, '')) as slice, count(*) as count from ${decisionsOf(span)}
      where not (${isAppeal} and action in ('dismiss', 'restore')) and (actor_kind = 'rule') = ${Number(isByRule)} group by 1`,
  );

/** The decisions that people have made. */
export const countDecisions = (db: Database, span: Span) => countDecisionsOf(db, span, false);
/** The decisions that rules of the site have made. */
export const countAutomatedDecisions = (db: Database, span: Span) => countDecisionsOf(db, span, true);

/** Decisions by the range of the time since their case was opened, without those of appeals. */
export const countDecisionTimes = (db: Database, span: Span) =>
  slices(
    db,
    sql`select ${handlingRange(sql`opened_at`, sql`created_at`)} as slice, count(*) as count from ${decisionsOf(span)}
      where not ${isAppeal} group by 1`,
  );

/** Notices whose case was decided, by what the decision was based on: `law`, `rule`, or `none` if it did nothing. */
export const countDecidedNotices = (db: Database, span: Span) =>
  slices(
    db,
    sql`select iif(action = 'dismiss', 'none', coalesce(ground, 'none')) as slice, count(*) as count from ${decisionsOf(span)} as decision
        cross join case_sources as source on source.case_number = decision.case_number and source.kind = 'notice'
      group by 1`,
  );

/** The same notices by the range of the time since they were made. */
export const countNoticeTimes = (db: Database, span: Span) =>
  slices(
    db,
    sql`select ${handlingRange(sql`source.created_at`, sql`decision.created_at`)} as slice, count(*) as count from ${decisionsOf(span)} as decision
        cross join case_sources as source on source.case_number = decision.case_number and source.kind = 'notice'
      group by 1`,
  );

/** Decided appeals by outcome: `upheld` if the decision stands, `lifted` if it was taken back, `changed` if another one took its place. */
export const countDecidedAppeals = (db: Database, span: Span) =>
  slices(
    db,
    sql`select case action when 'dismiss' then 'upheld' when 'restore' then 'lifted' else 'changed' end as slice, count(*) as count
      from ${decisionsOf(span)} as decision where ${isOfAppeal} group by 1`,
  );

/** Decided appeals by the range of the time since they were made. */
export const countAppealTimes = (db: Database, span: Span) =>
  slices(
    db,
    sql`select ${handlingRange(sql`opened_at`, sql`created_at`)} as slice, count(*) as count from ${decisionsOf(span)} as decision
      where ${isOfAppeal} group by 1`,
  );
