import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES, GENDERS } from '#contract/primitives';
import { AGE_CHOICES, emptyFilters } from '../../../../web/features/members/filters/filters.ts';
import {
  answersIn,
  countInputOf,
  FINDER_STEPS,
  type FinderAnswers,
  filtersOf,
  queryOf,
  signUpPath,
  stepIn,
} from '../../../../web/features/members/match-finder/finder-answers.ts';

const queryIn = (query: string) => new URLSearchParams(query);
const NOTHING: FinderAnswers = { looking: null, age: null, country: null, region: '' };
const ALL: FinderAnswers = { looking: 'female', age: '26-35', country: 'NL', region: 'NL-UT' };

describe('the answers in an address', () => {
  test('are none at first', () => {
    expect(answersIn(queryIn(''))).toEqual(NOTHING);
  });

  test('are read, "all" as an empty choice', () => {
    expect(answersIn(queryIn('looking=female&age=26-35&country=NL&region=NL-UT'))).toEqual(ALL);
    expect(answersIn(queryIn('looking=all&age=all'))).toEqual({ ...NOTHING, looking: '', age: '' });
  });

  test.each(['looking=cat', 'looking=', 'age=1-2', 'age=', 'country=JP', 'region=NL-UT', 'country=xx&region=NL-UT', 'looking=%00'])(
    'are not taken from the invalid %s',
    (query) => {
      expect(answersIn(queryIn(query))).toEqual(NOTHING);
    },
  );

  test('come back from any address that was made of them', () => {
    const answers = fc.record({
      looking: fc.constantFrom(null, '' as const, ...GENDERS),
      age: fc.constantFrom(null, ...AGE_CHOICES),
      country: fc.constantFrom(null, ...COUNTRIES),
      region: fc.constantFrom('', 'NL-UT'),
    });
    fc.assert(
      fc.property(answers, fc.constantFrom(...FINDER_STEPS), (given, step) => {
        const query = queryIn(queryOf(queryIn('network=n&sub=s'), given, step));
        expect(answersIn(query)).toEqual({ ...given, region: given.country ? given.region : '' });
        expect([query.get('network'), query.get('sub')]).toEqual(['n', 's']);
      }),
    );
  });
});

describe('the step', () => {
  test.each([
    ['', 'looking'],
    ['step=nonsense', 'looking'],
    ['step=result', 'looking'],
    ['looking=all&step=age', 'age'],
    ['looking=all&step=result', 'age'],
    ['looking=all&age=all&step=result', 'place'],
    ['looking=all&age=all&country=NL&step=result', 'result'],
    ['looking=all&age=all&country=NL&step=age', 'age'],
    ['looking=all&age=all&country=NL', 'looking'],
  ])('of "%s" is %s: never after an open question', (query, step) => {
    expect(stepIn(queryIn(query))).toBe(step);
  });
});

describe('what the answers lead to', () => {
  test('the sign-up carries place, whom one looks for, and the campaign; nothing of the quiz itself', () => {
    const query = queryIn(`${queryOf(queryIn('network=n&ref=r&aff_sub=a'), ALL, 'result').slice(1)}`);
    expect(signUpPath(query, ALL)).toBe('/signup?network=n&ref=r&aff_sub=a&looking=female&country=NL&region=NL-UT');
    expect(signUpPath(queryIn(''), { ...NOTHING, looking: '' })).toBe('/signup');
    expect(signUpPath(queryIn(''), { ...ALL, looking: '', region: '' })).toBe('/signup?country=NL');
  });

  test('the count asks for what was answered and leaves open ends out', () => {
    expect(countInputOf(ALL)).toEqual({ country: 'NL', gender: 'female', countryregion: 'NL-UT', min_age: '26', max_age: '35' });
    expect(countInputOf({ ...ALL, looking: '', age: '', region: '' })).toEqual({ country: 'NL', gender: '', countryregion: '' });
    expect(countInputOf({ ...ALL, age: '-25' })).toMatchObject({ max_age: '25' });
    expect(countInputOf({ ...ALL, age: '-25' })).not.toHaveProperty('min_age');
    expect(countInputOf(NOTHING)).toBeNull();
  });

  test('a search of a member is for the same people', () => {
    const place = { country: 'NL', countryregion: 'NL-UT' };
    expect(filtersOf(ALL, 18)).toEqual({ ...emptyFilters(18), gender: 'female', min_age: 26, max_age: 35, ...place });
  });
});
