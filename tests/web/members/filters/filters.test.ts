import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FilterOptions, SEARCH_SORTS, TRAIT_FILTERS } from '#contract/members';
import { COUNTRIES, GENDERS, MAX_AGE } from '#contract/primitives';
import {
  AGE_CHOICES,
  ageRangeValue,
  countryChoices,
  countryValue,
  emptyFilters,
  filtersFromQuery,
  filtersToInput,
  filtersToQuery,
  neighbourOf,
  parseAgeRange,
  parseCountryValue,
  TOGGLES,
  TRAITS,
  withoutFilter,
} from '../../../../web/features/members/filters/filters.ts';

const MIN_AGE = 18;
const EMPTY = emptyFilters(MIN_AGE);

const anyFilters: fc.Arbitrary<FilterOptions> = fc
  .record({
    gender: fc.constantFrom('' as const, ...GENDERS),
    age: fc.constantFrom(...AGE_CHOICES),
    country: fc.constantFrom('', ...countryChoices(COUNTRIES)),
    looking_for: fc.constantFrom<string[]>([], ['lasting'], ['light', 'friendship']),
    interests: fc.constantFrom<string[]>([], ['yoga', 'jazz']),
    body_height: fc.constantFrom<string[]>([], ['from_160', 'from_170']),
    photo: fc.boolean(),
    online: fc.boolean(),
    new_here: fc.boolean(),
    sort: fc.constantFrom(...SEARCH_SORTS),
  })
  .map(({ age, country, ...rest }) => ({
    ...EMPTY,
    ...rest,
    ...parseAgeRange(age, MIN_AGE),
    ...parseCountryValue(country),
    countryregion: country.length === 2 ? 'NL-UT' : '',
  }));
const addressOf = (filters: FilterOptions, minAge = MIN_AGE) => decodeURIComponent(String(filtersToQuery(filters, minAge)));
const filtersOf = (query: string, minAge = MIN_AGE) => filtersFromQuery(new URLSearchParams(query), minAge);

