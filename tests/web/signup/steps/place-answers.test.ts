import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES, type CountryCode } from '#contract/primitives';
import {
  cityProblem,
  initialPlace,
  type PlaceAnswers,
  withCity,
  withCountry,
  withLocated,
  withRegion,
} from '../../../../web/features/signup/steps/place-answers.ts';

const NOWHERE = { country: null, countryregion: null, city: null };
const first = ({
  query = '',
  profile = NOWHERE as Parameters<typeof initialPlace>[0]['profile'],
  guesses = [] as (CountryCode | null)[],
}) => initialPlace({ query: new URLSearchParams(query), profile, guesses });
const UTRECHT = { country: 'NL' as const, countryregion: 'NL-UT', city: 'Utrecht' };

describe('the place the form starts with', () => {
  test('is that of the address, then of the profile, then of the guesses', () => {
    const guesses: (CountryCode | null)[] = [null, 'DE'];
    expect(first({})).toMatchObject({ country: '', region: '', city: '' });
    expect(first({ guesses })).toMatchObject({ country: 'DE', own: { country: false } });
    expect(first({ guesses, profile: UTRECHT })).toMatchObject({ country: 'NL', region: 'NL-UT', city: 'Utrecht' });
    expect(first({ guesses, profile: UTRECHT, query: 'country=BE&region=BE-VAN' })).toMatchObject({
      country: 'BE',
      region: 'BE-VAN',
      city: '',
      own: { country: true, region: true },
    });
  });

  test('takes the country the site is for before the one the network is in', () => {
    expect(first({ guesses: ['NL', 'DE'] }).country).toBe('NL');
  });

  test.each(['country=XX', 'country=nl', 'region=NL-UT', 'country=&region=<b>'])('ignores the invalid %s', (query) => {
    expect(first({ query, guesses: ['NL'] })).toMatchObject({ country: 'NL', region: '' });
  });
});

const GUESSED = first({ guesses: ['DE'] });

describe('the place that the browser found', () => {
  test('fills in what is only a guess', () => {
    expect(withLocated(GUESSED, UTRECHT)).toMatchObject({ country: 'NL', region: 'NL-UT', city: 'Utrecht' });
  });

  test('changes nothing beside a country that the member named, unless it is that one', () => {
    const german = withCountry(GUESSED, 'DE');
    expect(withLocated(german, UTRECHT)).toEqual(german);
    expect(withLocated(withCountry(GUESSED, 'NL'), UTRECHT)).toMatchObject({ country: 'NL', region: 'NL-UT', city: 'Utrecht' });
  });

  test('fills in no city if another region was chosen, and no region if another city was typed', () => {
    const inLimburg = withRegion(withCountry(GUESSED, 'NL'), 'NL-LI');
    expect(withLocated(inLimburg, UTRECHT)).toMatchObject({ region: 'NL-LI', city: '' });
    const atHome = withCity(withCountry(GUESSED, 'NL'), 'Weert');
    expect(withLocated(atHome, UTRECHT)).toMatchObject({ region: '', city: 'Weert' });
  });

  test('changes nothing if no place was found', () => {
    expect(withLocated(GUESSED, NOWHERE)).toEqual(GUESSED);
  });

  test('never touches an answer of the member', () => {
    const word = fc.constantFrom('', 'NL-UT', 'NL-LI', 'Utrecht', 'Weert');
    const country = fc.constantFrom('' as const, ...COUNTRIES);
    const answers: fc.Arbitrary<PlaceAnswers> = fc.record({
      country,
      region: word,
      city: word,
      own: fc.record({ country: fc.boolean(), region: fc.boolean(), city: fc.boolean() }),
    });
    const located = fc.record({ country: fc.constantFrom(null, ...COUNTRIES), countryregion: fc.option(word), city: fc.option(word) });
    fc.assert(
      fc.property(answers, located, (before, found) => {
        const after = withLocated(before, found);
        expect(after.own).toEqual(before.own);
        for (const part of ['country', 'region', 'city'] as const) if (before.own[part]) expect(after[part]).toBe(before[part]);
      }),
    );
  });
});

test('another country clears region and city, the same one does not', () => {
  const home = withCity(withRegion(withCountry(GUESSED, 'NL'), 'NL-UT'), 'Utrecht');
  expect(withCountry(home, 'BE')).toMatchObject({ country: 'BE', region: '', city: '' });
  expect(withCountry(home, 'NL')).toEqual(home);
});

test('a city has 255 characters at most, however they are written', () => {
  expect(cityProblem('x'.repeat(255))).toBeNull();
  expect(cityProblem('🏙'.repeat(255))).toBeNull();
  expect(cityProblem(` ${'x'.repeat(255)} `)).toBeNull();
  expect(cityProblem('x'.repeat(256))).toBe('too_long');
});
