import { newId, type TestMember } from '../../support/database/factories.ts';
import type { MetOwner, Role } from './access-columns.ts';
import type { Person } from './access-fixture.ts';

export type Statement = { readonly sql: string; readonly args: (string | number)[] };

/** The end of the session of a receiver who has logged out, or whose session has run out. */
export const SESSION_ENDS: Partial<Readonly<Record<Role, string>>> = {
  visitor: 'delete from sessions where member_id = ?',
  expired: 'update sessions set expires_at = 1 where member_id = ?',
};

interface News {
  readonly sender: Person;
  readonly receiver: TestMember;
  readonly conversation: string;
  readonly at: number;
}

/** The rows of a message, a like or a match, as they were written while its sender was as others are, and of what became of the two. */
export function newsStatements(kind: string, owner: MetOwner, { sender, receiver, conversation, at: now }: News): Statement[] {
  const [lower = '', higher = ''] = [sender.id, receiver.id].toSorted();
  const participant = `insert into participants (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, unread, is_listed)
    values (?, ?, ?, 1, 'a word', ?, ?, ?, 1)`;
  const like = 'insert into likes (liker_id, liked_id, created_at) values (?, ?, ?)';
  const block = 'insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)';
  const news: Readonly<Record<string, Statement[]>> = {
    message: [
      {
        sql: 'insert into conversations (id, lower_member_id, higher_member_id, first_sender_id, created_at) values (?, ?, ?, ?, 1)',
        args: [conversation, lower, higher, sender.id],
      },
      { sql: participant, args: [sender.id, conversation, receiver.id, sender.id, now, 0] },
      { sql: participant, args: [receiver.id, conversation, sender.id, sender.id, now, 1] },
      {
        sql: "insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at) values (?, ?, 1, ?, ?, 'a word', ?)",
        args: [newId(), conversation, sender.id, newId(), now],
      },
    ],
    like: [{ sql: like, args: [sender.id, receiver.id, now] }],
    match: [
      { sql: like, args: [sender.id, receiver.id, now] },
      { sql: like, args: [receiver.id, sender.id, now] },
      {
        sql: 'insert into like_notification_log (liker_id, liked_id, match_notified_at) values (?, ?, ?)',
        args: [receiver.id, sender.id, now],
      },
    ],
  };
  return [
    ...(news[kind] ?? []),
    ...(owner === 'blocked' ? [{ sql: block, args: [receiver.id, sender.id] }] : []),
    ...(owner === 'blocker' ? [{ sql: block, args: [sender.id, receiver.id] }] : []),
    ...(owner === 'hidden'
      ? [{ sql: 'insert into hides (member_id, hidden_id, created_at) values (?, ?, 1)', args: [receiver.id, sender.id] }]
      : []),
  ];
}
