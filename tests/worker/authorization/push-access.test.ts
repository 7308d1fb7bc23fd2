import { beforeAll, vi } from 'vitest';
import { pushes } from '#db/schema/index';
import { aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { PushBrowser } from '../../support/servers/push-service.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import { pushFixture } from '../notifications/push/push-fixture.ts';
import { type Cell, cellsOf, MET_OWNERS, type MetOwner } from './access-columns.ts';
import { aPerson, factsIn, type Person, TRAITS_OF_OWNER, TRAITS_OF_ROLE } from './access-fixture.ts';
import { shapeOf } from './answer-shape.ts';
import { describeRows } from './describe-rows.ts';
import { newsStatements, SESSION_ENDS, type Statement } from './news-fixture.ts';
import { PUSH_ACCESS } from './push-access.ts';

const fixture = pushFixture();
const browsers = new Map<string, PushBrowser>();
const senders = new Map<MetOwner, Person>();
/** The rows of news of somebody, and of the push about it. */
function pushedNews(kind: string, owner: MetOwner, sender: Person, receiver: TestMember): Statement[] {
  const [now, conversation] = [Date.now(), newId()];
  const tags: Readonly<Record<string, string>> = { message: `message/${conversation}`, like: 'likes', match: 'matches' };
  return [
    ...newsStatements(kind, owner, { sender, receiver, conversation, at: now }),
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
    ...(sender ? pushedNews(kind, column as MetOwner, sender, receiver) : ownNewsStatements(kind, receiver, Date.now())),
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
