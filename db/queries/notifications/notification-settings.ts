import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { compiled } from '../../prepared-statement.ts';
import { members, noticeSettings } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, justWritten } from '../shared/event-outbox.ts';

/** Cells of a matrix; what is not named stays. */
type SomeCells = Readonly<Record<string, { push?: string | undefined; mail?: string | undefined } | undefined>>;

/** What a member has chosen to be told how, and until when they have read; no row: nothing of it. */
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

/** Until when a member has read what happened, as a value inside a statement. */
export const readToOf = (memberId: string) =>
  sql<number>`coalesce((select ${noticeSettings.readTo} from ${noticeSettings} where ${noticeSettings.memberId} = ${memberId}), 0)`;

/** How often a kind of news goes out by a channel; what nobody has chosen otherwise goes out at once. */
export const cadenceIn = (matrix: SQL, kind: string, channel: 'push' | 'mail') =>
  sql`coalesce(${matrix} ->> ${`$.${kind}.${channel}`}, 'now')`;

/** The same of offers, which go out only to those who chose so. */
export const offersIn = (matrix: SQL, channel: 'push' | 'mail') => sql`coalesce(${matrix} ->> ${`$.offer.${channel}`}, 'never')`;

/** The matrix of one member, as a value inside a statement. */
export const matrixOf = (memberId: string | SQL) =>
  sql`(select ${noticeSettings.matrix} from ${noticeSettings} where ${noticeSettings.memberId} = ${memberId})`;

/** What changes of a member's settings; what is absent stays. */
export interface NoticeChange {
  /** Put over the matrix, cell by cell. */
  readonly matrix?: SomeCells;
  readonly quiet?: { readonly from: string | null; readonly to: string | null };
  /** Only ever goes forward. */
  readonly readTo?: number;
}

/** Writes what is named of a member's settings; nothing, and so no `justWritten`, where it is all so already, or there is no such member. */
export function changeNoticeSettings(db: Database, memberId: string, { matrix = {}, quiet, readTo = 0 }: NoticeChange) {
  const merged = sql`json_patch(${noticeSettings.matrix}, ${JSON.stringify(matrix)})`;
  const from = quiet ? sql`${quiet.from}` : sql`${noticeSettings.quietFrom}`;
  const to = quiet ? sql`${quiet.to}` : sql`${noticeSettings.quietTo}`;
  return db.run(sql`
    insert into ${noticeSettings} (member_id, matrix, quiet_from, quiet_to, read_to)
    select ${members.id}, ${JSON.stringify(matrix)}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${readTo} from ${members} where ${members.id} = ${memberId}
    on conflict do update set matrix = ${merged}, quiet_from = ${from}, quiet_to = ${to}, read_to = max(read_to, ${readTo})
    where ${merged} <> matrix or quiet_from is not ${from} or quiet_to is not ${to} or ${readTo} > read_to`);
}

/** Kinds whose mails the one switch of old stood for. */
const AWAY_KINDS = ['message', 'like', 'match'] as const;

/** Whether any of those mails goes out, as a value inside a statement. */
export const hasAwayMails = (memberId: string | AnySQLiteColumn): SQL => {
  const never = AWAY_KINDS.map((kind) => sql`${noticeSettings.matrix} ->> ${`$.${kind}.mail`} = 'never'`);
  return sql`not exists (select 1 from ${noticeSettings} where ${and(eq(noticeSettings.memberId, memberId), ...never)})`;
};

/** Ends a member's mails about what other members do, or has those that had ended come at once. */
export function switchAwayMails(db: Database, memberId: string, isOn: boolean) {
  const matrix = Object.fromEntries(AWAY_KINDS.map((kind) => [kind, { mail: 'never' }]));
  if (!isOn) return changeNoticeSettings(db, memberId, { matrix });
  const cells = AWAY_KINDS.map(
    (kind) => sql`${kind}, json_object('mail', nullif(${noticeSettings.matrix} ->> ${`$.${kind}.mail`}, 'never'))`,
  );
  return (
    db
      .update(noticeSettings)
      // A null in a patch takes the cell away, so that the default is in force again.
      .set({ matrix: sql`json_patch(${noticeSettings.matrix}, json_object(${sql.join(cells, sql`, `)}))` })
      .where(eq(noticeSettings.memberId, memberId))
  );
}

/** Ends every mail that a member can end, and tells their devices if that is a change. */
export const endMails = (db: Database, event: EventInsert) => {
  const matrix = Object.fromEntries([...AWAY_KINDS, 'offer'].map((kind) => [kind, { mail: 'never' }]));
  return [changeNoticeSettings(db, event.memberId, { matrix }), insertEventWhen(db, event, justWritten)] as const;
};

/** When a member's next summaries would come. */
export interface NextSummaries {
  readonly now: number;
  readonly daily: number;
  readonly weekly: number;
}

/** Plans the summaries that the matrix asks for, each from now on, and drops the plan of others. One that is planned already stays. */
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
