import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { CountryCode, clampedNumber, Flag, GENDERS, Gender, Id, MAX_AGE, Slug } from './primitives.ts';
import { ProfileCard } from './profile.ts';

/** Cards on one page of results (docs/product.md, "Paging with a cursor"). */
export const PAGE_SIZE = 12;
export const PAGE_SIZE_MAX = 48;
/**
 * The first query of the search screen for a member who has chosen no filters on this device. The Worker puts its answer into the page, so
 * that the screen makes no call (docs/decisions/0020-put-boot-data-and-first-answers-into-the-page.md).
 */
export const INITIAL_SEARCH = { source: 'search', page: '1', pp: String(PAGE_SIZE), auto_load: '1', hideNudity: '1' } as const;
/** Results are counted exactly up to this number. */
export const COUNT_CAP = 1000;
/** The age groups of the age filter; null is an open end (docs/product.md, "Search filters"). */
export const AGE_BANDS = [
  [null, 25],
  [26, 35],
  [36, 45],
  [46, 55],
  [56, 65],
  [65, null],
] as const;
/** The filters that name entries of the catalogue, and how many entries each may name (docs/product.md, "Search filters"). */
export const TRAIT_FILTERS = { looking_for: 7, interests: 20, body_height: 7 } as const;
export type TraitFilter = keyof typeof TRAIT_FILTERS;
export const SEARCH_SOURCES = ['search', 'similar', 'error', 'lander', 'home', 'signup-matches', 'index', 'match-finder'] as const;
export const SEARCH_SORTS = ['active', 'new', 'near'] as const;

/**
 * A filter in a query. An empty value means "all", a missing one the saved filter, or else the default
 * (docs/product.md, "Filters in force").
 */
export const orAll = <S extends v.GenericSchema>(schema: S) => v.optional(v.union([v.literal(''), schema], 'unknown'));
/** A filter that is a list in a query, "a,b"; what it names twice counts once, and an empty list means "all". */
const listOf = <S extends v.GenericSchema<string, string>>(schema: S, most: number) =>
  v.optional(
    v.pipe(
      v.string('wrong_type'),
      v.transform((list) => [...new Set(list.split(',').filter(Boolean))]),
      v.array(schema),
      v.maxLength(most, 'too_long'),
    ),
  );
/** One end of an age range in years, cut to 0 to MAX_AGE; null, sent as an empty value, is an open end. */
export const ageBound = v.optional(
  v.pipe(
    v.union([v.string(), v.number()], 'wrong_type'),
    v.transform((raw) => (raw === '' ? null : Number(raw))),
    v.check((age) => age === null || Number.isFinite(age), 'wrong_type'),
    v.transform((age) => (age === null ? null : Math.min(MAX_AGE, Math.max(0, Math.trunc(age))))),
  ),
);

/**
 * The query of a search. It may name any of the filters, which FilterOptions holds complete; one that it leaves out is the saved one, or
 * else the default (docs/product.md, "Filters in force").
 *
 * Visitors get the first page of at most PAGE_SIZE cards, in the order `active`; further pages are refused with `members_only`. Their ages
 * are widened to whole bands, and `looking_for`, `interests`, `body_height`, `online`, `new_here`, `sort`, `walk`, `manual_search` and
 * `hideNudity` have no effect for them (docs/product.md, "Visitors' search").
 */
