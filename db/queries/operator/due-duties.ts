import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import type { Condition } from './old-rows.ts';

/** The times (ms) by which the scheduled handler's duties are judged. */
export interface DutyTimes {
  readonly now: number;
  /** Messages and likes that have come after this are looked at for absence mails. */
  readonly absencesSince: number;
  /** Accounts that were deleted at or before this are erased. */
  readonly erasedUntil: number;
  /** The day that has ended last, `YYYY-MM-DD`, and the figure that marks it as added up. */
  readonly lastDay: string;
  readonly addedUp: string;
  /** The counter of what is done once an hour. */
  readonly hourly: string;
  /** For each rule of retention the condition that it has something to delete. */
  readonly oldRows: readonly Condition[];
}

/** What makes each duty of the scheduled handler due: its queue has a due row, or an hour or a day has ended. Each is a lookup in an index. */
const conditions = ({ now, absencesSince, erasedUntil, lastDay, addedUp, hourly, oldRows }: DutyTimes) =>
  ({
    absence_mails: sql`exists (select 1 from participants where unread > 0 and last_at > ${absencesSince})
      or exists (select 1 from likes where is_new = 1 and created_at > ${absencesSince})`,
    summaries: sql`exists (select 1 from notification_settings where daily_due_at <= ${now})
      or exists (select 1 from notification_settings where weekly_due_at <= ${now})`,
    offers: sql`exists (select 1 from discounts where kind = 'time_bonus' and ends_at > ${now} and starts_at <= ${now}
      and not exists (select 1 from attempts where attempts.key = 'offer:' || discounts.code))`,
    answers: sql`exists (select 1 from complaints where answer is not null and answer_mailed_at is null)`,
    letters: sql`exists (select 1 from case_letters where mail_id is null) or exists (select 1 from cases where status = 'decided')`,
    events: sql`exists (select 1 from event_outbox where due_at <= ${now})`,
    pushes: sql`exists (select 1 from pushes where due_at <= ${now})`,
    mails: sql`exists (select 1 from mails where accepted_at is null and due_at <= ${now})`,
    orders: sql`exists (select 1 from orders where due_at <= ${now})`,
    files: sql`exists (select 1 from file_removals where due_at <= ${now})`,
    held_photos: sql`exists (select 1 from images where check_due_at <= ${now})`,
    held_photo_cases: sql`exists (select 1 from images where held_since is not null)`,
    removed_photos: sql`exists (select 1 from removed_photos where due_at <= ${now})`,
    old_rows: sql.join([...oldRows], sql` or `),
    erasures: sql`exists (select 1 from members where deleted_at <= ${erasedUntil})`,
    premium: sql`exists (select 1 from entitlements where state = 'active' and until_at <= ${now})
      or not exists (select 1 from attempts where key = ${hourly} and ends_at > ${now})`,
    report_cases: sql`exists (select 1 from reports where closed_at is null)`,
    complaint_cases: sql`exists (select 1 from complaints where closed_at is null)`,
    decision_spans: sql`exists (select 1 from case_decisions where until <= ${now} and ended_at is null)`,
    figures: sql`not exists (select 1 from daily_figures where day = ${lastDay} and figure = ${addedUp} and slice = '')`,
  }) as const satisfies Readonly<Record<string, SQL>>;

/** The names of the duties. */
export type DutyName = keyof ReturnType<typeof conditions>;

/** Which duties of the scheduled handler have something to do, in one row. A duty may find nothing although it is due, but not the other way. */
export const dueDuties = (db: Database, times: DutyTimes) =>
  db.all<Readonly<Record<DutyName, 0 | 1>>>(
    sql`select ${sql.join(
      Object.entries(conditions(times)).map(([name, condition]) => sql`(${condition}) as ${sql.identifier(name)}`),
      sql`, `,
    )}`,
  );
