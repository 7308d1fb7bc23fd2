import { type SQL, sql } from 'drizzle-orm';
import { lastNotifiedAt } from '../../schema/index.ts';

/** An SQL condition. */
export type Condition = SQL;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** FROM clause: mails of some kinds to people without an account. */
const fromMailsWithoutMember = (kinds: readonly string[], before: number) =>
  sql`from mails where member_id is null and kind in (select value from json_each(${JSON.stringify(kinds)})) and created_at < ${before}`;

/** Conditions: rows are stored that a rule of worker/domain/retention.ts no longer keeps. Each is one lookup or two in an index. */
export const areOld = {
  sessions: (before) => sql`exists (select 1 from sessions where expires_at < ${before})`,
  attempts: (before) => sql`exists (select 1 from attempts where ends_at < ${before})`,
  deskSessions: (before) => sql`exists (select 1 from operator_sessions where expires_at < ${before})`,
  challenges: (before) => sql`exists (select 1 from operator_challenges where expires_at < ${before})`,
  enrolments: (before) => sql`exists (select 1 from operator_enrolments where expires_at < ${before})`,
  operatorActivity: (before) => sql`exists (select 1 from operator_activity where created_at < ${before})`,
  settingChanges: (before) => sql`exists (select 1 from setting_changes where created_at < ${before})`,
  // Row ids rise with time.
  events: (before) => sql`coalesce((select created_at from event_outbox order by rowid limit 1) < ${before}, 0)`,
  firstMessages: (before) => sql`exists (select 1 from first_messages where created_at <= ${before})`,
  likeNotifications: (before) => sql`exists (select 1 from like_notification_log where ${lastNotifiedAt} <= ${before})`,
  vitals: (before) => sql`exists (select 1 from vitals where day < ${dayOf(before)})`,
  complaints: (before) => sql`exists (select 1 from complaints where closed_at < ${before})
    or exists (select 1 ${fromMailsWithoutMember(['complaint', 'complaint_answer', 'notice', 'outcome', 'appeal_outcome'], before)})`,
  figures: (before) => sql`exists (select 1 from daily_figures where day < ${dayOf(before)})`,
  removedPhotos: (before) => sql`exists (select 1 from removed_photos where removed_at < ${before} and file is null)`,
  removedContent: (before) => sql`exists (
    select 1 from case_decisions where undo is not null and action in ('remove_photo', 'remove_text') and created_at < ${before})`,
  cases: (before) => sql`exists (select 1 from cases where closed_at < ${before})`,
  cancellations: (before) => sql`exists (select 1 from cancellations where closed_at < ${before})
    or exists (select 1 ${fromMailsWithoutMember(['cancellation'], before)})`,
  orders: (before) => sql`exists (select 1 from orders where member_id is null and created_at < ${before})`,
  erasures: (before) => sql`exists (select 1 from erased_members where erased_at < ${before})`,
} as const satisfies Readonly<Record<string, (before: number) => SQL>>;
