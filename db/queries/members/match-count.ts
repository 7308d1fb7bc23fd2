import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { type catalogue, members, regions } from '../../schema/index.ts';
import { isNotBlocked } from '../profile/profile.ts';
import { isConsentInForce } from '../shared/sensitive-consent.ts';
import { BUCKET_MS, LAST_BUCKET, NO_PHOTO_BIT, type SearchConditions } from './search-plan.ts';

const list = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** The conditions of a count, which is of one country and always of those who were active lately. */
type CountConditions = Pick<SearchConditions, 'genders' | 'countryregion' | 'bornFrom' | 'bornTo'> & {
  readonly country: string;
  readonly activeSince: number;
};

/**
 * The number of members, fictional ones excluded, whose activity lies in a quarter of an hour that began at `activeSince` or later; counting
 * stops at `cap` + 1. In a country it reads one index range for each gender, birth year and photo flag, in a region one for each gender and
 * photo flag, so that no other rows are read.
 */
export function countActiveMembers(db: Database, conditions: CountConditions, cap: number) {
  const { country, genders, countryregion, bornFrom, bornTo, activeSince } = conditions;
  const bucket = Math.ceil(activeSince / BUCKET_MS);
  const firstYear = Number(bornFrom.slice(0, 4));
  const years = Array.from({ length: Math.max(0, Number(bornTo.slice(0, 4)) - firstYear + 1) }, (_, i) => sql`${firstYear + i}`);
  const place = countryregion
    ? sql`members_ranked_in_region where countryregion = ${countryregion} and gender in (${list(genders)})`
    : sql`members_ranked_by_year where country = ${country} and gender in (${list(genders)}) and birth_year in (${sql.join(years, sql`, `)})`;
  const rowsWith = (photoFlag: number) => sql`
    select 1 from members indexed by ${place}
      and search_rank between ${photoFlag} and ${photoFlag + LAST_BUCKET - bucket}
      and is_searchable and date_of_birth between ${bornFrom} and ${bornTo}`;
  return db.all<{ count: number }>(sql`
    select count(*) as count from (${rowsWith(0)} union all ${rowsWith(NO_PHOTO_BIT)} limit ${cap + 1})`);
}

/** An entry of the catalogue; `parent` is the field of a value, else empty. */
export type CatalogueEntry = Pick<typeof catalogue.$inferSelect, 'kind' | 'parent' | 'id'>;

const unknownAmong = (entries: readonly CatalogueEntry[]) => sql`
  select named.value as entry from json_each(${JSON.stringify(entries)}) as named where not exists (
    select 1 from catalogue where kind = named.value ->> 'kind' and parent = named.value ->> 'parent' and id = named.value ->> 'id')`;

/** Those of the given entries that the catalogue does not have, each as JSON. */
export const unknownEntries = (db: Database, entries: readonly CatalogueEntry[]) => db.all<{ entry: string }>(unknownAmong(entries));

/**
 * Stores the filters of a manual search, unless their region is not in their country or the catalogue lacks one of `entries`. The gender is
 * left out without consent to this version of the text about sensitive answers.
 */
export const saveSearch = (
  db: Database,
  memberId: string,
  filters: Readonly<Record<string, unknown>> & { country: string; countryregion: string },
  entries: readonly CatalogueEntry[],
  consentVersion: number,
) =>
  db
    .update(members)
    .set({
      savedSearch: sql`case when ${isConsentInForce(consentVersion)} then ${JSON.stringify(filters)}
        else json_set(${JSON.stringify(filters)}, '$.gender', '') end`,
    })
    .where(
      and(
        eq(members.id, memberId),
        sql`(${filters.countryregion} = '' or exists (
          select 1 from ${regions} where ${regions.id} = ${filters.countryregion} and ${regions.country} = ${filters.country}))`,
        entries.length > 0 ? sql`not exists (${unknownAmong(entries)})` : undefined,
      ),
    );

/** Replaces gender and ages of a member's saved search, whose other filters stay. */
export const saveSearchPreference = (
  db: Database,
  memberId: string,
  preference: Readonly<{ gender: string; min_age: number; max_age: number }>,
) =>
  db
    .update(members)
    .set({ savedSearch: sql`json_patch(coalesce(${members.savedSearch}, '{}'), ${JSON.stringify(preference)})` })
    .where(eq(members.id, memberId));

/** Country, gender and date of birth of a member, from which a search for similar members starts; no row if the viewer may not see that member. */
export const similaritySourceOf = (db: Database, viewerId: string, id: string) =>
  db
    .select({ country: members.country, gender: members.gender, dateOfBirth: members.dateOfBirth })
    .from(members)
    .where(and(eq(members.id, id), inArray(members.status, ['active', 'not_confirmed']), isNotBlocked(viewerId, members.id)));
