import { beforeAll, vi } from 'vitest';
import { pushes } from '#db/schema/index';
import { aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { PushBrowser } from '../../support/servers/push-service.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import { pushFixture } from '../notifications/push/push-fixture.ts';
import { type Cell, cellsOf, MET_OWNERS, type MetOwner, type Role } from './access-columns.ts';
import { aPerson, factsIn, type Person, TRAITS_OF_OWNER, TRAITS_OF_ROLE } from './access-fixture.ts';
import { shapeOf } from './answer-shape.ts';
import { describeRows } from './describe-rows.ts';
import { PUSH_ACCESS } from './push-access.ts';

const fixture = pushFixture();
const browsers = new Map<string, PushBrowser>();
const senders = new Map<MetOwner, Person>();
type Statement = { readonly sql: string; readonly args: (string | number)[] };

/** The rows of the news of a push, as they were written while its sender was as others are, and of what became of it. */
function newsStatements(kind: string, owner: MetOwner, sender: Person, receiver: TestMember, now: number): Statement[] {
  const conversation = newId();
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
  const tags: Readonly<Record<string, string>> = { message: `message/${conversation}`, like: 'likes', match: 'matches' };
  return [
    ...(news[kind] ?? []),
    ...(owner === 'blocked' ? [{ sql: block, args: [receiver.id, sender.id] }] : []),
    ...(owner === 'blocker' ? [{ sql: block, args: [sender.id, receiver.id] }] : []),
    ...(owner === 'hidden'
      ? [{ sql: 'insert into hides (member_id, hidden_id, created_at) values (?, ?, 1)', args: [receiver.id, sender.id] }]
      : []),
    {
      sql: 'insert into pushes (id, member_id, kind, tag, conversation_id, created_at, due_at) values (?, ?, ?, ?, nullif(?, 0), ?, 0)',
      args: [newId(), receiver.id, kind, tags[kind] ?? kind, kind === 'message' ? conversation : 0, now],
    },
  ];
}

/** The rows of the news of a push that is about the receiver alone. A summary is about an account event that they hear of once a day. */
function ownNewsStatements(kind: string, receiver: TestMember, now: number): Statement[] {
  const [newsKind, event] = kind === 'offer' ? ['offer', 'time_bonus'] : ['account', 'new_device'];
  return [
    {
      sql: 'insert into account_notifications (id, member_id, kind, event, created_at) values (?, ?, ?, ?, ?)',
      args: [newId(), receiver.id, newsKind, event, now],
    },
    {
      sql: 'insert into notification_settings (member_id, matrix) values (?, ?)',
      args: [receiver.id, JSON.stringify(kind === 'summary' ? { account: { push: 'daily' } } : { offer: { push: 'now' } })],
    },
    {
      sql: 'insert into pushes (id, member_id, kind, tag, created_at, due_at) values (?, ?, ?, ?, ?, 0)',
      args: [newId(), receiver.id, kind, kind, now],
    },
  ];
}

/** The end of the session of a receiver who has logged out, or whose session has run out. */
const SESSION_ENDS: Partial<Readonly<Record<Role, string>>> = {
  visitor: 'delete from sessions where member_id = ?',
  expired: 'update sessions set expires_at = 1 where member_id = ?',
};

/** Makes the receiver of one cell, who takes pushes in one browser, with a push that waits. */
async function prepareCell(kind: string, { role, column }: Cell): Promise<void> {
  const { db, service } = fixture;
  const receiver = await aMember(db, TRAITS_OF_ROLE[role]());
  const browser = service.aBrowser();
  browsers.set(`${kind} ${role} ${column}`, browser);
  const { endpoint, keys } = browser.subscription;
  const sender = column === 'whole' ? null : senders.get(column as MetOwner);
  const end = SESSION_ENDS[role];
  await db.$client.batch([
    {
      sql: `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at, seen_at)
        select ?, member_id, id, ?, ?, ?, 1, 1 from sessions where member_id = ?`,
      args: [newId(), endpoint, keys.p256dh, keys.auth, receiver.id],
    },
    ...(sender ? newsStatements(kind, column as MetOwner, sender, receiver, Date.now()) : ownNewsStatements(kind, receiver, Date.now())),
    ...(end ? [{ sql: end, args: [receiver.id] }] : []),
  ]);
}

beforeAll(async () => {
  const { db, product } = fixture;
  for (const owner of MET_OWNERS) senders.set(owner, await aPerson(fixture, TRAITS_OF_OWNER[owner]()));
  for (const [kind, row] of Object.entries(PUSH_ACCESS.rows)) {
    for (const cell of cellsOf(row, PUSH_ACCESS.kindOf(kind))) await prepareCell(kind, cell);
  }
  // A run of the scheduled handler sends so many pushes, and drops those that are no news any more.
  const isSent = async () => {
    await product.worker.scheduled();
    return (await db.$count(pushes)) === 0;
  };
  await vi.waitUntil(isSent, { timeout: WAIT_TIMEOUT_MS });
});

describeRows(PUSH_ACCESS, async (kind, role, column) => {
  const received = browsers.get(`${kind} ${role} ${column}`)?.received ?? [];
  const sender = senders.get(column as MetOwner);
  const texts = received.map(({ note }) => [shapeOf(note), ...(sender ? [factsIn(JSON.stringify(note), sender)] : [])].join(' | '));
  return texts.join(' + ') || 'no push';
});
