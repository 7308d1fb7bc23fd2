/**
 * What a search asks of members: its filters (FilterOptions in contract/members.ts) as days, times and lists, and beside them who searches and
 * whom to leave out. The Worker derives it (worker/features/members/search-filters.ts). Days are YYYY-MM-DD, both ends included; times are in
 * ms.
 */
export interface SearchConditions {
  /** One country, two neighbouring ones, or all. */
  readonly countries: readonly string[];
  /** One gender, or all. */
  readonly genders: readonly string[];
  readonly countryregion: string | null;
  readonly bornFrom: string;
  readonly bornTo: string;
  /** Values of the profile field `looking_for`, interests, and values of the field `body_height`. Members who have any of each list fit; an empty list means all. */
  readonly lookingFor: readonly string[];
  readonly interests: readonly string[];
  readonly bodyHeights: readonly string[];
  readonly hasPhoto: boolean;
  readonly activeSince: number | null;
  readonly joinedSince: number | null;
  /** Who searches; empty for a visitor. */
  readonly viewerId: string;
  /** True excludes fictional members, except those who like the viewer. */
  readonly withoutFictional: boolean;
  /** A further member to exclude: the one to whom similar members are searched. */
  readonly excludedId: string | null;
  /** Excludes members of these birth dates, and of this region if it is not null: those whom the original search has found. */
  readonly excluding: Pick<SearchConditions, 'bornFrom' | 'bornTo' | 'countryregion'> | null;
}

/** The position behind which a page begins: rank and id of the last member of the page before. */
export interface SearchCursorKey {
  readonly rank: number;
  readonly id: string;
}

/** The order of results. `near` puts members of `region` first; it must lie in one of the countries of the search. */
export type SearchOrder = { readonly by: 'active' } | { readonly by: 'new' } | { readonly by: 'near'; readonly region: string };

/** members.search_rank is this number minus the bucket of the last activity, plus the flags that follow: the lower, the earlier in the order. */
export const LAST_BUCKET = 4294967295;
export const NO_PHOTO_BIT = 4294967296;
export const FIRST_FICTIONAL_RANK = 8589934592;
/** Added to the rank of members of other regions, which puts them behind all of the near region. */
export const OTHER_REGION_OFFSET = 17179869184;
/** In the order `new` the rank is this number minus created_at. */
export const NEWEST_RANK_BASE = 9007199254740991;
/** Activity is stored in buckets of a quarter of an hour. */
export const BUCKET_MS = 15 * 60_000;

/**
 * How a page is read. `walked`: by an index in the order of the results, row by row. `gathered`: all members of those ages (or all new ones),
 * sorted afterwards. `guarded`: like `walked` for a limited number of rows; if these do not fill the page, like `gathered`.
 */
export type ScanStrategy = 'walked' | 'guarded' | 'gathered';

/** Everything on which the SQL text of a search depends, without its values. Searches of equal shape share one prepared statement. */
export interface StatementShape {
  readonly strategy: ScanStrategy;
  readonly order: SearchOrder['by'];
  readonly countries: number;
  readonly genders: number;
  readonly isEverywhere: boolean;
  readonly isOneGender: boolean;
  readonly inRegion: boolean;
  readonly ranges: readonly { readonly isFictional: boolean }[];
  readonly hasLookingFor: boolean;
  readonly hasInterests: boolean;
  readonly hasBodyHeights: boolean;
  readonly withPhoto: boolean;
  readonly online: boolean;
  readonly hasJoinedSince: boolean;
  readonly withoutFictional: boolean;
  readonly hasViewer: boolean;
  readonly hasExcludedId: boolean;
  readonly hasExcluding: boolean;
  readonly hasExcludingRegion: boolean;
  readonly hasOffset: boolean;
}

/** Percentage of all members for each year of age, by the highest age of each group. It serves only to choose how to read a page. */
const AGE_SHARES_PERCENT = [
  [25, 2.4],
  [35, 3.3],
  [45, 2],
  [55, 1.3],
  [65, 0.8],
  [75, 0.3],
  [85, 0.06],
  [200, 0.005],
] as const;
/** From this percentage of members on, an ordered index scan reads fewest rows; from the second one on, a limited scan. */
const ORDERED_SCAN_MIN_PERCENT = 6;
const LIMITED_SCAN_MIN_PERCENT = 2;
/** If the count is known and not above this, all of them are read and sorted, whatever their age. */
const SORT_MAX_MEMBERS = 150;

