import * as v from 'valibot';
import type { InputOf } from '#contract/endpoint';
import { AGE_BANDS, type FilterOptions, SEARCH_SORTS, type searchMembers } from '#contract/members';
import { COUNTRIES, CountryCode, Gender, MAX_AGE, Slug } from '#contract/primitives';

/** What a member searches for; an empty value is "all", `country` may name two neighbours ("NL,BE"). */
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
/** What is either wanted or not. */
export const TOGGLES = ['photo', 'online', 'new_here'] as const;
export type Toggle = (typeof TOGGLES)[number];

export const EVERYONE: Filters = {
  ...{ gender: '', min_age: null, max_age: null, country: '', countryregion: '' },
  ...{ photo: false, online: false, new_here: false, sort: 'active' },
};
const NAMES = Object.keys(EVERYONE);

/** Pairs of neighbouring countries that can be searched together (docs/product.md, "Neighbouring countries"). */
const NEIGHBOURS = [
  ['AU', 'NZ'],
  ['NL', 'BE'],
  ['US', 'CA'],
  ['GB', 'IE'],
  ['DE', 'AT'],
] as const;

/** The country across the border that is searched as easily, or null. */
export function neighbourOf(country: string): (typeof COUNTRIES)[number] | null {
  const pair = NEIGHBOURS.find((two) => two.some((code) => code === country));
  return pair?.find((code) => code !== country) ?? null;
}

/** The countries to choose from: each with its neighbour first, then alone. */
export function countryChoices(codes: readonly string[]): string[] {
  const pairs = NEIGHBOURS.filter((pair) => pair.every((code) => codes.includes(code)));
  return [...pairs.map((pair) => pair.join(',')), ...codes];
}

const isCountry = (code: string) => v.is(CountryCode, code);

function ageFrom(raw: string | null): number | null {
  if (raw === null || !/^\d{1,3}$/.test(raw)) return null;
  return Math.min(MAX_AGE, Number(raw));
}

/** The filters an address names, or null when it names none and the saved ones hold. What it does not know it leaves out. */
export function filtersFromQuery(query: URLSearchParams): Filters | null {
  if (!NAMES.some((name) => query.has(name))) return null;
  const gender = query.get('gender');
  const countries = (query.get('country') ?? '').split(',').filter(isCountry).slice(0, 2);
  const region = query.get('countryregion') ?? '';
  return {
    gender: v.is(Gender, gender) ? gender : '',
    min_age: ageFrom(query.get('min_age')),
    max_age: ageFrom(query.get('max_age')),
    country: countries.join(','),
    countryregion: countries.length === 1 && v.is(Slug, region) ? region : '',
    photo: query.get('photo') === '1',
    online: query.get('online') === '1',
    new_here: query.get('new_here') === '1',
    sort: SEARCH_SORTS.find((sort) => sort === query.get('sort')) ?? EVERYONE.sort,
  };
}

/** The address of a search: only what narrows it, and one empty name when nothing does, so that it is not the saved one. */
export function filtersToQuery(filters: Filters): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value && value !== EVERYONE.sort) query.set(name, value === true ? '1' : String(value));
  if (query.size === 0) query.set('country', '');
  return query;
}

/** The filters in force as the server tells them; an age at the end of the scale is open. */
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

/** The part of a search call that says whom to look for; every filter is named. */
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

/** "26-35", "-25", "65-", or "" for every age: one value for a control. */
export const ageValue = ({ min_age, max_age }: Pick<Filters, 'min_age' | 'max_age'>): string =>
  min_age === null && max_age === null ? '' : `${min_age ?? ''}-${max_age ?? ''}`;

export function agesOf(value: string): Pick<Filters, 'min_age' | 'max_age'> {
  const [min = null, max = null] = value.split('-').map((end) => (end ? Number(end) : null));
  return { min_age: min, max_age: max };
}

export const AGE_CHOICES: readonly string[] = ['', ...AGE_BANDS.map(([min_age, max_age]) => ageValue({ min_age, max_age }))];

/** The filters with one of them lifted. */
export function without(filters: Filters, name: FilterName | Toggle): Filters {
  if (name === 'age') return { ...filters, min_age: null, max_age: null };
  if (name === 'country') return { ...filters, country: '', countryregion: '' };
  return { ...filters, [name]: EVERYONE[name] };
}