describe('the filters of a search', () => {
  test('come back from the address they were written to', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const read = filtersFromQuery(filtersToQuery(filters, MIN_AGE), MIN_AGE);
        expect(read).toEqual(filters);
        // A search is known by its filters as JSON.
        expect(JSON.stringify(read)).toBe(JSON.stringify(filters));
      }),
    );
  });

  test.each<[change: Partial<FilterOptions>, address: string]>([
    [
      { gender: 'female', min_age: 26, max_age: 35, country: 'NL', countryregion: 'NL-UT' },
      'gender=female&min_age=26&max_age=35&country=NL&countryregion=NL-UT',
    ],
    [
      { countries: ['NL', 'BE'], photo: true, online: true, new_here: true, sort: 'near' },
      'country=NL,BE&photo=1&online=1&new_here=1&sort=near',
    ],
    [
      { looking_for: ['lasting', 'light'], interests: ['yoga'], body_height: ['from_170'] },
      'looking_for=lasting,light&interests=yoga&body_height=from_170',
    ],
    [{ min_age: 65 }, 'min_age=65'],
    [{ max_age: 25 }, 'max_age=25'],
    [{ min_age: MIN_AGE - 1, max_age: MAX_AGE + 1, sort: 'active' }, 'country='],
  ])('stand in the address where they narrow the search: %o', (change, address) => {
    expect(addressOf({ ...EMPTY, ...change })).toBe(address);
  });

  test.each([
    ['min_age=18&max_age=100', {}],
    ['min_age=5&max_age=999', {}],
    ['min_age=old&max_age=-3', {}],
    ['max_age=25', { max_age: 25 }],
    ['min_age=65&country=', { min_age: 65 }],
  ])('have an open end where the address %s names no age within the site’s', (query, ages) => {
    expect(filtersOf(query)).toEqual({ ...EMPTY, ...ages });
  });

  test.each([
    ['country=NL', { country: 'NL' }],
    ['country=NL,BE', { countries: ['NL', 'BE'] }],
    ['country=NL,XX', { country: 'NL' }],
    ['country=NL,BE,DE', { countries: ['NL', 'BE'] }],
    ['country=JP', {}],
    ['country=NL&countryregion=NL-UT', { country: 'NL', countryregion: 'NL-UT' }],
    ['country=NL,BE&countryregion=NL-UT', { countries: ['NL', 'BE'] }],
    ['country=NL&countryregion=a%20b', { country: 'NL' }],
    ['countries=NL,BE&photo=0', {}],
  ])('have the countries and the region of the address %s', (query, place) => {
    expect(filtersOf(query)).toEqual({ ...EMPTY, ...place });
  });

  test('leave out of the address’s lists what is malformed, named twice or too much', () => {
    expect(filtersOf('looking_for=lasting,a%20b,lasting&interests=,&body_height=from_170')).toEqual({
      ...EMPTY,
      looking_for: ['lasting'],
      body_height: ['from_170'],
    });
    const many = Array.from({ length: 100 }, (_, i) => `interest${i}`);
    expect(filtersOf(`interests=${many.join()}`)?.interests).toEqual(many.slice(0, TRAIT_FILTERS.interests));
  });

  test('are the saved ones where an address names none, and everyone where it says so', () => {
    expect(filtersOf('page=2')).toBeNull();
    expect(filtersOf('countries=NL,BE')).toBeNull();
    expect(filtersOf('country=')).toEqual(EMPTY);
  });

  test('are all part of a call, so that the server adds none of the saved ones', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const input = filtersToInput(filters, MIN_AGE);
        expect(Object.values(input).includes(undefined)).toBe(false);
        expect(input).toMatchObject({ photo: filters.photo, online: filters.online, sort: filters.sort });
      }),
    );
  });

  test('name in a call an open end as an empty value, two countries as a list, and all countries as such', () => {
    const rest = {
      gender: '',
      countryregion: '',
      looking_for: '',
      interests: '',
      body_height: '',
      photo: false,
      online: false,
      new_here: false,
      sort: 'active',
    };
    const all = { ...rest, min_age: '', max_age: '', country: '', searchAllCountries: '1' };
    expect(filtersToInput(EMPTY, MIN_AGE)).toEqual(all);
    expect(filtersToInput({ ...EMPTY, min_age: 17, max_age: 101 }, MIN_AGE)).toEqual(all);
    expect(filtersToInput({ ...EMPTY, min_age: 26, max_age: 35, countries: ['NL', 'BE'] }, MIN_AGE)).toEqual({
      ...rest,
      min_age: 26,
      max_age: 35,
      countries: 'NL,BE',
    });
    expect(filtersToInput({ ...EMPTY, country: 'NL' }, MIN_AGE)).toEqual({ ...rest, min_age: '', max_age: '', country: 'NL' });
  });

  test.each(['photo=2', 'online=yes', 'new_here=', 'sort=best'])('that are no filters change nothing: %s', (query) => {
    expect(filtersOf(query)).toEqual(EMPTY);
  });

  test('are lifted with what depends on them', () => {
    const narrow: FilterOptions = { ...EMPTY, gender: 'male', min_age: 26, max_age: 35, country: 'NL', countryregion: 'NL-UT' };
    expect(withoutFilter(narrow, 'gender', MIN_AGE)).toEqual({ ...narrow, gender: '' });
    expect(withoutFilter(narrow, 'age', MIN_AGE)).toEqual({ ...narrow, min_age: MIN_AGE, max_age: MAX_AGE });
    expect(withoutFilter(narrow, 'country', MIN_AGE)).toEqual({ ...narrow, country: '', countryregion: '' });
    expect(withoutFilter({ ...EMPTY, countries: ['NL', 'BE'] }, 'country', MIN_AGE)).toEqual(EMPTY);
  });

  test.each(TRAITS)('are lifted as a whole list: %s', (name) => {
    const narrow = { ...EMPTY, looking_for: ['lasting', 'light'], interests: ['yoga'], body_height: ['from_170'] };
    expect(withoutFilter(narrow, name, MIN_AGE)).toEqual({ ...narrow, [name]: [] });
  });

  test.each(TOGGLES)('are removed one by one: %s', (name) => {
    expect(withoutFilter({ ...EMPTY, photo: true, online: true, new_here: true }, name, MIN_AGE)).toMatchObject({ [name]: false });
  });
});

describe('a control', () => {
  test.each(AGE_CHOICES.flatMap((choice) => [MIN_AGE, 30].map((minAge) => [choice, minAge] as const)))(
    'shows the age range "%s" that was chosen on a site from %i',
    (choice, minAge) => {
      expect(ageRangeValue(parseAgeRange(choice, minAge), minAge)).toBe(choice);
    },
  );

  test('shows an age range that is none of the choices', () => {
    expect(ageRangeValue({ min_age: 30, max_age: 33 }, MIN_AGE)).toBe('30-33');
    expect(ageRangeValue({ min_age: MIN_AGE, max_age: 33 }, MIN_AGE)).toBe('-33');
    expect(ageRangeValue({ min_age: 30, max_age: MAX_AGE }, MIN_AGE)).toBe('30-');
  });

  test.each(['', ...countryChoices(COUNTRIES)])('shows the countries that were chosen: "%s"', (choice) => {
    expect(countryValue(parseCountryValue(choice))).toBe(choice);
  });
});

test('the neighbour of a country has that country as its neighbour, and a pair of countries has none', () => {
  for (const country of COUNTRIES) {
    const neighbour = neighbourOf(country);
    if (neighbour) expect(neighbourOf(neighbour)).toBe(country);
  }
  expect(['AU', 'NL', 'US', 'GB', 'DE'].map(neighbourOf)).toEqual(['NZ', 'BE', 'CA', 'IE', 'AT']);
  expect(['FR', 'IT', 'NL,BE', ''].map(neighbourOf)).toEqual([null, null, null, null]);
});
