import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { compiled } from '../../prepared-statement.ts';
import { members, noticeSettings } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, justWritten } from '../shared/event-outbox.ts';

/** Changed cells of the matrix of kinds and channels; cells that are not named stay. */
type SomeCells = Readonly<Record<string, { push?: string | undefined; mail?: string | undefined } | undefined>>;

/** The notification settings of a member and their read-all mark; no row if they never changed any. */
export const noticeSettingsOf = compiled((db, memberId: string) =>
  db
    .select({
      matrix: noticeSettings.matrix,
      quietFrom: noticeSettings.quietFrom,
      quietTo: noticeSettings.quietTo,
      readTo: noticeSettings.readTo,
    })
    .from(noticeSettings)
    .where(eq(noticeSettings.memberId, memberId)),
);

/** The read-all mark of a member (ms, 0 if there is none), as an SQL expression. */
export const readToOf = (memberId: string) =>
  sql<number>`coalesce((select ${noticeSettings.readTo} from ${noticeSettings} where ${noticeSettings.memberId} = ${memberId}), 0)`;

/** The cadence of a kind on a channel; `now` unless the member has chosen another one. */
export const cadenceIn = (matrix: SQL, kind: string, channel: 'push' | 'mail') =>
  sql`coalesce(${matrix} ->> ${`$.${kind}.${channel}`}, 'now')`;

/** The same for offers, whose default is `never`. */
export const offersIn = (matrix: SQL, channel: 'push' | 'mail') => sql`coalesce(${matrix} ->> ${`$.offer.${channel}`}, 'never')`;

/** The matrix of one member, as an SQL expression. */
export const matrixOf = (memberId: string | SQL) =>
  sql`(select ${noticeSettings.matrix} from ${noticeSettings} where ${noticeSettings.memberId} = ${memberId})`;

/** A change of notification settings; absent properties stay. */
export interface NoticeChange {
  /** Merged into the matrix cell by cell. */
  readonly matrix?: SomeCells;
  readonly quiet?: { readonly from: string | null; readonly to: string | null };
  /** The read-all mark (ms), which only moves forward. */
  readonly readTo?: number;
}

/** Writes changed notification settings. Writes nothing, and so does not count as a write for the next statement, if nothing changes or the member does not exist. */
export function changeNoticeSettings(db: Database, memberId: string, { matrix = {}, quiet, readTo = 0 }: NoticeChange) {
  const merged = sql`json_patch(${noticeSettings.matrix}, ${JSON.stringify(matrix)})`;
  const from = quiet ? sql`${quiet.from}` : sql`${noticeSettings.quietFrom}`;
  const to = quiet ? sql`${quiet.to}` : sql`${noticeSettings.quietTo}`;
  return db.run(sql`
    insert into ${noticeSettings} (member_id, matrix, quiet_from, quiet_to, read_to)
    select ${members.id}, ${JSON.stringify(matrix)}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${readTo}
    from ${members} where ${members.id} = ${memberId}
    on conflict do update set
      matrix = ${merged}, quiet_from = ${from}, quiet_to = ${to}, read_to = max(read_to, ${readTo})
    where ${merged} <> matrix or quiet_from is not ${from} or quiet_to is not ${to} or ${readTo} > read_to`);
}

/** The kinds of absence mails, which one setting switches together. */
const AWAY_KINDS = ['message', 'like', 'match'] as const;

/** Condition: absence mails of at least one kind are on. */
export const hasAwayMails = (memberId: string | AnySQLiteColumn): SQL => {
  const never = AWAY_KINDS.map((kind) => sql`${noticeSettings.matrix} ->> ${`$.${kind}.mail`} = 'never'`);
  return sql`not exists (select 1 from ${noticeSettings} where ${and(eq(noticeSettings.memberId, memberId), ...never)})`;
};

/** Switches all absence mails of a member off, or sets those that are off back to the default. */
export function switchAwayMails(db: Database, memberId: string, isOn: boolean) {
  const matrix = Object.fromEntries(AWAY_KINDS.map((kind) => [kind, { mail: 'never' }]));
  if (!isOn) return changeNoticeSettings(db, memberId, { matrix });
  const cells = AWAY_KINDS.map(
    (kind) => sql`${kind}, json_object('mail', nullif(${noticeSettings.matrix} ->> ${`$.${kind}.mail`}, 'never'))`,
  );
  return (
    db
      .update(noticeSettings)
      // null in a JSON patch removes the cell, so that the default applies again.
      .set({ matrix: sql`json_patch(${noticeSettings.matrix}, json_object(${sql.join(cells, sql`, `)}))` })
      .where(eq(noticeSettings.memberId, memberId))
  );
}

/** Switches off every mail that a member can switch off, and writes the event if that changes anything. */
export const endMails = (db: Database, event: EventInsert) => {
  const matrix = Object.fromEntries([...AWAY_KINDS, 'offer'].map((kind) => [kind, { mail: 'never' }]));
  return [changeNoticeSettings(db, event.memberId, { matrix }), insertEventWhen(db, event, justWritten)] as const;
};

/** The current time and the times (ms) of the next summaries of a member. */
export interface NextSummaries {
  readonly now: number;
  readonly daily: number;
  readonly weekly: number;
}

/** Plans the summaries that the matrix asks for and cancels the others. A summary that is planned keeps its time. */
export function planSummaries(db: Database, memberId: string, { now, daily, weekly }: NextSummaries) {
  const isAsked = (cadence: string) => sql`exists (select 1 from json_tree(${noticeSettings.matrix}) where atom = ${cadence})`;
  const next = (cadence: string, planned: AnySQLiteColumn, due: number) =>
    sql`case when ${isAsked(cadence)} then coalesce(${planned}, ${due}) end`;
  return db
    .update(noticeSettings)
    .set({
      dailyDueAt: next('daily', noticeSettings.dailyDueAt, daily),
      weeklyDueAt: next('weekly', noticeSettings.weeklyDueAt, weekly),
      dailyFrom: sql`case when ${noticeSettings.dailyDueAt} is null then ${now} else ${noticeSettings.dailyFrom} end`,
      weeklyFrom: sql`case when ${noticeSettings.weeklyDueAt} is null then ${now} else ${noticeSettings.weeklyFrom} end`,
    })
    .where(eq(noticeSettings.memberId, memberId));
}
