import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { members, notificationSettings } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, previousStatementWrote } from '../shared/event-outbox.ts';

/** Changed cells of the matrix of kinds and channels; cells that are not named stay. */
type MatrixPatch = Readonly<Record<string, { push?: string | undefined; mail?: string | undefined } | undefined>>;

/** The notification settings of a member and their read-all mark; no row if they never changed any. */
export const notificationSettingsOf = prepared((db, memberId: string) =>
  db
    .select({
      matrix: notificationSettings.matrix,
      quietFrom: notificationSettings.quietFrom,
      quietTo: notificationSettings.quietTo,
      readTo: notificationSettings.readTo,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.memberId, memberId)),
);

/** The read-all mark of a member (ms, 0 if there is none), as an SQL expression. */
export const notificationsReadToOf = (memberId: string) =>
  sql<number>`coalesce((select ${notificationSettings.readTo} from ${notificationSettings} where ${notificationSettings.memberId} = ${memberId}), 0)`;

/** The cadence of a kind on a channel; `now` unless the member has chosen another one. */
export const cadenceIn = (matrix: SQL, kind: string, channel: 'push' | 'mail') =>
  sql`coalesce(${matrix} ->> ${`$.${kind}.${channel}`}, 'now')`;

/** The same for offers, whose default is `never`. */
export const offerCadenceIn = (matrix: SQL, channel: 'push' | 'mail') => sql`coalesce(${matrix} ->> ${`$.offer.${channel}`}, 'never')`;

/** The matrix of one member, as an SQL expression. */
export const matrixOf = (memberId: string | SQL) =>
  sql`(select ${notificationSettings.matrix} from ${notificationSettings} where ${notificationSettings.memberId} = ${memberId})`;

/** A change of notification settings; absent properties stay. */
export interface NotificationSettingsChange {
  /** Merged into the matrix cell by cell. */
  readonly matrix?: MatrixPatch;
  readonly quiet?: { readonly from: string | null; readonly to: string | null };
  /** The read-all mark (ms), which only moves forward. */
  readonly readTo?: number;
  /** The seen mark (ms), which only moves forward. */
  readonly seenTo?: number;
}

/** Writes changed notification settings. Writes nothing, and so does not count as a write for the next statement, if nothing changes or the member does not exist. */
export function changeNotificationSettings(
  db: Database,
  memberId: string,
  { matrix = {}, quiet, readTo = 0, seenTo = 0 }: NotificationSettingsChange,
) {
  const merged = sql`json_patch(${notificationSettings.matrix}, ${JSON.stringify(matrix)})`;
  const from = quiet ? sql`${quiet.from}` : sql`${notificationSettings.quietFrom}`;
  const to = quiet ? sql`${quiet.to}` : sql`${notificationSettings.quietTo}`;
  return db.run(sql`
    insert into ${notificationSettings} (member_id, matrix, quiet_from, quiet_to, read_to, seen_to)
    select ${members.id}, ${JSON.stringify(matrix)}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${readTo}, ${seenTo}
    from ${members} where ${members.id} = ${memberId}
    on conflict do update set
      matrix = ${merged}, quiet_from = ${from}, quiet_to = ${to}, read_to = max(read_to, ${readTo}), seen_to = max(seen_to, ${seenTo})
    where ${merged} <> matrix or quiet_from is not ${from} or quiet_to is not ${to} or ${readTo} > read_to
      or ${seenTo} > seen_to`);
}

/** The kinds of absence mails, which one setting switches together. */
const ABSENCE_MAIL_KINDS = ['message', 'like', 'match'] as const;

/** Condition: absence mails of at least one kind are on. */
export const hasAbsenceMails = (memberId: string | AnySQLiteColumn): SQL => {
  const never = ABSENCE_MAIL_KINDS.map((kind) => sql`${notificationSettings.matrix} ->> ${`$.${kind}.mail`} = 'never'`);
  return sql`not exists (select 1 from ${notificationSettings} where ${and(eq(notificationSettings.memberId, memberId), ...never)})`;
};

/** Switches all absence mails of a member off, or sets those that are off back to the default. */
export function setAbsenceMails(db: Database, memberId: string, isOn: boolean) {
  const matrix = Object.fromEntries(ABSENCE_MAIL_KINDS.map((kind) => [kind, { mail: 'never' }]));
  if (!isOn) return changeNotificationSettings(db, memberId, { matrix });
  const cells = ABSENCE_MAIL_KINDS.map(
    (kind) => sql`${kind}, json_object('mail', nullif(${notificationSettings.matrix} ->> ${`$.${kind}.mail`}, 'never'))`,
  );
  return (
    db
      .update(notificationSettings)
      // null in a JSON patch removes the cell, so that the default applies again.
      .set({ matrix: sql`json_patch(${notificationSettings.matrix}, json_object(${sql.join(cells, sql`, `)}))` })
      .where(eq(notificationSettings.memberId, memberId))
  );
}

/** Switches off every mail that a member can switch off, and writes the event if that changes anything. */
export const unsubscribeFromMails = (db: Database, event: EventInsert) => {
  const matrix = Object.fromEntries([...ABSENCE_MAIL_KINDS, 'offer'].map((kind) => [kind, { mail: 'never' }]));
  return {
    changedSettings: changeNotificationSettings(db, event.memberId, { matrix }),
    changedEvent: insertEventWhen(db, event, previousStatementWrote),
  };
};

/** The current time and the times (ms) of the next summaries of a member. */
export interface NextSummaries {
  readonly now: number;
  readonly daily: number;
  readonly weekly: number;
}

/** Plans the summaries that the matrix asks for and cancels the others. A summary that is planned keeps its time. */
export function planSummaries(db: Database, memberId: string, { now, daily, weekly }: NextSummaries) {
  const isAsked = (cadence: string) => sql`exists (select 1 from json_tree(${notificationSettings.matrix}) where atom = ${cadence})`;
  const next = (cadence: string, planned: AnySQLiteColumn, due: number) =>
    sql`case when ${isAsked(cadence)} then coalesce(${planned}, ${due}) end`;
  return db
    .update(notificationSettings)
    .set({
      dailyDueAt: next('daily', notificationSettings.dailyDueAt, daily),
      weeklyDueAt: next('weekly', notificationSettings.weeklyDueAt, weekly),
      dailySince: sql`case when ${notificationSettings.dailyDueAt} is null then ${now} else ${notificationSettings.dailySince} end`,
      weeklySince: sql`case when ${notificationSettings.weeklyDueAt} is null then ${now} else ${notificationSettings.weeklySince} end`,
    })
    .where(eq(notificationSettings.memberId, memberId));
}