export const SearchQuery = v.object({
  /** The part of the site that asks. `similar` finds members similar to `similar_to` or, without it, a little beyond the filters. */
  source: v.optional(v.picklist(SEARCH_SOURCES, 'unknown'), 'search'),
  page: clampedNumber(1, 1_000_000, 1),
  /** Cards on a page. */
  pp: clampedNumber(1, PAGE_SIZE_MAX, PAGE_SIZE),
  /** 1: the page asks by itself or because of scrolling, and nobody has pressed "Search". Such a search is never saved. */
  auto_load: v.optional(Flag, '0'),
  /** 1: cards of photos that show nudity carry their thumbhash and empty file names. For visitors it is always 1. */
  hideNudity: v.optional(Flag, '1'),
  /** 1: all countries, whatever `country`, `countries` and `countryregion` name. */
  searchAllCountries: v.optional(Flag, '0'),
  /** The campaign network that a visitor came from, needed where `mayVisitorsSearch` demands one. Neither validated nor stored. */
  trafficsource: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(255, 'too_long'), v.trim())),
  country: orAll(CountryCode),
  countries: listOf(CountryCode, 2),
  countryregion: orAll(Slug),
  min_age: ageBound,
  max_age: ageBound,
  gender: orAll(Gender),
  /** Values of the profile field `looking_for`; members who have given any of them fit. */
  looking_for: listOf(Slug, TRAIT_FILTERS.looking_for),
  /** Interests; members who have chosen any of them fit. */
  interests: listOf(Slug, TRAIT_FILTERS.interests),
  /** Values of the profile field `body_height`; members who have given any of them fit. */
  body_height: listOf(Slug, TRAIT_FILTERS.body_height),
  /** The cursor of an earlier answer of this search (docs/product.md, "Paging with a cursor"). */
  walk: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(4000, 'too_long'))),
  /** 1: somebody has pressed "Search". The member's filters are saved, and apply where a later search names none. */
  manual_search: v.optional(Flag, '0'),
  /** 1: the filters are not saved, even with `manual_search`. */
  do_not_save: v.optional(Flag, '0'),
  sort: v.optional(
    v.pipe(
      v.picklist(['', ...SEARCH_SORTS], 'unknown'),
      v.transform((sort) => sort || 'active'),
    ),
  ),
  photo: v.optional(Flag),
  online: v.optional(Flag),
  new_here: v.optional(Flag),
  similar_to: v.optional(Id),
  facets: v.optional(Flag, '0'),
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/**
 * The filters of a search. The page, the answer and the member's saved search all hold them in this form, and the database takes the
 * conditions that the Worker derives from it. '' or an empty list means "all"; `countries` names two neighbouring countries, with `country` empty. An age at
 * or beyond the site's minimum age or MAX_AGE is an open end (docs/product.md, "Search filters").
 */
export const FilterOptions = v.object({
  gender: v.union([v.literal(''), v.picklist(GENDERS)]),
  min_age: v.number(),
  max_age: v.number(),
  country: v.union([v.literal(''), CountryCode]),
  countries: v.array(CountryCode),
  countryregion: v.union([v.literal(''), Slug]),
  looking_for: v.array(Slug),
  interests: v.array(Slug),
  body_height: v.array(Slug),
  photo: v.boolean(),
  online: v.boolean(),
  new_here: v.boolean(),
  sort: v.picklist(SEARCH_SORTS),
});
export type FilterOptions = v.InferOutput<typeof FilterOptions>;

/** The ages of filters as a query names them, which `ageBound` parses: an open end is an empty value. `minAge` is the site's minimum age. */
export const ageInput = ({ min_age, max_age }: Pick<FilterOptions, 'min_age' | 'max_age'>, minAge: number) => ({
  min_age: min_age <= minAge ? ('' as const) : min_age,
  max_age: max_age >= MAX_AGE ? ('' as const) : max_age,
});

export const SearchAnswer = v.object({
  profiles: v.array(ProfileCard),
  paging: v.object({
    num_results: v.number(),
    /** How many of the results are fictional profiles; of a capped number, how many of those that were counted. */
    num_fictional: v.number(),
    is_capped: v.boolean(),
    page: v.number(),
    num_pages: v.number(),
    walk: v.string(),
  }),
  filter_options: FilterOptions,
  /** Filters whose removal would give more results, and how many more (docs/product.md, "Relaxed filters"). */
  loosen: v.optional(
    v.array(
      v.object({
        filter: v.picklist([
          'gender',
          'age',
          'country',
          'countryregion',
          'looking_for',
          'interests',
          'body_height',
          'photo',
          'online',
          'new_here',
        ]),
        adds: v.number(),
      }),
    ),
  ),
});
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;

export const searchMembers = endpoint({
  method: 'GET',
  path: '/api/search.php',
  who: 'everybody',
  limits: 'reads',
  savesWithQuery: 'manual_search',
  input: SearchQuery,
  output: SearchAnswer,
  errors: ['signed_out', 'banned', 'bad_origin', 'members_only'],
  sheds: 'early',
  summary: 'One page of members that fit the filters, in the order of the product rules',
});

const countAge = v.optional(
  v.pipe(
    v.string('wrong_type'),
    v.regex(/^\d{1,3}$/, 'wrong_type'),
    v.transform((age) => Math.min(MAX_AGE, Number(age))),
  ),
);

/** The match finder counts members who were active within this many days (docs/product.md, "Match finder"). */
export const MATCH_COUNT_DAYS = 30;

export const countMatches = endpoint({
  method: 'GET',
  path: '/api/matchcount.php',
  who: 'everybody',
  limits: ['match_counts_a_minute'],
  input: v.object({ country: CountryCode, countryregion: orAll(Slug), gender: orAll(Gender), min_age: countAge, max_age: countAge }),
  output: v.object({ num_members: v.number(), is_capped: v.boolean() }),
  errors: ['too_many'],
  sheds: 'early',
  summary: 'How many real members fit and were active in 30 days, zero included; exact to 1,000',
});
