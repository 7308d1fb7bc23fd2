import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { knownNetworks } from '../../schema/index.ts';

/** Where a login comes from: the fingerprint of its network, and the country of that network (db/schema/account.ts, `knownNetworks`). */
export interface LoginPlace {
  readonly network: string;
  readonly country: string;
}

const networksOf = (memberId: string | SQL, which: SQL | undefined = sql`true`) =>
  sql`exists (select 1 from ${knownNetworks} where ${and(eq(knownNetworks.memberId, memberId), which)})`;

/** Condition: the account was logged in from this network before. `memberId` may be a column. */
export const isKnownNetwork = (memberId: string | SQL, network: string): SQL => networksOf(memberId, eq(knownNetworks.network, network));

/**
 * Condition: the account was logged in before, but neither from this network nor from anywhere in its country. False for an account of which
 * no network is known yet.
 */
export const isNewPlace = (memberId: string | SQL, { network, country }: LoginPlace): SQL =>
  sql`${networksOf(memberId)} and not ${isKnownNetwork(memberId, network)} and not ${networksOf(memberId, eq(knownNetworks.country, country))}`;

interface NetworkUse {
  readonly memberId: string;
  readonly place: LoginPlace;
  readonly now: number;
}

/** Stores the network of a login if a condition holds inside the batch. */
export const rememberNetwork = (db: Database, { memberId, place, now }: NetworkUse, when: SQL) =>
  db.run(sql`insert into ${knownNetworks} (member_id, network, country, seen_at)
    select ${memberId}, ${place.network}, ${place.country}, ${now} where ${when}
    on conflict do update set country = excluded.country, seen_at = excluded.seen_at`);
