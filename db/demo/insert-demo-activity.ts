import { type SQL, sql } from 'drizzle-orm';
import { MINUTE } from '#contract/durations';
import type { AccountEvent } from '#contract/notifications';
import { batch, type Database } from '../client.ts';
import { grantCredits } from '../queries/shared/credit-balance.ts';
import { accountNotifications, notificationSettings } from '../schema/index.ts';
import type { DemoMember } from './generate-member.ts';
import { conversationLinesIn } from './sample-lists.ts';
import type { SeededRandom } from './seeded-random.ts';

const CONVERSATION_COUNT = 6;
/** Likes received, how many of them are new, and likes given. */
const LIKES_RECEIVED = 7;
const NEW_LIKE_COUNT = 3;
const LIKES_GIVEN = 9;
/** How long before now the read-all mark of the notifications lies. */
const NOTIFICATIONS_READ_AGO_MS = 8 * 1440 * MINUTE;
const ACCOUNT_EVENTS = [
  { event: 'new_device', ago: 200 * MINUTE },
  { event: 'password_changed', ago: 9 * 1440 * MINUTE },
] satisfies { event: AccountEvent; ago: number }[];

/** Inserts rows with `count` columns, passed as one JSON parameter. */
function insertRows(db: Database, into: SQL, count: number, rows: readonly (readonly unknown[])[]) {
  const columns = Array.from({ length: count }, (_, i) => `json_extract(value, '$[${i}]')`);
  return db.run(sql`insert into ${into} select ${sql.raw(columns.join(', '))} from json_each(${JSON.stringify(rows)})`);
}

/** Rows of the three tables, their columns in the order in which `insertDemoActivity` inserts them. */
interface ConversationRows {
  readonly conversations: unknown[][];
  readonly messages: unknown[][];
  readonly participants: unknown[][];
}

/** Adds a conversation of a few messages; the last `unread` ones are from the other member and not read yet. */
function addConversation(
  rows: ConversationRows,
  random: SeededRandom,
  me: DemoMember,
  other: DemoMember,
  startedAt: number,
  unread: number,
): void {
  const { firstMessages, replies } = conversationLinesIn(me.language);
  const id = random.id();
  const count = random.between(3, 9);
  const [lowerId, higherId] = [me.id, other.id].toSorted();
  const isMineFirst = random.next() < 0.5;
  let at = startedAt;
  let last = { seq: 0, text: '', sender: '', at };
  for (let seq = 1; seq <= count; seq += 1) {
    const isMine = seq > count - unread ? false : seq % 2 === (isMineFirst ? 1 : 0);
    const sender = isMine ? me.id : other.id;
    const text = random.pick(seq === 1 ? firstMessages : replies);
    at += random.between(1, 40) * MINUTE;
    rows.messages.push([random.id(), id, seq, sender, random.id(), text, at]);
    last = { seq, text, sender, at };
  }
  rows.conversations.push([id, lowerId, higherId, isMineFirst ? me.id : other.id, startedAt]);
  for (const [participant, counterpart] of [
    [me, other],
    [other, me],
  ] as const) {
    const unreadCount = participant === me ? unread : 0;
    rows.participants.push([
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
 * members who speak its language, no two with one portrait.
 */
export async function insertDemoActivity(
  db: Database,
  random: SeededRandom,
  me: DemoMember,
  others: readonly DemoMember[],
  credits: number,
  now: number,
): Promise<void> {
  const faces = new Set<string | undefined>();
  const isNewFace = ({ images }: DemoMember): boolean => faces.size < faces.add(images[0]?.large).size;
  const partners = random.sample(
    others.filter((other) => other.language === me.language && isNewFace(other)),
    LIKES_RECEIVED + LIKES_GIVEN + CONVERSATION_COUNT,
  );
  // Two of those who like the member are liked back, which makes two matches.
  const likes = partners.flatMap((other, i) => [
    ...(i < LIKES_RECEIVED ? [[other.id, me.id, Number(i < NEW_LIKE_COUNT), now - (i + 1) * 47 * MINUTE]] : []),
    ...(i >= LIKES_RECEIVED - 2 && i < LIKES_RECEIVED - 2 + LIKES_GIVEN ? [[me.id, other.id, 0, now - (i + 2) * 83 * MINUTE]] : []),
  ]);
  const conversationRows: ConversationRows = { conversations: [], messages: [], participants: [] };
  for (const [i, other] of partners.slice(-CONVERSATION_COUNT).entries()) {
    addConversation(conversationRows, random, me, other, now - (i * 1400 + 400) * MINUTE, i === 0 ? 2 : i === 2 ? 1 : 0);
  }
  await batch(db, {
    likes: insertRows(db, sql`likes (liker_id, liked_id, is_new, created_at)`, 4, likes),
    conversations: insertRows(
      db,
      sql`conversations (id, lower_member_id, higher_member_id, first_sender_id, created_at)`,
      5,
      conversationRows.conversations,
    ),
    messages: insertRows(
      db,
      sql`messages (id, conversation_id, seq, sender_id, client_id, text, created_at)`,
      7,
      conversationRows.messages,
    ),
    participants: insertRows(
      db,
      sql`participants (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, unread, read_to, is_listed)`,
      10,
      conversationRows.participants,
    ),
    notifications: db.insert(accountNotifications).values(
      ACCOUNT_EVENTS.map(({ event, ago }) => ({
        id: random.id(),
        memberId: me.id,
        kind: 'account' as const,
        event,
        createdAt: now - ago,
      })),
    ),
    readMark: db.insert(notificationSettings).values({ memberId: me.id, readTo: now - NOTIFICATIONS_READ_AGO_MS }),
    ...grantCredits(db, { id: random.id(), memberId: me.id, source: 'grant', reference: me.id, amount: credits, createdAt: now }),
  });
}
