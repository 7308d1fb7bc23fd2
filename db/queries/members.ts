import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { images, members, regions } from '../schema/index.ts';
import { cardColumns, isMainImage, isMyLike, myLike, notBlocked } from './profile.ts';

/** Whom a search looks for. Days are YYYY-MM-DD, both ends included; times are milliseconds. */
export interface SearchFilters {
  readonly viewerId: string;
  readonly countries: readonly string[];
  readonly genders: readonly string[];
  readonly countryregion: string | null;
  readonly bornFrom: string;
  readonly bornTo: string;
  readonly hasPhoto: boolean;
  readonly activeSince: number | null;
  readonly joinedSince: number | null;
  /** Fictional members only where they like the viewer. */
  readonly withoutFictional: boolean;
  /** Set to leave somebody out beside the viewer: the member whom similar ones are looked for. */
  readonly notId: string | null;
}

/** Where a page begins: behind this member in the published order. */
export interface WalkKey {
  readonly rank: number;
  readonly id: string;
}

export type SearchOrder = { readonly by: 'active' } | { readonly by: 'new' } | { readonly by: 'near'; readonly region: string | null };

/** Beyond so many short walks merging them costs more than filtering one long walk, unless few ages are wanted: those it would seldom meet. */
const MOST_WALKS = 64;
const FEW_YEARS = 4;
const MOST_WALKS_OF_FEW_YEARS = 180;
/** walk_rank counts down from here as activity goes on, above it stand the flags. */
const LAST_BUCKET = 4294967295;
const NO_PHOTO_BIT = 4294967296;
const FIRST_FICTIONAL_RANK = 8589934592;

const list = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** What decides row by row within a walk: first what the index holds, then the few look-ups. */
function fits(f: SearchFilters): SQL {
  const parts: SQL[] = [sql`is_searchable`, sql`date_of_birth between ${f.bornFrom} and ${f.bornTo}`];
  if (f.countryregion) parts.push(sql`countryregion = ${f.countryregion}`);
  if (f.hasPhoto) parts.push(sql`walk_rank & ${NO_PHOTO_BIT} = 0`);
  if (f.withoutFictional) {
    parts.push(
      sql`(walk_rank < ${FIRST_FICTIONAL_RANK} or exists (select 1 from likes where liker_id = members.id and liked_id = ${f.viewerId}))`,
    );
  }
  if (f.activeSince !== null) parts.push(sql`last_active_at >= ${f.activeSince}`, sql`hide_presence = 0`);
  if (f.joinedSince !== null) parts.push(sql`created_at >= ${f.joinedSince}`);
  if (f.notId) parts.push(sql`id <> ${f.notId}`);
  if (f.viewerId) {
    parts.push(
      sql`id <> ${f.viewerId}`,
      sql`not exists (select 1 from blocks where blocker_id = ${f.viewerId} and blocked_id = members.id)`,
      sql`not exists (select 1 from blocks where blocker_id = members.id and blocked_id = ${f.viewerId})`,
      sql`not exists (select 1 from hides where member_id = ${f.viewerId} and hidden_id = members.id)`,
    );
  }
  return sql.join(parts, sql` and `);
}

/** Short walks, each along an index in the published order, merged by SQLite as they are read: a page costs its own rows. */
function walks(f: SearchFilters, from: WalkKey | null): SQL {
  const firstYear = Number(f.bornFrom.slice(0, 4));
  const years = Array.from({ length: Number(f.bornTo.slice(0, 4)) - firstYear + 1 }, (_, i) => firstYear + i);
  const pairs = f.countries.flatMap((country) => f.genders.map((gender) => ({ country, gender })));
  const byYear = pairs.length * years.length <= (years.length <= FEW_YEARS ? MOST_WALKS_OF_FEW_YEARS : MOST_WALKS);
  const behind = from ? sql` and (walk_rank, id) > (${from.rank}, ${from.id})` : sql``;
  const walk = (index: SQL, start: SQL) =>
    sql`select id, walk_rank from members indexed by ${index} where ${start} and ${fits(f)}${behind}`;
  const all = pairs.flatMap(({ country, gender }) => {
    const pair = sql`country = ${country} and gender = ${gender}`;
    return byYear
      ? years.map((year) => walk(sql`members_walk_by_year`, sql`${pair} and birth_year = ${year}`))
      : [walk(sql`members_walk`, pair)];
  });
  return sql.join(all, sql` union all `);
}

/** One page in the published order, with cards as the viewer sees them and each row's walk key. */
export function searchWalk(db: Database, f: SearchFilters, from: WalkKey | null, offset: number, limit: number) {
  return pageOf(db, f.viewerId, sql`${walks(f, from)} order by walk_rank, id limit ${limit} offset ${offset}`, [
    sql`page.walk_rank`,
    sql`page.id`,
  ]);
}

