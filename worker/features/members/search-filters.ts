import * as v from 'valibot';
import { FilterOptions, PAGE_SIZE, type SearchQuery, type TraitFilter } from '#contract/members';
import { COUNTRIES, GENDERS, MAX_AGE } from '#contract/primitives';
import type { CatalogueEntry, similaritySourceOf } from '#db/queries/members/match-count';
import type { SearchConditions, SearchOrder } from '#db/queries/members/search-plan';
import { ageAt, ageBandAround, bornOnOrAfter, bornOnOrBefore, widenToBands } from '../../domain/age.ts';
import type { Context, Member } from '../../domain/context.ts';
import { asCountry, newHereSince, ONLINE_MS } from '../../domain/profile-card.ts';
import { sensitiveConsentOf } from '../../domain/sensitive-consent.ts';

/**
 * The filters that are stored for a member. Without a place it is the preference of the sign-up, and the own country is searched. Searches
 * saved by an earlier release may lack those with a default.
 */
const SavedFilters = v.object({
  ...FilterOptions.entries,
  country: v.optional(FilterOptions.entries.country),
  countries: v.optional(FilterOptions.entries.countries, []),
  countryregion: v.optional(FilterOptions.entries.countryregion, ''),
  looking_for: v.optional(FilterOptions.entries.looking_for, []),
  interests: v.optional(FilterOptions.entries.interests, []),
  body_height: v.optional(FilterOptions.entries.body_height, []),
  photo: v.optional(FilterOptions.entries.photo, false),
  online: v.optional(FilterOptions.entries.online, false),
  new_here: v.optional(FilterOptions.entries.new_here, false),
  sort: v.optional(FilterOptions.entries.sort, 'active'),
});

/** Whether a query names everything itself, so that neither the member's saved filters nor their country have to be read first. */
export const isExplicit = (q: SearchQuery): boolean =>
  q.gender !== undefined &&
  q.min_age !== undefined &&
  q.max_age !== undefined &&
  (q.searchAllCountries || q.country !== undefined || q.countries !== undefined) &&
  q.looking_for !== undefined &&
  q.interests !== undefined &&
  q.body_height !== undefined &&
  q.photo !== undefined &&
  q.online !== undefined &&
  q.new_here !== undefined &&
  q.sort !== undefined &&
  q.source !== 'similar' &&
  q.sort !== 'near';

/** The filters in force: what the query names, else what the member saved, else the defaults (docs/product.md, "Filters in force"). */
export function filtersInForce(ctx: Context, q: SearchQuery, member: Member | null): FilterOptions {
  const parsed = v.safeParse(SavedFilters, member?.savedSearch);
  const saved = parsed.success ? parsed.output : null;
  const minAge = ctx.settings.min_age;
  const home = asCountry(member ? member.country : ctx.visitor.country) ?? '';
  const namesPlace = q.searchAllCountries || q.country !== undefined || q.countries !== undefined;
  const countries = q.searchAllCountries ? [] : (q.countries ?? (namesPlace ? [] : (saved?.countries ?? [])));
  const country = q.searchAllCountries || countries.length > 0 ? '' : (q.country ?? (namesPlace ? '' : (saved?.country ?? home)));
  const region = q.countryregion ?? (namesPlace ? '' : saved?.countryregion) ?? '';
  const ages = [
    q.min_age === undefined ? (saved?.min_age ?? minAge) : (q.min_age ?? minAge),
    q.max_age === undefined ? (saved?.max_age ?? MAX_AGE) : (q.max_age ?? MAX_AGE),
  ];
  return {
    gender: q.gender ?? (member && sensitiveConsentOf(member) ? saved?.gender : undefined) ?? '',
    min_age: Math.max(minAge, Math.min(...ages)),
    max_age: Math.min(MAX_AGE, Math.max(minAge, ...ages)),
    country,
    countries,
    countryregion: country === '' ? '' : region,
    looking_for: q.looking_for ?? saved?.looking_for ?? [],
    interests: q.interests ?? saved?.interests ?? [],
    body_height: q.body_height ?? saved?.body_height ?? [],
    photo: q.photo ?? saved?.photo ?? false,
    online: q.online ?? saved?.online ?? false,
    new_here: q.new_here ?? saved?.new_here ?? false,
    sort: q.sort ?? saved?.sort ?? 'active',
  };
}

/** Whether the filters are to be saved for the member: a manual search that nothing exempts. */
export const isSaving = (q: SearchQuery): boolean => q.manual_search && !q.auto_load && !q.do_not_save;

const NO_TRAITS = { looking_for: [], interests: [], body_height: [] };

/** The entries of the catalogue that a query names as filters. */
export const namedEntries = ({ looking_for = [], interests = [], body_height = [] }: SearchQuery): CatalogueEntry[] => [
  ...looking_for.map((id) => ({ kind: 'value', parent: 'looking_for', id }) as const),
  ...interests.map((id) => ({ kind: 'interest', parent: '', id }) as const),
  ...body_height.map((id) => ({ kind: 'value', parent: 'body_height', id }) as const),
];

