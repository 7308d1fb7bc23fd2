import { and, asc, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members } from '../../schema/index.ts';

/** A span of time in ms, both ends included. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** The most members of a page of `affectedMembers`. */
export const AFFECTED_PAGE_ROWS = 1_000;

const within = ({ since, until }: Span, column: string) => sql.raw(`${column} between ${Math.trunc(since)} and ${Math.trunc(until)}`);

/**
 * A page of the members who had an account in a span, by id, with what is known of them in it: whether they were there (a session was used, or
 * their last activity lies in it), logged in, from a network or kind of device that is seen in it, or changed their address. `after` is the last
 * id of the page before, '' for the first. Fictional members are left out. An account that has been erased since is not known any more.
 */
export const affectedMembers = (db: Database, span: Span, after: string) => {
  // Names are written out, because drizzle omits the table name in queries of one table.
  const has = (table: string, column: string) =>
    sql<number>`exists (select 1 from ${sql.raw(table)} as row where row.member_id = members.id and ${within(span, `row.${column}`)})`;
  return db
    .select({
      id: members.id,
      email: members.email,
      locale: members.locale,
      country: members.country,
      status: members.status,
      wasThere: sql<number>`(${within(span, 'last_active_at')} or ${has('sessions', 'seen_at')} or ${has('sessions', 'created_at')})`,
      loggedIn: sql<number>`(${has('sessions', 'created_at')} or ${has('known_devices', 'seen_at')})`,
      changedAddress: has('email_changes', 'created_at'),
    })
    .from(members)
    .where(and(gt(members.id, after), lte(members.createdAt, span.until), sql`${members.isFictional} = 0`))
    .orderBy(asc(members.id))
    .limit(AFFECTED_PAGE_ROWS);
};
