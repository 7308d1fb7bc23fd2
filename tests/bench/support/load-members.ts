import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DAY } from '#contract/durations';
import { batch, type Database } from '#db/client';
import { createConversationStatements } from '#db/queries/chat/conversations';
import { insertLike } from '#db/queries/likes/likes';
import { grantCredits } from '#db/queries/shared/credit-balance';
import { sessions } from '#db/schema/index';
import { sha256 } from '../../../worker/lib/crypto.ts';
import { newId } from '../../support/database/factories.ts';

/** A member who makes calls. */
export interface LoadMember {
  readonly id: string;
  readonly cookie: string;
  readonly country: string;
}

/** Two members with a conversation, who write to each other. */
export interface LoadPair {
  readonly conversation: string;
  readonly members: readonly [LoadMember, LoadMember];
}

export interface LoadMembers {
  /** Those who make calls; the members of the pairs are the first of them. */
  readonly members: readonly LoadMember[];
  readonly pairs: readonly LoadPair[];
  /** Ids of members whose profiles are opened and who are liked. */
  readonly profiles: readonly string[];
}

interface LoadMemberCounts {
  readonly members: number;
  readonly pairs: number;
}

/** Rows that go in one batch. */
const CHUNK = 200;
const PROFILES = 20_000;
/** Every fourth pair does not match: its messages cost a credit each. */
const CHARGED_EVERY = 4;
const CREDITS = 10_000;

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, i) => items.slice(i * CHUNK, (i + 1) * CHUNK));
}

/** Starts a session for each of these members. */
async function startSessions(db: Database, found: readonly { readonly id: string; readonly country: string }[]): Promise<LoadMember[]> {
  const now = Date.now();
  const withTokens = await Promise.all(
    found.map(async ({ id, country }) => {
      const token = randomBytes(32).toString('base64url');
      const row = { id: newId(), memberId: id, tokenHash: await sha256(token), device: 'load', createdAt: now, seenAt: now };
      return { member: { id, country, cookie: `session=${id}.${token}` }, row: { ...row, expiresAt: now + DAY } };
    }),
  );
  for (const some of chunks(withTokens)) await db.insert(sessions).values(some.map(({ row }) => row));
  return withTokens.map(({ member }) => member);
}

/** The statements that give two members a conversation: they match, or both have credits. */
function pairStatements(db: Database, { conversation, members: [one, other] }: LoadPair, isCharged: boolean, now: number) {
  const credit = ({ id }: LoadMember) =>
    Object.values(grantCredits(db, { id: newId(), memberId: id, source: 'grant', reference: newId(), amount: CREDITS, createdAt: now }));
  return [
    ...Object.values(createConversationStatements(db, conversation, one.id, other.id, now)),
    ...(isCharged ? [...credit(one), ...credit(other)] : [insertLike(db, one.id, other.id, now), insertLike(db, other.id, one.id, now)]),
  ];
}

/**
 * Gives sessions to members of a database that `populate` has filled, chosen evenly among all, and conversations to pairs of them: three of
 * four pairs match, so that their messages are free, and the others have credits.
 */
export async function makeLoadMembers(db: Database, counts: LoadMemberCounts): Promise<LoadMembers> {
  const found = await db.all<{ id: string; country: string }>(
    sql`select id, country from members where is_searchable order by (rowid * 7919) % 100003, rowid limit ${Math.max(PROFILES, counts.members)}`,
  );
  if (found.length < counts.members || counts.members < counts.pairs * 2) throw new Error('there are too few members for this load');
  const members = await startSessions(db, found.slice(0, counts.members));
  const pairs = Array.from({ length: counts.pairs }, (_, i): LoadPair => {
    const [one, other] = [members[2 * i], members[2 * i + 1]];
    if (!one || !other) throw new Error('there are too few members for these pairs');
    return { conversation: newId(), members: [one, other] };
  });
  const now = Date.now();
  for (const some of chunks([...pairs.entries()])) {
    const statements = some.flatMap(([i, pair]) => pairStatements(db, pair, i % CHARGED_EVERY === 0, now));
    await batch(db, statements);
  }
  return { members, pairs, profiles: found.map(({ id }) => id) };
}
