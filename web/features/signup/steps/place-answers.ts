import * as v from 'valibot';
import { CITY_MAX } from '#contract/account';
import { CountryCode, Slug } from '#contract/primitives';

/** A place as the form holds it; what the member answered is theirs, all else is a guess that may still change. */
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

interface Known {
  /** What a page before this one asked already. */
  readonly query: URLSearchParams;
  readonly profile: Located;
  /** Where the visitor's network is; the country the site is for comes first. */
  readonly guesses: readonly (CountryCode | null)[];
}

const countryIn = (query: URLSearchParams) => {
  const country = query.get('country');
  return v.is(CountryCode, country) ? country : null;
};

/** What the form starts with: answers given before, then the profile, then where the network is. */
export function firstPlace({ query, profile, guesses }: Known): PlaceAnswers {
  const asked = countryIn(query);
  const country = asked ?? profile.country ?? guesses.find((guess) => guess !== null) ?? '';
  const askedRegion = asked && v.is(Slug, query.get('region')) ? query.get('region') : null;
  const isSame = country === profile.country;
  const region = askedRegion ?? (isSame ? profile.countryregion : null) ?? '';
  const city = (isSame && !askedRegion && profile.city) || '';
  return { country, region, city, own: { country: asked !== null, region: region !== '', city: city !== '' } };
}

/** The member names a country: regions and cities of another one are no longer meant. */
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

/** Fills in where the browser is, never over an answer of the member, nor beside one it does not belong to. */
export function withLocated(answers: PlaceAnswers, { country, countryregion, city }: Located): PlaceAnswers {
  const { own } = answers;
  const isBound = own.country || own.region || own.city;
  if (!country || (isBound && country !== answers.country)) return answers;
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

/** Why a city cannot be taken; null when it can. */
export const cityProblem = (city: string): CityProblem | null => ([...city.normalize('NFC').trim()].length > CITY_MAX ? 'too_long' : null);
