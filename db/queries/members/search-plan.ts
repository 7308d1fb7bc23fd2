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

/**
 * How members are counted. `byAge`: by an index on the date of birth. `byYear`: those who are online, by ranges of ranks within each year of
 * birth. `walked`: by the index that a page of any ages is read by. `byJoining`: by the time of joining.
 */
export type CountMethod = 'byAge' | 'byYear' | 'walked' | 'byJoining';

/** Everything on which the SQL text of a search depends, without its values. Searches of equal shape share one prepared statement. */
export interface StatementShape {
  readonly strategy: ScanStrategy;
  readonly order: SearchOrder['by'];
  readonly countries: number;
  readonly genders: number;
  readonly isEverywhere: boolean;
  readonly isOfOlder: boolean;
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
/** The same in all countries: so many members are of an age that to read them all costs more than a longer scan. */
const LIMITED_SCAN_EVERYWHERE_MIN_PERCENT = 1;
/** From this percentage of older members on, their index is read in order: the few rows cost less than a statement with two ways to read. */
const OLDER_SCAN_MIN_PERCENT = 2;
/** If the count is known and not above this, all of them are read and sorted, whatever their age. */
const SORT_MAX_MEMBERS = 150;

/** The percentage of members who are of the ages of a search. */
function agesSharePercent({ bornFrom, bornTo }: Pick<SearchConditions, 'bornFrom' | 'bornTo'>, now: number): number {
  const year = new Date(now).getUTCFullYear();
  const [minAge, maxAge] = [year - Number(bornTo.slice(0, 4)), year - Number(bornFrom.slice(0, 4))];
  let sum = 0;
  for (let age = minAge; age < maxAge; age += 1) sum += AGE_SHARES_PERCENT.find(([maxAgeOfGroup]) => age <= maxAgeOfGroup)?.[1] ?? 0;
  return sum;
}

const hasTraits = ({ lookingFor, interests, bodyHeights }: SearchConditions): boolean =>
  lookingFor.length > 0 || interests.length > 0 || bodyHeights.length > 0;

/** Whether a search is of all countries: it then names more than two, and no index range is limited to one of them. */
const isEverywhere = ({ countries }: SearchConditions): boolean => countries.length > 2;

/** The dates of birth that the index members_ranked_older holds: about a tenth of the members, more every year. */
const OLDER = { bornFrom: '1900-01-01', bornTo: '1970-12-31' };
/** The same as the condition of that index, which has to stand in the SQL. */
export const IS_OLDER = "members.date_of_birth < '1971-01-01'";

/** Whether a search is of all countries and of so high ages that the index of these alone holds all whom it finds. */
const isOfOlder = (conditions: SearchConditions): boolean => isEverywhere(conditions) && conditions.bornTo <= OLDER.bornTo;

/** Chooses how to read a page with the fewest rows. `known` is the number of results, or null if it is not known. */
export function chooseStrategy(conditions: SearchConditions, order: SearchOrder['by'], now: number, known: number | null): ScanStrategy {
  const { countryregion, hasPhoto, activeSince, joinedSince, withoutFictional } = conditions;
  if (joinedSince !== null) return 'gathered';
  // Only this order reads all countries as one index range.
  const isOneRange = isEverywhere(conditions) && order === 'active';
  const isOlderRange = isOneRange && isOfOlder(conditions);
  const share = (isOlderRange ? 100 / agesSharePercent(OLDER, now) : 1) * agesSharePercent(conditions, now);
  if (isOlderRange && !hasTraits(conditions) && share >= OLDER_SCAN_MIN_PERCENT) return 'walked';
  const isPlain = !countryregion && !hasPhoto && !hasTraits(conditions) && activeSince === null && !withoutFictional;
  if (isPlain && known !== null && known <= SORT_MAX_MEMBERS) return 'gathered';
  if (share < (isOneRange ? LIMITED_SCAN_EVERYWHERE_MIN_PERCENT : LIMITED_SCAN_MIN_PERCENT)) return 'gathered';
  return share >= ORDERED_SCAN_MIN_PERCENT || activeSince !== null ? 'walked' : 'guarded';
}

/** From this percentage of members on, a count reads an index without regard to ages; from the second one on, that of those who are online. */
const WALKED_COUNT_MIN_PERCENT = 90;
const WALKED_PRESENCE_COUNT_MIN_PERCENT = 60;

/** The years in which members of the ages of a search are born. */
export function yearsOf({ bornFrom, bornTo }: SearchConditions): number[] {
  const first = Number(bornFrom.slice(0, 4));
  return Array.from({ length: Math.max(0, Number(bornTo.slice(0, 4)) - first + 1) }, (_, i) => first + i);
}

/** Chooses how to count with the fewest rows. */
export function chooseCountMethod(conditions: SearchConditions, now: number): CountMethod {
  const { genders, countryregion, activeSince, joinedSince } = conditions;
  if (joinedSince !== null) return 'byJoining';
  const share = agesSharePercent(conditions, now);
  if (activeSince === null) {
    const isOfAll = isEverywhere(conditions) && genders.length > 1;
    return isOfAll && share >= WALKED_COUNT_MIN_PERCENT ? 'walked' : 'byAge';
  }
  return countryregion !== null || isEverywhere(conditions) || share >= WALKED_PRESENCE_COUNT_MIN_PERCENT ? 'walked' : 'byYear';
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

/** Everything on which the SQL text of a count depends. */
export interface CountShape extends StatementShape {
  readonly method: CountMethod;
}

/** The shape of a count, which has neither order nor offset. */
export const countShapeOf = (conditions: SearchConditions, now: number): CountShape => ({
  ...shapeOf(conditions, 'active', 'walked', 0),
  method: chooseCountMethod(conditions, now),
});

/** The shape of a search of this order, way and offset. With a region all results are near, so that order becomes `active`. */
export function shapeOf(conditions: SearchConditions, order: SearchOrder['by'], way: ScanStrategy, offset: number): StatementShape {
  return {
    strategy: way,
    order: conditions.countryregion && order === 'near' ? 'active' : order,
    countries: conditions.countries.length,
    genders: conditions.genders.length,
    isEverywhere: isEverywhere(conditions),
    isOfOlder: isOfOlder(conditions),
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