/** One page in another order; these read every member that fits. */
export function searchSorted(db: Database, f: SearchFilters, order: Exclude<SearchOrder, { by: 'active' }>, offset: number, limit: number) {
  const key = order.by === 'new' ? sql`-created_at` : sql`countryregion is not ${order.region}`;
  const rows = sql`select id, walk_rank, ${key} as sort_key from members indexed by members_walk where country in (${list(f.countries)}) and gender in (${list(f.genders)}) and ${fits(f)} order by sort_key, walk_rank, id limit ${limit} offset ${offset}`;
  return pageOf(db, f.viewerId, rows, [sql`page.sort_key`, sql`page.walk_rank`, sql`page.id`]);
}

const pageOf = (db: Database, viewerId: string, rows: SQL, order: SQL[]) =>
  db
    .select({ ...cardColumns, walkRank: sql<number>`page.walk_rank` })
    .from(sql`(${rows}) as page`)
    .innerJoin(members, sql`${members.id} = page.id`)
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(viewerId))
    .orderBy(...order);

function countUpTo(f: SearchFilters, most: number): SQL {
  const [firstYear, lastYear] = [f.bornFrom, f.bornTo].map((day) => Number(day.slice(0, 4)));
  return sql`(select count(*) from (select 1 from members indexed by members_walk_by_year where country in (${list(f.countries)}) and gender in (${list(f.genders)}) and birth_year between ${firstYear} and ${lastYear} and ${fits(f)} limit ${most}))`;
}

/** How many fit, counted no further than `cap` + 1; a count that is known already is only handed on. */
export const searchCount = (db: Database, f: SearchFilters, cap: number, known: number | null) =>
  db.all<{ count: number }>(sql`select ${known === null ? countUpTo(f, cap + 1) : sql`${known}`} as count`);

/** Several counts up to `cap` as one JSON list; no row when `unless` has as many as `enough`. */
export function searchCounts(
  db: Database,
  ways: readonly SearchFilters[],
  cap: number,
  unless: { filters: SearchFilters; enough: number } | null,
) {
  const counts = sql.join(
    ways.map((way) => countUpTo(way, cap)),
    sql`, `,
  );
  const when = unless ? sql`${countUpTo(unless.filters, unless.enough)} < ${unless.enough}` : sql`true`;
  return db.all<{ counts: string }>(sql`select json_array(${counts}) as counts where ${when}`);
}

/** Real members to be counted. Days are YYYY-MM-DD, both ends included; `bucket` is the oldest activity that counts. */
export interface MatchFilters {
  readonly country: string;
  readonly genders: readonly string[];
  readonly countryregion: string | null;
  readonly bornFrom: string;
  readonly bornTo: string;
  readonly bucket: number;
}

/**
 * How many real members were active since, counted no further than `cap` + 1: one range of the index for every gender, birth year and
 * photo flag, so that neither fictional members nor those who are long gone are read.
 */
export function matchCount(db: Database, f: MatchFilters, cap: number) {
  const firstYear = Number(f.bornFrom.slice(0, 4));
  const years = Array.from({ length: Math.max(0, Number(f.bornTo.slice(0, 4)) - firstYear + 1) }, (_, i) => sql`${firstYear + i}`);
  const region = f.countryregion ? sql` and countryregion = ${f.countryregion}` : sql``;
  const from = (photoFlag: number) =>
    sql`select 1 from members indexed by members_walk_by_year where country = ${f.country} and gender in (${list(f.genders)}) and birth_year in (${sql.join(years, sql`, `)}) and walk_rank between ${photoFlag} and ${photoFlag + LAST_BUCKET - f.bucket} and is_searchable and date_of_birth between ${f.bornFrom} and ${f.bornTo}${region}`;
  return db.all<{ count: number }>(sql`select count(*) as count from (${from(0)} union all ${from(NO_PHOTO_BIT)} limit ${cap + 1})`);
}

/** Keeps the filters of a manual search, unless they name a region that their country does not have. */
export const saveSearch = (
  db: Database,
  memberId: string,
  filters: Readonly<Record<string, unknown>> & { country: string; countryregion: string },
) =>
  db
    .update(members)
    .set({ savedSearch: { ...filters } })
    .where(
      and(
        eq(members.id, memberId),
        sql`(${filters.countryregion} = '' or exists (select 1 from ${regions} where ${regions.id} = ${filters.countryregion} and ${regions.country} = ${filters.country}))`,
      ),
    );

/** What "similar" starts from; nothing of a member whom the viewer may not see. */
export const similarityOf = (db: Database, viewerId: string, id: string) =>
  db
    .select({ country: members.country, gender: members.gender, dateOfBirth: members.dateOfBirth })
    .from(members)
    .where(and(eq(members.id, id), inArray(members.status, ['active', 'not_confirmed']), notBlocked(viewerId, members.id)));
