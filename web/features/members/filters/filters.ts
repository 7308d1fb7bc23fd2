import * as v from 'valibot';
import type { InputOf } from '#contract/endpoint';
import {
  AGE_BANDS,
  ageInput,
  type FilterOptions,
  SEARCH_SORTS,
  type searchMembers,
  TRAIT_FILTERS,
  type TraitFilter,
} from '#contract/members';
import { type COUNTRIES, CountryCode, Gender, MAX_AGE, Slug } from '#contract/primitives';

export type FilterName = 'gender' | 'age' | 'country' | 'countryregion';
/** The filters by what a profile says, in the order in which they are shown. */
export const TRAITS = ['looking_for', 'interests', 'body_height'] as const satisfies readonly TraitFilter[];
/** The filters that are on or off. */
export const TOGGLES = ['photo', 'online', 'new_here'] as const;
export type Toggle = (typeof TOGGLES)[number];

type AgeRange = Pick<FilterOptions, 'min_age' | 'max_age'>;
type Countries = Pick<FilterOptions, 'country' | 'countries'>;

const DEFAULT_SORT: FilterOptions['sort'] = 'active';
/** The parameters of an address that name filters. `country` names one country or two ("NL,BE"). */
const ADDRESS_PARAMETERS = ['gender', 'min_age', 'max_age', 'country', 'countryregion', ...TRAITS, ...TOGGLES, 'sort'] as const;

/** The filters of a search that nothing narrows. `minAge`, here and below, is the site's minimum age. */
export const emptyFilters = (minAge: number): FilterOptions => ({
  gender: '',
  min_age: minAge,
  max_age: MAX_AGE,
  country: '',
  countries: [],
  countryregion: '',
  looking_for: [],
  interests: [],
  body_height: [],
  photo: false,
  online: false,
  new_here: false,
  sort: DEFAULT_SORT,
});

/** Pairs of neighbouring countries that can be searched together (docs/product.md, "Neighbouring countries"). */
const NEIGHBOURS = [
  ['AU', 'NZ'],
  ['NL', 'BE'],
  ['US', 'CA'],
  ['GB', 'IE'],
  ['DE', 'AT'],
] as const;

/** The neighbour that can be searched together with a country; null if it has none. */
export function neighbourOf(country: string): (typeof COUNTRIES)[number] | null {
  const pair = NEIGHBOURS.find((codes) => codes.some((code) => code === country));
  return pair?.find((code) => code !== country) ?? null;
}

/** The values of the country filter: first the pairs of neighbours that are both in `codes` ("NL,BE"), then each country alone. */
export function countryChoices(codes: readonly string[]): string[] {
  const pairs = NEIGHBOURS.filter((pair) => pair.every((code) => codes.includes(code)));
  return [...pairs.map((pair) => pair.join(',')), ...codes];
}

const isCountry = (code: string): code is CountryCode => v.is(CountryCode, code);

/** The countries of filters as one value of a control or an address: "NL", "NL,BE", or "" for all countries. */
export const countryValue = ({ country, countries }: Countries): string => (countries.length > 0 ? countries.join(',') : country);

/** Reads a value made by `countryValue`. Unknown countries and those behind the second are left out. */
export function parseCountryValue(value: string): Countries {
  const codes = value.split(',').filter(isCountry).slice(0, 2);
  return codes.length > 1 ? { country: '', countries: codes } : { country: codes[0] ?? '', countries: [] };
}

const ageRangeText = (ages: AgeRange, minAge: number): string => {
  const { min_age, max_age } = ageInput(ages, minAge);
  return min_age === '' && max_age === '' ? '' : `${min_age}-${max_age}`;
};

/** The age ranges to choose from: "" for all ages, "-25", "26-35" and so on to "65-". */
export const AGE_CHOICES: readonly string[] = ['', ...AGE_BANDS.map(([least, most]) => `${least ?? ''}-${most ?? ''}`)];

/** The ages of filters as one value of a control: the one of AGE_CHOICES that means them, else a value such as "30-33". */
export function ageRangeValue(ages: AgeRange, minAge: number): string {
  const text = ageRangeText(ages, minAge);
  return AGE_CHOICES.find((choice) => ageRangeText(parseAgeRange(choice, minAge), minAge) === text) ?? text;
}

