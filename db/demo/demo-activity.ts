import { type SQL, sql } from 'drizzle-orm';
import type { AccountEvent } from '#contract/notifications';
import { type Database, together } from '../client.ts';
import { accountNotices, ledger, noticeSettings } from '../schema/index.ts';
import type { InventedMember } from './generate-member.ts';
import { linesIn } from './sample-lists.ts';
import type { Chance } from './seeded-random.ts';

const MINUTE = 60_000;
const CONVERSATIONS = 6;
/** Likes received, how many of them are new, and likes given. */
const LIKED_BY = 7;
const NEW_LIKES = 3;
const LIKED = 9;
/** How long before now the read-all mark of the notifications lies. */
const READ_AGO = 8 * 1440 * MINUTE;
const ACCOUNT_EVENTS = [
  { event: 'new_device', ago: 200 * MINUTE },
  { event: 'password_changed', ago: 9 * 1440 * MINUTE },
] satisfies { event: AccountEvent; ago: number }[];

/** Inserts rows with `count` columns, passed as one JSON parameter. */
function run(db: Database, into: SQL, count: number, rows: readonly (readonly unknown[])[]) {
  const columns = Array.from({ length: count }, (_, i) => `json_extract(value, '$[${i}]')`);
  return db.run(sql`insert into ${into} select ${sql.raw(columns.join(', '))} from json_each(${JSON.stringify(rows)})`);
}

/** Rows of the three tables, their columns in the order in which `enliven` inserts them. */
interface Talk {
  readonly conversations: unknown[][];
  readonly messages: unknown[][];
  readonly inbox: unknown[][];
}

/** Adds a conversation of a few messages; the last `unread` ones are from the other member and not read yet. */
function addConversation(rows: Talk, chance: Chance, me: InventedMember, other: InventedMember, startedAt: number, unread: number): void {
  const { openers, replies } = linesIn(me.language);
  const id = chance.id();
  const count = chance.between(3, 9);
  const [firstId, secondId] = [me.id, other.id].toSorted();
  const isMineFirst = chance.next() < 0.5;
  let at = startedAt;
  let last = { seq: 0, text: '', sender: '', at };
  for (let seq = 1; seq <= count; seq += 1) {
    const isMine = seq > count - unread ? false : seq % 2 === (isMineFirst ? 1 : 0);
    const sender = isMine ? me.id : other.id;
    const text = chance.pick(seq === 1 ? openers : replies);
    at += chance.between(1, 40) * MINUTE;
    rows.messages.push([chance.id(), id, seq, sender, chance.id(), text, at]);
    last = { seq, text, sender, at };
  }
  rows.conversations.push([id, firstId, secondId, isMineFirst ? me.id : other.id, startedAt]);
  for (const [participant, counterpart] of [
    [me, other],
    [other, me],
  ] as const) {
    const unreadCount = participant === me ? unread : 0;
    rows.inbox.push([
      participant.id,
      id,
      counterpart.id,
      last.seq,
      last.text,
      last.sender,
      last.at,
      unreadCount,
      last.seq - unreadCount,
      1,
    ]);
  }
}

/**
 * Gives one of the two login accounts likes, conversations, notifications and credits, so that no screen starts empty. The others are demo
 * members who speak its language.
 */
export async function enliven(
  db: Database,
  chance: Chance,
  me: InventedMember,
  others: readonly InventedMember[],
  credits: number,
  now: number,
): Promise<void> {
  const partners = chance.some(
    others.filter(({ language }) => language === me.language),
    LIKED_BY + LIKED + CONVERSATIONS,
  );
  // Two of those who like the member are liked back, which makes two matches.
  const likes = partners.flatMap((other, i) => [
    ...(i < LIKED_BY ? [[other.id, me.id, Number(i < NEW_LIKES), now - (i + 1) * 47 * MINUTE]] : []),
    ...(i >= LIKED_BY - 2 && i < LIKED_BY - 2 + LIKED ? [[me.id, other.id, 0, now - (i + 2) * 83 * MINUTE]] : []),
  ]);
  const conversationRows: Talk = { conversations: [], messages: [], inbox: [] };
  for (const [i, other] of partners.slice(-CONVERSATIONS).entries()) {
    addConversation(conversationRows, chance, me, other, now - (i * 1400 + 400) * MINUTE, i === 0 ? 2 : i === 2 ? 1 : 0);
  }
  await together(db, [
    run(db, sql`likes (liker_id, liked_id, is_new, created_at)`, 4, likes),
    run(db, sql`conversations (id, first_id, second_id, opener_id, created_at)`, 5, conversationRows.conversations),
    run(db, sql`messages (id, conversation_id, seq, sender_id, client_id, text, created_at)`, 7, conversationRows.messages),
    run(
      db,
      sql`inbox (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, unread, read_to, is_listed)`,
      10,
      conversationRows.inbox,
    ),
    db.insert(accountNotices).values(
      ACCOUNT_EVENTS.map(({ event, ago }) => ({
        id: chance.id(),
        memberId: me.id,
        kind: 'account' as const,
        event,
        createdAt: now - ago,
      })),
    ),
    db.insert(noticeSettings).values({ memberId: me.id, readTo: now - READ_AGO }),
    db.insert(ledger).values({ id: chance.id(), memberId: me.id, amount: credits, reason: 'grant', reference: me.id, createdAt: now }),
  ]);
}
