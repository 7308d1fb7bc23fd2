import { sql } from 'drizzle-orm';
import { DAY } from '#contract/durations';
import { batch, type Database } from '#db/client';
import { insertLike } from '#db/queries/likes/likes';
import { checkAcknowledgedMessages, checkDevices, checkInvariants } from '../../support/database/invariants.ts';
import type { LoadMember, LoadMembers } from '../support/load-members.ts';
import type { MixedLoad } from '../support/mixed-load.ts';
import type { Device } from './device.ts';

/** Members who have left the site more than 28 days ago, to be erased during the soak. */
const LEAVERS = 20;
/** Every so manieth member who makes calls blocks those who would be the first of a search. */
const BLOCKER_EVERY = 10;
const BLOCKED_OF_COUNTRY = 3;
const BADGES = 100;

/** Who is blocked by whom, and who is erased: what no answer and no row may name. */
export interface PrivateFacts {
  /** Ids that no search of this member may name, by the member. */
  readonly blockedBy: ReadonlyMap<string, readonly string[]>;
  readonly leavers: readonly string[];
}

/**
 * Lets some members block those who come first in the searches of their country, and takes some of the profiles of the load as leavers, whose
 * 28 days are over. Returns the load without them.
 */
export async function addPrivateFacts(db: Database, load: LoadMembers): Promise<{ load: LoadMembers; facts: PrivateFacts }> {
  const now = Date.now();
  const blockedBy = new Map<string, readonly string[]>();
  const firstOf = new Map<string, readonly string[]>();
  const callers = new Set(load.members.map(({ id }) => id));
  for (const country of new Set(load.members.map((member) => member.country))) {
    const rows = await db.all<{ id: string }>(
      sql`select id from members where is_searchable and country = ${country} order by search_rank desc limit ${BLOCKED_OF_COUNTRY * 20}`,
    );
    const strangers = rows.map(({ id }) => id).filter((id) => !callers.has(id));
    firstOf.set(country, strangers.slice(0, BLOCKED_OF_COUNTRY));
  }
  for (const { id, country } of load.members.filter((_, i) => i % BLOCKER_EVERY === 0)) {
    const blocked = firstOf.get(country) ?? [];
    blockedBy.set(id, blocked);
    for (const other of blocked)
      await db.run(sql`insert into blocks (blocker_id, blocked_id, created_at) values (${id}, ${other}, ${now})`);
  }
  const leavers = load.profiles.filter((id) => !callers.has(id) && ![...firstOf.values()].flat().includes(id)).slice(-LEAVERS);
  const [liker] = load.members;
  if (liker)
    await batch(
      db,
      leavers.flatMap((id) => [insertLike(db, id, liker.id, now), insertLike(db, liker.id, id, now)]),
    );
  await db.run(
    sql`update members set status = 'deleted', status_before = 'active', deleted_at = ${now - 29 * DAY}
      where id in (select value from json_each(${JSON.stringify(leavers)}))`,
  );
  return { load: { ...load, profiles: load.profiles.filter((id) => !leavers.includes(id)) }, facts: { blockedBy, leavers } };
}

/** I5: what an answer names and may not, or null: a search somebody who is blocked, a list of conversations one of other members. */
export function breachInAnswer({ blockedBy }: PrivateFacts, conversations: ReadonlyMap<string, ReadonlySet<string>>) {
  return (member: LoadMember, path: string, text: string): string | null => {
    if (path.startsWith('/api/search.php')) {
      const shown = (blockedBy.get(member.id) ?? []).find((id) => text.includes(id));
      return shown ? `I5 a search of ${member.id} shows ${shown}, whom they block` : null;
    }
    if (!path.startsWith('/api/chats.php') || text === '') return null;
    const { chats } = JSON.parse(text) as { chats: { conversation: { id: string } }[] };
    const others = chats.find(({ conversation }) => !conversations.get(member.id)?.has(conversation.id));
    return others ? `I5 the list of ${member.id} has the conversation ${others.conversation.id} of others` : null;
  };
}

/** I7: the places where rows still name an erased member; the id stays in `erased_members` alone. */
async function rowsOfErased(db: Database, { leavers }: PrivateFacts): Promise<string[]> {
  const columns = await db.all<{ table: string; column: string }>(sql`
    select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'erased_members' and c.type like 'text%'`);
  const ids = JSON.stringify(leavers);
  const counts: string[] = [];
  for (const { table, column } of columns) {
    const [row] = await db.all<{ n: number }>(
      sql`select count(*) as n from ${sql.identifier(table)} where ${sql.identifier(column)} in (select value from json_each(${ids}))`,
    );
    if (row && row.n > 0) counts.push(`I7 ${row.n} rows of erased members are left in ${table}.${column}`);
  }
  return counts;
}

/** I4: the badge of a member beside the lists that it counts. */
async function badgeBreach(load: MixedLoad, member: LoadMember): Promise<string | null> {
  const client = load.clientOf(member);
  const answers = await Promise.all(['/api/user.php', '/api/chats.php', '/api/likes.php'].map((path) => client.call(path)));
  if (answers.some(({ status }) => status !== 200))
    return `I4 the badge of ${member.id} cannot be read: ${answers.map(({ status }) => status)}`;
  const [user, chats, likes] = answers.map(({ text }) => JSON.parse(text));
  const listed = chats.chats as { num_unread_messages: number; conversation: { is_aside: boolean } }[];
  const unread = listed.reduce((sum, chat) => sum + (chat.conversation.is_aside ? 0 : chat.num_unread_messages), 0);
  const counted = [unread, likes.totals.new_likes].join();
  const shown = [user.user.badge.unread_messages, user.user.badge.new_likes].join();
  return counted === shown ? null : `I4 the badge of ${member.id} is ${shown}, its lists count ${counted}`;
}

interface CheckedSoak {
  readonly db: Database;
  readonly load: MixedLoad;
  readonly members: readonly LoadMember[];
  readonly devices: readonly Device[];
  readonly facts: PrivateFacts;
}

/** Everything that must hold at the end, as breaches: I1 to I4 and I6 by SQL and on devices, I7, and the badges of I4. */
export async function breachesAtEnd({ db, load, members, devices, facts }: CheckedSoak): Promise<string[]> {
  const breaches = [
    ...(await checkInvariants(db)),
    ...(await checkAcknowledgedMessages(db, load.acknowledged())),
    ...(await checkDevices(
      db,
      devices.map((device) => device.observed()),
    )),
    ...(await rowsOfErased(db, facts)),
  ];
  for (const member of members.slice(0, BADGES)) breaches.push(...[(await badgeBreach(load, member)) ?? []].flat());
  return breaches;
}
