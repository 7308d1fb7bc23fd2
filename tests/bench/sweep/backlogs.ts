import { sql } from 'drizzle-orm';
import { batch, type Database } from '#db/client';
import { DAY, MINUTE } from '../../../contract/durations.ts';
import { aSubscription } from '../../support/servers/push-service.ts';

/** Members whose rows are written in one batch. */
const CHUNK = 10_000;

/** Something that has piled up, and how the sweep gets rid of it. */
export interface Backlog {
  readonly name: string;
  /** Statements that pile it up for the members with these row ids. */
  readonly fill: (from: number, to: number, now: number) => readonly string[];
  /** How much is left, as a query. */
  readonly left: string;
}

const membersBetween = (from: number, to: number) => `from members where rowid between ${from} and ${to}`;
const { keys } = aSubscription();

/** What has piled up after an outage: mails, pushes of one browser each, and accounts whose 28 days are over. */
export const BACKLOGS: readonly Backlog[] = [
  {
    name: 'mails',
    fill: (from, to, now) => [
      `insert into mails (id, member_id, kind, recipient, subject, text, html, created_at, due_at)
        select 'waiting-' || id, id, 'reset', email, 'A subject', hex(zeroblob(400)), hex(zeroblob(2000)), ${now}, ${now} ${membersBetween(from, to)}`,
    ],
    left: `select count(*) as n from mails where accepted_at is null and id like 'waiting-%'`,
  },
  {
    name: 'pushes',
    fill: (from, to, now) => [
      `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at, seen_at)
        select 'w-' || id, id, 's-' || id, 'https://updates.push.services.mozilla.com/wpush/v2/' || id, '${keys.p256dh}', '${keys.auth}', ${now}, ${now}
        ${membersBetween(from, to)} on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
      `insert into account_notifications (id, member_id, kind, event, created_at)
        select 'n-' || id, id, 'account', 'photo_removed', ${now} ${membersBetween(from, to)}`,
      `insert into pushes (id, member_id, kind, tag, created_at, due_at)
        select 'waiting-' || id, id, 'account', 'account', ${now}, ${now} ${membersBetween(from, to)}`,
    ],
    left: `select count(*) as n from pushes where id like 'waiting-%'`,
  },
  {
    name: 'erasures',
    fill: (from, to, now) => [
      `update members set status = 'deleted', status_before = 'active', deleted_at = ${now - 29 * DAY} - rowid * ${MINUTE / 60}
        where rowid between ${from} and ${to}`,
    ],
    left: `select count(*) as n from members where status = 'deleted'`,
  },
];

/** Piles a backlog up for the first members. */
export async function pileUp(db: Database, { fill }: Backlog, rows: number, now: number): Promise<void> {
  for (let made = 0; made < rows; made += CHUNK) {
    const statements = fill(made + 1, Math.min(made + CHUNK, rows), now).map((text) => db.run(sql.raw(text)));
    await batch(db, statements);
  }
}

/** How much of a backlog is left. */
export async function leftOf(db: Database, { left }: Backlog): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql.raw(left));
  return row?.n ?? Number.NaN;
}
