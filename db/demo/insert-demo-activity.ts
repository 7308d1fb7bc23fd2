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

/** Rows of the four tables, their columns in the order in which `insertDemoActivity` inserts them. */
interface ActivityRows {
  readonly conversations: unknown[][];
  readonly messages: unknown[][];
  readonly participants: unknown[][];
  readonly quotes: unknown[][];
}

/** What a like or a first message quotes; null for the ones that quote nothing. */
type QuoteKind = 'prompt' | 'photo' | 'text' | null;
const QUOTES_OF_LIKES: readonly QuoteKind[] = ['prompt', 'photo', null, 'text'];
const QUOTES_OF_MESSAGES: readonly QuoteKind[] = ['prompt', null, 'photo'];
/** The first sentence of a text about a member. */
const FIRST_SENTENCE = /^.+?[.!?…](?=\s|$)/su;

/** The quoted block of a profile as the columns for photo, prompt and words; null if the profile has no such block. */
function quotedBlock(
  random: SeededRandom,
  kind: QuoteKind,
  { images, prompts, personal }: DemoMember,
): [string | null, string | null, string] | null {
  const prompt = prompts[random.between(0, prompts.length - 1)];
  const photo = images.at(-1);
  const sentence = FIRST_SENTENCE.exec(personal)?.[0];
  if (kind === 'prompt') return prompt ? [null, prompt.id, prompt.text] : null;
  if (kind === 'photo') return photo ? [photo.id, null, ''] : null;
  return kind === 'text' && sentence ? [null, null, sentence] : null;
}

interface Quotation {
  readonly author: DemoMember;
  readonly owner: DemoMember;
  /** Null for the quote of a like. */
  readonly message: string | null;
  readonly at: number;
}

/** Adds a quote of the owner's profile, if it has such a block. Returns whether it has. */
function addQuote(rows: ActivityRows, random: SeededRandom, kind: QuoteKind, { author, owner, message, at }: Quotation): boolean {
  const block = quotedBlock(random, kind, owner);
  if (block) rows.quotes.push([random.id(), author.id, owner.id, message, ...block, at]);
  return block !== null;
}

/** Adds a conversation of a few messages, of which the first may quote; the last `unread` ones are from the other member and not read yet. */
function addConversation(
  rows: ActivityRows,
  random: SeededRandom,
  me: DemoMember,
  other: DemoMember,
  { startedAt, unread, quoteKind }: { startedAt: number; unread: number; quoteKind: QuoteKind },
): void {
  const { firstMessages, aboutPhoto, aboutPrompt, replies } = conversationLinesIn(me.language);
  const id = random.id();
  const count = random.between(3, 9);
  const [lowerId, higherId] = [me.id, other.id].toSorted();
  const isMineFirst = random.next() < 0.5;
  const [author, owner] = isMineFirst ? [me, other] : [other, me];
  let at = startedAt;
  let last = { seq: 0, text: '', sender: '', at };
  for (let seq = 1; seq <= count; seq += 1) {
    const isMine = seq > count - unread ? false : seq % 2 === (isMineFirst ? 1 : 0);
    const sender = isMine ? me.id : other.id;
    const messageId = random.id();
    at += random.between(1, 40) * MINUTE;
    const isQuoting = seq === 1 && addQuote(rows, random, quoteKind, { author, owner, message: messageId, at });
    const quotingLines = quoteKind === 'photo' ? aboutPhoto : aboutPrompt;
    const text = random.pick(isQuoting ? quotingLines : seq === 1 ? firstMessages : replies);
    rows.messages.push([messageId, id, seq, sender, random.id(), text, at]);
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
    ...(i < LIKES_RECEIVED ? [{ author: other, owner: me, isNew: i < NEW_LIKE_COUNT, at: now - (i + 1) * 47 * MINUTE }] : []),
    ...(i >= LIKES_RECEIVED - 2 && i < LIKES_RECEIVED - 2 + LIKES_GIVEN
      ? [{ author: me, owner: other, isNew: false, at: now - (i + 2) * 83 * MINUTE }]
      : []),
  ]);
  const rows: ActivityRows = { conversations: [], messages: [], participants: [], quotes: [] };
  for (const [i, { author, owner, at }] of likes.entries()) {
    addQuote(rows, random, QUOTES_OF_LIKES[i % QUOTES_OF_LIKES.length] ?? null, { author, owner, message: null, at });
  }
  for (const [i, other] of partners.slice(-CONVERSATION_COUNT).entries()) {
    addConversation(rows, random, me, other, {
      startedAt: now - (i * 1400 + 400) * MINUTE,
      unread: i === 0 ? 2 : i === 2 ? 1 : 0,
      quoteKind: QUOTES_OF_MESSAGES[i % QUOTES_OF_MESSAGES.length] ?? null,
    });
  }
  await batch(db, {
    likes: insertRows(
      db,
      sql`likes (liker_id, liked_id, is_new, created_at)`,
      4,
      likes.map(({ author, owner, isNew, at }) => [author.id, owner.id, Number(isNew), at]),
    ),
    conversations: insertRows(
      db,
      sql`conversations (id, lower_member_id, higher_member_id, first_sender_id, created_at)`,
      5,
      rows.conversations,
    ),
    messages: insertRows(db, sql`messages (id, conversation_id, seq, sender_id, client_id, text, created_at)`, 7, rows.messages),
    participants: insertRows(
      db,
      sql`participants (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, unread, read_to, is_listed)`,
      10,
      rows.participants,
    ),
    quotes: insertRows(db, sql`quotes (id, author_id, owner_id, message_id, image_id, prompt_id, text, created_at)`, 8, rows.quotes),
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
