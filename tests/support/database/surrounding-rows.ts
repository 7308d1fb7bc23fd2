import { sql } from 'drizzle-orm';
import { batch, type Database } from '#db/client';
import { DAY } from '../../../contract/durations.ts';

/** Members whose rows are written in one batch. */
const CHUNK = 20_000;

/**
 * What a site has around the members with these row ids, and of which nothing is due: sessions, settings with summaries and offers, old likes and
 * unread messages, premium, accepted mails, pushes' devices, counters, orders and what was hidden.
 */
const statementsFor = (from: number, to: number, now: number): readonly string[] => {
  const theirs = `from members where rowid between ${from} and ${to}`;
  const pairs = `from members as me join members as other on other.rowid = me.rowid - 1 where me.rowid between ${from} and ${to}`;
  const [past, future] = [now - 3 * DAY, now + 3 * DAY];
  return [
    `insert into sessions (id, member_id, token_hash, device, created_at, seen_at, expires_at)
      select 's-' || id, id, 'none', 'test', ${past}, ${past}, ${future} ${theirs}`,
    `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at, seen_at)
      select 'd-' || id, id, 's-' || id, 'https://fcm.googleapis.com/send/' || id, 'none', 'none', ${past}, ${past} ${theirs} and rowid % 5 = 0`,
    `insert into notification_settings (member_id, matrix, daily_due_at)
      select id, iif(rowid % 8 = 0, '{"offer":{"mail":"now"}}', '{}'), iif(rowid % 3 = 0, ${future}, null) ${theirs} and rowid % 2 = 0`,
    `insert into entitlements (id, member_id, source, plan_id, from_at, until_at, renews, state, provider, subscription, customer, created_at)
      select 'e-' || id, id, 'grant', 'plan', ${past}, ${future}, rowid % 40 = 0, 'active', 'test', 'sub-' || id,
        iif(rowid % 40 = 0, 'customer', null), ${past} ${theirs} and rowid % 20 = 0`,
    `insert into entitlements (id, member_id, source, plan_id, from_at, until_at, state, created_at)
      select 'o-' || id, id, 'grant', 'plan', 0, ${past}, 'ended', 0 ${theirs} and rowid % 10 = 0`,
    `insert into likes (liker_id, liked_id, is_new, created_at) select me.id, other.id, 1, ${past} ${pairs}`,
    `insert into like_notification_log (liker_id, liked_id, like_notified_at) select me.id, other.id, ${past} ${pairs}`,
    `insert into participants (member_id, conversation_id, other_id, last_seq, last_at, unread, is_listed)
      select me.id, 'c-' || me.id, other.id, 1, ${past}, 1, 1 ${pairs}`,
    `insert into hides (member_id, hidden_id, created_at) select me.id, other.id, ${past} ${pairs}`,
    `insert into mails (id, member_id, kind, recipient, subject, text, html, created_at, due_at, tries, accepted_at)
      select 'm-' || id, id, 'activation', '', '', '', '', ${past}, ${past}, 1, ${past} ${theirs}`,
    `insert into attempts (key, window_start, count, ends_at) select 'test:' || id, ${past}, 1, ${future} ${theirs}`,
    `insert into orders (id, member_id, nonce, kind, product_id, country, currency, full_amount, amount, vat_rate, vat_amount, method, provider,
        status, created_at, paid_at)
      select 'o-' || id, id, 'n', 'pack', 'pack', 'NL', 'EUR', 500, 500, 2100, 87, 'card', 'test', 'paid', ${past}, ${past}
      ${theirs} and rowid % 10 = 0`,
  ];
};

/** Writes the rows around all members that `populate` has made. They depend on the members and on `now` alone. */
export async function addSurroundingRows(db: Database, members: number, now: number): Promise<void> {
  for (let made = 0; made < members; made += CHUNK) {
    const statements = statementsFor(made + 1, Math.min(made + CHUNK, members), now).map((text) => db.run(sql.raw(text)));
    await batch(db, statements);
  }
}
