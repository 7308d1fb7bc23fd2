/** Whom a search looks for. Days are YYYY-MM-DD, both ends included; times are milliseconds. */
export interface SearchFilters {
  readonly viewerId: string;
  /** One, two neighbours, or all there are. */
  readonly countries: readonly string[];
  /** One, or all there are. */
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
  /** Set to leave out who is of these ages, in this region where one is named: whom the search itself has found. */
  readonly beside: { readonly bornFrom: string; readonly bornTo: string; readonly countryregion: string | null } | null;
}

/** Where a page begins: behind this member in the order asked for. */
export interface WalkKey {
  readonly rank: number;
  readonly id: string;
}

/** A region that near ones are of must lie in one of the countries looked through. */
export type SearchOrder = { readonly by: 'active' } | { readonly by: 'new' } | { readonly by: 'near'; readonly region: string };

/** walk_rank counts down from here as activity goes on, above it stand the flags. */
export const LAST_BUCKET = 4294967295;
export const NO_PHOTO_BIT = 4294967296;
export const FIRST_FICTIONAL_RANK = 8589934592;
/** Added to the rank of members of another region, which puts them behind all of one's own. */
export const FAR = 17179869184;
/** Ranks of the newest count down from here. */
export const NEWEST = 9007199254740991;
export const BUCKET_MS = 15 * 60_000;

/**
 * The ways to a page. `walked`: an index in the order asked for, row by row. `guarded`: no more than a stretch of such a walk, and where
 * that was not enough, everybody of those ages, sorted. `gathered`: everybody of those ages, or who is new, sorted.
 */
export type Way = 'walked' | 'guarded' | 'gathered';

/** Everything about a search that its statement's text hangs on; its values come beside. */
export interface Shape {
  readonly way: Way;
  readonly order: SearchOrder['by'];
  readonly countries: number;
  readonly genders: number;
  readonly isEverywhere: boolean;
  readonly isOneGender: boolean;
  readonly inRegion: boolean;
  readonly ranges: readonly { readonly isFictional: boolean }[];
  readonly withPhoto: boolean;
  readonly online: boolean;
  readonly joined: boolean;
  readonly withoutFictional: boolean;
  readonly asMember: boolean;
  readonly without: boolean;
  readonly isBeside: boolean;
  readonly isBesideRegion: boolean;
  readonly skips: boolean;
}

/** Of a hundred members so many are of one age up to that: what a way is chosen by, never what is found. */
const SHARES = [
  [25, 2.4],
  [35, 3.3],
  [45, 2],
  [55, 1.3],
  [65, 0.8],
  [75, 0.3],
  [85, 0.06],
  [200, 0.005],
] as const;
const WALKED_FROM = 6;
const GUARDED_FROM = 2;
/** So few are gathered whatever their age, once they are counted. */
const FEW = 150;

function shareOf({ bornFrom, bornTo }: SearchFilters, now: number): number {
  const year = new Date(now).getUTCFullYear();
  const [least, most] = [year - Number(bornTo.slice(0, 4)), year - Number(bornFrom.slice(0, 4))];
  let sum = 0;
  for (let age = least; age < most; age += 1) sum += SHARES.find(([upTo]) => age <= upTo)?.[1] ?? 0;
  return sum;
}

/** The way that reads fewest members; `known` is how many fit, where that is known. */
export function wayOf(f: SearchFilters, now: number, known: number | null): Way {
  if (f.joinedSince !== null) return 'gathered';
  const share = shareOf(f, now);
  const isPlain = !f.countryregion && !f.hasPhoto && f.activeSince === null && !f.withoutFictional;
  if (share < GUARDED_FROM || (isPlain && known !== null && known <= FEW)) return 'gathered';
  return share >= WALKED_FROM || f.activeSince !== null ? 'walked' : 'guarded';
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isFictional: boolean;
}

/** The ranges of walk_rank that can hold members with a photo, online, or real, where that is asked; none: all of it. */
export function rangesOf(f: SearchFilters): Range[] {
  if (!f.hasPhoto && f.activeSince === null && !f.withoutFictional) return [];
  const length = f.activeSince === null ? LAST_BUCKET : LAST_BUCKET - Math.floor(f.activeSince / BUCKET_MS);
  return [false, true].flatMap((isFictional) => {
    if (isFictional && f.withoutFictional) return [];
    const from = isFictional ? FIRST_FICTIONAL_RANK : 0;
    const range = (start: number) => ({ from: start, to: start + length, isFictional });
    if (f.activeSince === null) return [{ from, to: from + (f.hasPhoto ? LAST_BUCKET : NO_PHOTO_BIT + LAST_BUCKET), isFictional }];
    return f.hasPhoto ? [range(from)] : [range(from), range(from + NO_PHOTO_BIT)];
  });
}

export function shapeOf(f: SearchFilters, order: SearchOrder['by'], way: Way, offset: number): Shape {
  return {
    way,
    order: f.countryregion && order === 'near' ? 'active' : order,
    countries: f.countries.length,
    genders: f.genders.length,
    isEverywhere: f.countries.length > 2,
    isOneGender: f.genders.length === 1,
    inRegion: f.countryregion !== null,
    ranges: rangesOf(f).map(({ isFictional }) => ({ isFictional })),
    withPhoto: f.hasPhoto,
    online: f.activeSince !== null,
    joined: f.joinedSince !== null,
    withoutFictional: f.withoutFictional,
    asMember: f.viewerId !== '',
    without: f.notId !== null,
    isBeside: f.beside !== null,
    isBesideRegion: f.beside?.countryregion != null,
    skips: offset > 0,
  };
}
