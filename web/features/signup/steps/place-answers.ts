import * as v from 'valibot';
import { CITY_MAX } from '#contract/account-changes';
import { CountryCode, Slug } from '#contract/primitives';

/** A place as the form holds it. `own` marks the parts that the member has answered; the others are guesses that may still change. */
export const PlaceAnswers = v.object({
  country: v.union([v.literal(''), CountryCode]),
  region: v.string(),
  city: v.string(),
  own: v.object({ country: v.boolean(), region: v.boolean(), city: v.boolean() }),
});
export type PlaceAnswers = v.InferOutput<typeof PlaceAnswers>;

interface Located {
  readonly country: CountryCode | null;
  readonly countryregion: string | null;
  readonly city: string | null;
}

interface PlaceSources {
  /** The address, which holds what an earlier page has asked already. */
  readonly query: URLSearchParams;
  readonly profile: Located;
  /** The country of the site, then the country of the visitor's network. */
  readonly guesses: readonly (CountryCode | null)[];
}

const countryIn = (query: URLSearchParams) => {
  const country = query.get('country');
  return v.is(CountryCode, country) ? country : null;
};

/** What the form starts with: the answers of an earlier page, else the profile, else the first guess. */
export function initialPlace({ query, profile, guesses }: PlaceSources): PlaceAnswers {
  const queryCountry = countryIn(query);
  const country = queryCountry ?? profile.country ?? guesses.find((guess) => guess !== null) ?? '';
  const queryRegion = queryCountry && v.is(Slug, query.get('region')) ? query.get('region') : null;
  const isProfileCountry = country === profile.country;
  const region = queryRegion ?? (isProfileCountry ? profile.countryregion : null) ?? '';
  const city = (isProfileCountry && !queryRegion && profile.city) || '';
  return { country, region, city, own: { country: queryCountry !== null, region: region !== '', city: city !== '' } };
}

/** Sets the country that the member chose. Another country clears region and city. */
export function withCountry(answers: PlaceAnswers, country: CountryCode | ''): PlaceAnswers {
  if (country === answers.country) return { ...answers, own: { ...answers.own, country: true } };
  return { country, region: '', city: '', own: { country: true, region: false, city: false } };
}

export const withRegion = (answers: PlaceAnswers, region: string): PlaceAnswers => ({
  ...answers,
  region,
  own: { ...answers.own, region: true },
});

export const withCity = (answers: PlaceAnswers, city: string): PlaceAnswers => ({ ...answers, city, own: { ...answers.own, city: true } });

/** Fills in the located place, but changes no answer of the member and adds no region or city that does not belong to one. */
export function withLocated(answers: PlaceAnswers, { country, countryregion, city }: Located): PlaceAnswers {
  const { own } = answers;
  const hasOwnAnswers = own.country || own.region || own.city;
  if (!country || (hasOwnAnswers && country !== answers.country)) return answers;
  const isInOtherRegion = own.region && countryregion !== answers.region;
  const isInOtherCity = own.city && city !== answers.city;
  return {
    ...answers,
    country,
    region: own.region || isInOtherCity ? answers.region : (countryregion ?? ''),
    city: own.city || isInOtherRegion ? answers.city : (city ?? ''),
  };
}

export type CityProblem = 'too_long';

/** Why a city is refused; null if it is acceptable. */
export const cityProblem = (city: string): CityProblem | null => ([...city.normalize('NFC').trim()].length > CITY_MAX ? 'too_long' : null);