/** The percentage of members who are of the ages of a search. */
function agesSharePercent({ bornFrom, bornTo }: SearchConditions, now: number): number {
  const year = new Date(now).getUTCFullYear();
  const [minAge, maxAge] = [year - Number(bornTo.slice(0, 4)), year - Number(bornFrom.slice(0, 4))];
  let sum = 0;
  for (let age = minAge; age < maxAge; age += 1) sum += AGE_SHARES_PERCENT.find(([maxAgeOfGroup]) => age <= maxAgeOfGroup)?.[1] ?? 0;
  return sum;
}

const hasTraits = ({ lookingFor, interests, bodyHeights }: SearchConditions): boolean =>
  lookingFor.length > 0 || interests.length > 0 || bodyHeights.length > 0;

/** Chooses how to read a page with the fewest rows. `known` is the number of results, or null if it is not known. */
export function chooseStrategy(conditions: SearchConditions, now: number, known: number | null): ScanStrategy {
  const { countryregion, hasPhoto, activeSince, joinedSince, withoutFictional } = conditions;
  if (joinedSince !== null) return 'gathered';
  const share = agesSharePercent(conditions, now);
  const isPlain = !countryregion && !hasPhoto && !hasTraits(conditions) && activeSince === null && !withoutFictional;
  if (share < LIMITED_SCAN_MIN_PERCENT || (isPlain && known !== null && known <= SORT_MAX_MEMBERS)) return 'gathered';
  return share >= ORDERED_SCAN_MIN_PERCENT || activeSince !== null ? 'walked' : 'guarded';
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isFictional: boolean;
}

/** The ranges of search_rank, both ends included, that can hold members who fit the filters on photo, activity and fictional members. An empty list stands for the whole range. */
export function rangesOf({ hasPhoto, activeSince, withoutFictional }: SearchConditions): Range[] {
  if (!hasPhoto && activeSince === null && !withoutFictional) return [];
  const length = activeSince === null ? LAST_BUCKET : LAST_BUCKET - Math.floor(activeSince / BUCKET_MS);
  return [false, true].flatMap((isFictional) => {
    if (isFictional && withoutFictional) return [];
    const from = isFictional ? FIRST_FICTIONAL_RANK : 0;
    const range = (start: number) => ({ from: start, to: start + length, isFictional });
    if (activeSince === null) return [{ from, to: from + (hasPhoto ? LAST_BUCKET : NO_PHOTO_BIT + LAST_BUCKET), isFictional }];
    return hasPhoto ? [range(from)] : [range(from), range(from + NO_PHOTO_BIT)];
  });
}

/** The shape of a search of this order, way and offset. With a region all results are near, so that order becomes `active`. */
export function shapeOf(conditions: SearchConditions, order: SearchOrder['by'], way: ScanStrategy, offset: number): StatementShape {
  return {
    strategy: way,
    order: conditions.countryregion && order === 'near' ? 'active' : order,
    countries: conditions.countries.length,
    genders: conditions.genders.length,
    isEverywhere: conditions.countries.length > 2,
    isOneGender: conditions.genders.length === 1,
    inRegion: conditions.countryregion !== null,
    ranges: rangesOf(conditions).map(({ isFictional }) => ({ isFictional })),
    hasLookingFor: conditions.lookingFor.length > 0,
    hasInterests: conditions.interests.length > 0,
    hasBodyHeights: conditions.bodyHeights.length > 0,
    withPhoto: conditions.hasPhoto,
    online: conditions.activeSince !== null,
    hasJoinedSince: conditions.joinedSince !== null,
    withoutFictional: conditions.withoutFictional,
    hasViewer: conditions.viewerId !== '',
    hasExcludedId: conditions.excludedId !== null,
    hasExcluding: conditions.excluding !== null,
    hasExcludingRegion: conditions.excluding?.countryregion != null,
    hasOffset: offset > 0,
  };
}
