import type { NotificationsAnswer } from '#contract/notifications';
import { accountNotifications, eventOutbox, likes } from '#db/schema/index';
import { aConversation, newId, type TestMember } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { type TestSite, testSite } from '../../support/product/test-site.ts';

type Who = Pick<TestMember, 'cookie'>;

/** The notifications in an answer. */
export const itemsOf = (answer: ApiAnswer) => (answer.body as NotificationsAnswer).items;
/** Each notification of an answer as `[kind, member's id or event, count, 'read' or 'unread']`. */
export const summaryOf = (answer: ApiAnswer) =>
  itemsOf(answer).map(({ kind, profile, event, count, is_read: isRead }) => [
    kind,
    profile?.id ?? event,
    count,
    isRead ? 'read' : 'unread',
  ]);

/** Stores a message sent at `at`, as a send would have done; returns the conversation's id. */
export async function insertMessageAt(
  site: TestSite,
  from: TestMember,
  to: TestMember,
  at: number,
  conversation?: string,
): Promise<string> {
  const id = conversation ?? (await aConversation(site.db, from.id, to.id));
  const seq = '(select coalesce(max(seq), 0) + 1 from messages where conversation_id = ?)';
  await site.db.$client.batch([
    {
      sql: `insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at)
        values (?, ?, ${seq}, ?, ?, 'a secret word', ?)`,
      args: [newId(), id, id, from.id, newId(), at],
    },
    {
      sql: `update participants
        set last_seq = last_seq + 1, last_at = ?, last_sender_id = ?, is_listed = 1, unread = unread + (member_id = ?)
        where conversation_id = ?`,
      args: [at, from.id, to.id, id],
    },
  ]);
  return id;
}

/** The site of one test file, with the calls of notifications and inserts of likes, messages and events at given times. */
export function notificationsFixture() {
  const site = testSite();
  return {
    site,
    list: (who: Who, query = '') => site.as(who).get(`/api/notifications.php${query}`),
    change: (who: Who, body: object) => site.as(who).put('/api/notifications.php', body),
    likeAt: (from: TestMember, to: TestMember, createdAt: number, isNew = true) =>
      site.db.insert(likes).values({ likerId: from.id, likedId: to.id, createdAt, isNew }),
    messageAt: (from: TestMember, to: TestMember, at: number, conversation?: string) => insertMessageAt(site, from, to, at, conversation),
    eventAt: async (member: { id: string }, event: string, createdAt: number) => {
      const id = newId();
      await site.db.insert(accountNotifications).values({ id, memberId: member.id, kind: 'account', event, createdAt });
      return id;
    },
    eventsFor: async ({ id }: { id: string }) =>
      (await site.db.select().from(eventOutbox)).filter((row) => row.memberId === id).map(({ event }) => event),
    rows: async (sql: string, ...args: (string | number)[]) =>
      (await site.db.$client.execute({ sql, args })).rows.map((row) => ({ ...row })),
  };
}
