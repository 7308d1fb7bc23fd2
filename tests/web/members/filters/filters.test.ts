import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEARCH_SORTS } from '#contract/members';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import {
  AGE_CHOICES,
  countryChoices,
  EMPTY_FILTERS,
  type Filters,
  filtersFromQuery,
  filtersToInput,
  filtersToQuery,
  neighbourOf,
  parseAgeRange,
  TOGGLES,
  withoutFilter,
} from '../../../../web/features/members/filters/filters.ts';

const anyFilters: fc.Arbitrary<Filters> = fc
  .record({
    gender: fc.constantFrom('' as const, ...GENDERS),
    age: fc.constantFrom(...AGE_CHOICES),
    country: fc.constantFrom('', ...countryChoices(COUNTRIES)),
    photo: fc.boolean(),
    online: fc.boolean(),
    new_here: fc.boolean(),
    sort: fc.constantFrom(...SEARCH_SORTS),
  })
  .map(({ age, ...rest }) => ({ ...rest, ...parseAgeRange(age), countryregion: rest.country.length === 2 ? 'NL-UT' : '' }));

describe('the filters of a search', () => {
  test('come back from the address they were written to', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(filtersFromQuery(filtersToQuery(filters))).toEqual(filters);
      }),
    );
  });

  test('are the saved ones where an address names none, and everyone where it says so', () => {
    expect(filtersFromQuery(new URLSearchParams('page=2'))).toBeNull();
    expect(filtersFromQuery(new URLSearchParams('country='))).toEqual(EMPTY_FILTERS);
  });

  test('are all part of a call, so that the server adds none of the saved ones', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        expect(Object.values(filtersToInput(filters)).includes(undefined)).toBe(false);
        expect(filtersToInput(filters)).toMatchObject({ photo: filters.photo, online: filters.online, sort: filters.sort });
      }),
    );
  });

  test.each(['photo=2', 'online=yes', 'new_here=', 'sort=best'])('that are no filters change nothing: %s', (query) => {
    expect(filtersFromQuery(new URLSearchParams(query))).toEqual(EMPTY_FILTERS);
  });

  test.each(TOGGLES)('are removed one by one: %s', (name) => {
    expect(withoutFilter({ ...EMPTY_FILTERS, photo: true, online: true, new_here: true }, name)).toMatchObject({ [name]: false });
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