/** Reads a value made by `ageRangeValue`. An end that is left out is open. */
export function parseAgeRange(value: string, minAge: number): AgeRange {
  const [least, most] = value.split('-');
  return { min_age: least ? Math.max(minAge, Number(least)) : minAge, max_age: most ? Number(most) : MAX_AGE };
}

/** An age of an address, at most MAX_AGE; `open` if there is none. */
const parseAge = (raw: string | null, open: number): number =>
  raw !== null && /^\d{1,3}$/.test(raw) ? Math.min(MAX_AGE, Number(raw)) : open;

/** The ids of one list of an address, each once. Malformed ones and those beyond the limit of the filter are left out. */
const parseTrait = (query: URLSearchParams, name: TraitFilter): string[] =>
  [...new Set((query.get(name) ?? '').split(',').filter((id) => v.is(Slug, id)))].slice(0, TRAIT_FILTERS[name]);

/** The filters of an address. Returns null if it names none; the server then uses the saved ones. An unknown value counts as "all". */
export function filtersFromQuery(query: URLSearchParams, minAge: number): FilterOptions | null {
  if (!ADDRESS_PARAMETERS.some((name) => query.has(name))) return null;
  const gender = query.get('gender');
  const { country, countries } = parseCountryValue(query.get('country') ?? '');
  const region = query.get('countryregion') ?? '';
  return {
    gender: v.is(Gender, gender) ? gender : '',
    min_age: Math.max(minAge, parseAge(query.get('min_age'), minAge)),
    max_age: parseAge(query.get('max_age'), MAX_AGE),
    country,
    countries,
    countryregion: country && v.is(Slug, region) ? region : '',
    looking_for: parseTrait(query, 'looking_for'),
    interests: parseTrait(query, 'interests'),
    body_height: parseTrait(query, 'body_height'),
    photo: query.get('photo') === '1',
    online: query.get('online') === '1',
    new_here: query.get('new_here') === '1',
    sort: SEARCH_SORTS.find((sort) => sort === query.get('sort')) ?? DEFAULT_SORT,
  };
}

const traitsToText = ({ looking_for, interests, body_height }: FilterOptions) => ({
  looking_for: looking_for.join(),
  interests: interests.join(),
  body_height: body_height.join(),
});

/**
 * The query of a search's address: the filters that narrow it. Without any it is an empty `country`, because an address without filters
 * means the saved ones.
 */
export function filtersToQuery(filters: FilterOptions, minAge: number): URLSearchParams {
  const { min_age, max_age } = ageInput(filters, minAge);
  const values: Record<(typeof ADDRESS_PARAMETERS)[number], string> = {
    gender: filters.gender,
    min_age: String(min_age),
    max_age: String(max_age),
    country: countryValue(filters),
    countryregion: filters.countryregion,
    ...traitsToText(filters),
    photo: filters.photo ? '1' : '',
    online: filters.online ? '1' : '',
    new_here: filters.new_here ? '1' : '',
    sort: filters.sort === DEFAULT_SORT ? '' : filters.sort,
  };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  if (query.size === 0) query.set('country', '');
  return query;
}

/** The filters as input of a search call. Every filter is named, so that no saved one is used. */
export function filtersToInput(filters: FilterOptions, minAge: number): InputOf<typeof searchMembers> {
  const { gender, country, countries, countryregion, photo, online, new_here, sort } = filters;
  return {
    gender,
    ...ageInput(filters, minAge),
    countryregion,
    ...traitsToText(filters),
    ...(countries.length > 0 ? { countries: countries.join(',') } : { country }),
    ...(countryValue(filters) ? {} : { searchAllCountries: '1' }),
    photo,
    online,
    new_here,
    sort,
  };
}

/** The filters with one of them set back to "all". Lifting the country lifts the region too. */
export function withoutFilter(filters: FilterOptions, name: FilterName | TraitFilter | Toggle, minAge: number): FilterOptions {
  const empty = emptyFilters(minAge);
  if (name === 'age') return { ...filters, min_age: empty.min_age, max_age: empty.max_age };
  if (name === 'country') return { ...filters, country: '', countries: [], countryregion: '' };
  return { ...filters, [name]: empty[name] };
}
