import * as v from 'valibot';
import type { InputOf } from '#contract/endpoint';
import { AGE_BANDS, type FilterOptions, SEARCH_SORTS, type searchMembers } from '#contract/members';
import { COUNTRIES, CountryCode, Gender, MAX_AGE, Slug } from '#contract/primitives';

/** Search filters as the page holds them. An empty value or null means "all"; `country` may name two countries ("NL,BE"). */
export interface Filters {
  gender: Gender | '';
  min_age: number | null;
  max_age: number | null;
  country: string;
  countryregion: string;
  photo: boolean;
  online: boolean;
  new_here: boolean;
  sort: FilterOptions['sort'];
}

export type FilterName = 'gender' | 'age' | 'country' | 'countryregion';
/** The filters that are on or off. */
export const TOGGLES = ['photo', 'online', 'new_here'] as const;
export type Toggle = (typeof TOGGLES)[number];

export const EMPTY_FILTERS: Filters = {
  gender: '',
  min_age: null,
  max_age: null,
  country: '',
  countryregion: '',
  photo: false,
  online: false,
  new_here: false,
  sort: 'active',
};
const FILTER_NAMES = Object.keys(EMPTY_FILTERS);

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

const isCountry = (code: string) => v.is(CountryCode, code);

function parseAge(raw: string | null): number | null {
  if (raw === null || !/^\d{1,3}$/.test(raw)) return null;
  return Math.min(MAX_AGE, Number(raw));
}

/** The filters of an address. Returns null if it names none; the server then uses the saved ones. An unknown value counts as "all". */
export function filtersFromQuery(query: URLSearchParams): Filters | null {
  if (!FILTER_NAMES.some((name) => query.has(name))) return null;
  const gender = query.get('gender');
  const countries = (query.get('country') ?? '').split(',').filter(isCountry).slice(0, 2);
  const region = query.get('countryregion') ?? '';
  return {
    gender: v.is(Gender, gender) ? gender : '',
    min_age: parseAge(query.get('min_age')),
    max_age: parseAge(query.get('max_age')),
    country: countries.join(','),
    countryregion: countries.length === 1 && v.is(Slug, region) ? region : '',
    photo: query.get('photo') === '1',
    online: query.get('online') === '1',
    new_here: query.get('new_here') === '1',
    sort: SEARCH_SORTS.find((sort) => sort === query.get('sort')) ?? EMPTY_FILTERS.sort,
  };
}

/**
 * The query of a search's address: the filters that narrow it. Without any it is an empty `country`, because an address without filters
 * means the saved ones.
 */
export function filtersToQuery(filters: Filters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value && value !== EMPTY_FILTERS.sort) query.set(name, value === true ? '1' : String(value));
  if (query.size === 0) query.set('country', '');
  return query;
}

/** The filters in force that an answer names. An age at or beyond `minAge` or the highest age becomes null, which means an open end. */
export function filtersFromAnswer(options: FilterOptions, minAge: number): Filters {
  return {
    gender: options.gender,
    min_age: options.min_age <= minAge ? null : options.min_age,
    max_age: options.max_age >= MAX_AGE ? null : options.max_age,
    country: options.countries.length > 1 ? options.countries.join(',') : options.country,
    countryregion: options.countryregion,
    photo: options.photo,
    online: options.online,
    new_here: options.new_here,
    sort: options.sort,
  };
}

/** The filters as input of a search call. Every filter is named, so that no saved one is used. */
export function filtersToInput(filters: Filters): InputOf<typeof searchMembers> {
  const isPair = filters.country.includes(',');
  const country = COUNTRIES.find((code) => code === filters.country) ?? '';
  return {
    gender: filters.gender,
    min_age: filters.min_age ?? '',
    max_age: filters.max_age ?? '',
    countryregion: filters.countryregion,
    ...(isPair ? { countries: filters.country } : { country }),
    ...(filters.country ? {} : { searchAllCountries: '1' }),
    photo: filters.photo,
    online: filters.online,
    new_here: filters.new_here,
    sort: filters.sort,
  };
}

/** An age range as one value of a control: "26-35", "-25", "65-", or "" for all ages. */
export const ageRangeValue = ({ min_age, max_age }: Pick<Filters, 'min_age' | 'max_age'>): string =>
  min_age === null && max_age === null ? '' : `${min_age ?? ''}-${max_age ?? ''}`;

/** Reads a value made by `ageRangeValue`. */
export function parseAgeRange(value: string): Pick<Filters, 'min_age' | 'max_age'> {
  const [min = null, max = null] = value.split('-').map((end) => (end ? Number(end) : null));
  return { min_age: min, max_age: max };
}

export const AGE_CHOICES: readonly string[] = ['', ...AGE_BANDS.map(([min_age, max_age]) => ageRangeValue({ min_age, max_age }))];

/** The filters with one of them set back to "all". Lifting the country lifts the region too. */
export function withoutFilter(filters: Filters, name: FilterName | Toggle): Filters {
  if (name === 'age') return { ...filters, min_age: null, max_age: null };
  if (name === 'country') return { ...filters, country: '', countryregion: '' };
  return { ...filters, [name]: EMPTY_FILTERS[name] };
}