/** The filter that names an entry of the catalogue. */
export const filterOfEntry = ({ kind, parent }: CatalogueEntry): TraitFilter =>
  kind === 'interest' ? 'interests' : parent === 'looking_for' ? 'looking_for' : 'body_height';

/** The query with what visitors may not choose reset: no facts, nothing about who is online or new, and no more cards than one page holds. */
export const visitorQuery = (q: SearchQuery): SearchQuery => ({
  ...q,
  ...NO_TRAITS,
  pp: Math.min(q.pp, PAGE_SIZE),
  walk: undefined,
  hideNudity: true,
  online: false,
  new_here: false,
  sort: 'active',
});

/** The filters with the ages widened to whole bands, as visitors see only age bands. */
export function visitorFilters(ctx: Context, filters: FilterOptions): FilterOptions {
  const [from, to] = widenToBands(filters.min_age, filters.max_age);
  return { ...filters, min_age: Math.max(ctx.settings.min_age, from), max_age: to };
}

/** Who searches; a visitor has an empty id. */
export interface Viewer {
  readonly id: string;
  readonly hidesFictional: boolean;
  /** The viewer's row if an earlier round trip has proven the session. */
  readonly member: Member | null;
}

type PersonFilters = Pick<FilterOptions, 'gender' | 'min_age' | 'max_age' | 'countryregion'>;

/** Filters of gender, age and region as conditions; without a gender these name all. `now` is in ms. */
export const personConditions = ({ gender, min_age, max_age, countryregion }: PersonFilters, now: number) => ({
  genders: gender ? [gender] : GENDERS,
  countryregion: countryregion || null,
  bornFrom: bornOnOrAfter(max_age, now),
  bornTo: bornOnOrBefore(min_age, now),
});

/** The filters as the conditions that the database takes, with who searches and whom the query excludes. Without a country these name all. */
export function searchConditions(ctx: Context, q: SearchQuery, filters: FilterOptions, viewer: Viewer): SearchConditions {
  const countries = filters.countries.length > 0 ? filters.countries : filters.country ? [filters.country] : COUNTRIES;
  return {
    ...personConditions(filters, ctx.now),
    countries,
    lookingFor: filters.looking_for,
    interests: filters.interests,
    bodyHeights: filters.body_height,
    hasPhoto: filters.photo,
    activeSince: filters.online ? ctx.now - ONLINE_MS : null,
    joinedSince: filters.new_here ? newHereSince(ctx.now) : null,
    viewerId: viewer.id,
    withoutFictional: viewer.hidesFictional,
    excludedId: q.similar_to ?? null,
    excluding: null,
  };
}

/**
 * The order of results. `near` puts the member's own region first if its country is searched and no region is filtered; otherwise it equals
 * `active` (docs/product.md, "Order of results").
 */
export function orderOf(filters: FilterOptions, conditions: SearchConditions, member: Member | null): SearchOrder {
  if (filters.sort === 'new') return { by: 'new' };
  const isNear = filters.sort === 'near' && member?.country && conditions.countries.includes(member.country);
  return isNear && member.countryregion && !filters.countryregion ? { by: 'near', region: member.countryregion } : { by: 'active' };
}

/** The ages and region that these filters search; similar members are searched for outside of them. */
export function originalSearchOf(ctx: Context, filters: FilterOptions): SearchConditions['excluding'] {
  const { bornFrom, bornTo, countryregion } = personConditions(filters, ctx.now);
  return { bornFrom, bornTo, countryregion };
}

const SIMILAR_YEARS = 5;

/** Country, gender and date of birth of the member whom similar ones are searched for. */
export type Similarity = Awaited<ReturnType<typeof similaritySourceOf>>[number];

/**
 * The filters for members similar to a given one: the same country and gender, an age within five years either way
 * (docs/product.md, "Similar members"). For a visitor the age band takes the place of the age. Without such a member (null) the caller's
 * own filters are widened.
 */
export function similarFilters(ctx: Context, similarity: Similarity | null, base: FilterOptions, isMember: boolean): FilterOptions {
  const age = similarity?.dateOfBirth ? ageAt(similarity.dateOfBirth, ctx.now) : null;
  const [from, to] = age === null ? [base.min_age, base.max_age] : isMember ? [age, age] : ageBandAround(age);
  const country = asCountry(similarity?.country ?? null);
  return {
    gender: GENDERS.find((gender) => gender === similarity?.gender) ?? base.gender,
    min_age: Math.max(ctx.settings.min_age, (from ?? 0) - SIMILAR_YEARS),
    max_age: Math.min(MAX_AGE, (to ?? MAX_AGE) + SIMILAR_YEARS),
    country: country ?? base.country,
    countries: country ? [] : base.countries,
    countryregion: '',
    ...NO_TRAITS,
    photo: false,
    online: false,
    new_here: false,
    sort: 'active',
  };
}
