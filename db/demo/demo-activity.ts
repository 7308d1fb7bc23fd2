import { type SQL, sql } from 'drizzle-orm';
import type { AccountEvent } from '#contract/notifications';
import { type Database, together } from '../client.ts';
import { accountNotices, ledger, noticeSettings } from '../schema/index.ts';
import type { InventedMember } from './generate-member.ts';
import { linesIn } from './sample-lists.ts';
import type { Chance } from './seeded-random.ts';

const MINUTE = 60_000;
const CONVERSATIONS = 6;
const LIKED_BY = 7;
const NEW_LIKES = 3;
const LIKED = 9;
/** What happened before then has been read. */
const READ_AGO = 8 * 1440 * MINUTE;
const ACCOUNT_EVENTS = [
  { event: 'new_device', ago: 200 * MINUTE },
  { event: 'password_changed', ago: 9 * 1440 * MINUTE },
] satisfies { event: AccountEvent; ago: number }[];

const run = (db: Database, into: SQL, count: number, rows: readonly (readonly unknown[])[]) =>
  db.run(
    sql`insert into ${into} select ${sql.raw(Array.from({ length: count }, (_, i) => `json_extract(value, '$[${i}]')`).join(', '))} from json_each(${JSON.stringify(rows)})`,
  );

interface Talk {
  readonly conversations: unknown[][];
  readonly messages: unknown[][];
  readonly inbox: unknown[][];
}

/** One conversation of a few messages; the newest ones of some are not read yet. */
function addConversation(talk: Talk, chance: Chance, me: InventedMember, other: InventedMember, startedAt: number, unread: number): void {
  const { openers, replies } = linesIn(me.language);
  const id = chance.id();
  const count = chance.between(3, 9);
  const [firstId, secondId] = [me.id, other.id].toSorted();
  const opensMe = chance.next() < 0.5;
  let at = startedAt;
  let last = { seq: 0, text: '', sender: '', at };
  for (let seq = 1; seq <= count; seq += 1) {
    const isMine = seq > count - unread ? false : seq % 2 === (opensMe ? 1 : 0);
    const sender = isMine ? me.id : other.id;
    const text = chance.pick(seq === 1 ? openers : replies);
    at += chance.between(1, 40) * MINUTE;
    talk.messages.push([chance.id(), id, seq, sender, chance.id(), text, at]);
    last = { seq, text, sender, at };
  }
  talk.conversations.push([id, firstId, secondId, opensMe ? me.id : other.id, startedAt]);
  for (const [side, theOther] of [
    [me, other],
    [other, me],
  ] as const) {
    const open = side === me ? unread : 0;
    talk.inbox.push([side.id, id, theOther.id, last.seq, last.text, last.sender, last.at, open, last.seq - open, 1]);
  }
}

/** Likes, conversations and what happened to the account of one of the printed logins with demo members of their language, so that no screen starts empty. */
export async function enliven(
  db: Database,
  chance: Chance,
  me: InventedMember,
  others: readonly InventedMember[],
  credits: number,
  now: number,
): Promise<void> {
  const company = chance.some(
    others.filter(({ language }) => language === me.language),
    LIKED_BY + LIKED + CONVERSATIONS,
  );
  const likes = company.flatMap((other, i) => [
    ...(i < LIKED_BY ? [[other.id, me.id, Number(i < NEW_LIKES), now - (i + 1) * 47 * MINUTE]] : []),
    ...(i >= LIKED_BY - 2 && i < LIKED_BY - 2 + LIKED ? [[me.id, other.id, 0, now - (i + 2) * 83 * MINUTE]] : []),
  ]);
  const talk: Talk = { conversations: [], messages: [], inbox: [] };
  for (const [i, other] of company.slice(-CONVERSATIONS).entries()) {
    addConversation(talk, chance, me, other, now - (i * 1400 + 400) * MINUTE, i === 0 ? 2 : i === 2 ? 1 : 0);
  }
  await together(db, [
    run(db, sql`likes (liker_id, liked_id, is_new, created_at)`, 4, likes),
    run(db, sql`conversations (id, first_id, second_id, opener_id, created_at)`, 5, talk.conversations),
    run(db, sql`messages (id, conversation_id, seq, sender_id, client_id, text, created_at)`, 7, talk.messages),
    run(
      db,
      sql`inbox (member_id, conversation_id, other_id, last_seq, last_text, last_sender_id, last_at, unread, read_to, is_listed)`,
      10,
      talk.inbox,
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
