import * as v from 'valibot';
import type { InputOf } from '#contract/endpoint';
import type { countMatches, FilterOptions } from '#contract/members';
import { CountryCode, Gender, Slug } from '#contract/primitives';
import { AGE_CHOICES, emptyFilters, parseAgeRange } from '../filters/filters.ts';

export const FINDER_STEPS = ['looking', 'age', 'place', 'result'] as const;
/** The last step is the result. */
export const FINDER_QUESTIONS = FINDER_STEPS.length - 1;
export type FinderStep = (typeof FINDER_STEPS)[number];

/** The answers given so far: null is not answered yet, an empty text is "all". */
export interface FinderAnswers {
  readonly looking: Gender | '' | null;
  /** One of AGE_CHOICES. */
  readonly age: string | null;
  readonly country: CountryCode | null;
  readonly region: string;
}

const ALL = 'all';
const FINDER_PARAMETERS = ['step', 'looking', 'age', 'country', 'region'];

/** Reads the answers from the address, so that back, reload and a shared link work. An unknown value counts as not answered. */
export function answersIn(query: URLSearchParams): FinderAnswers {
  const [looking, age, country, region] = ['looking', 'age', 'country', 'region'].map((name) => query.get(name));
  const isAge = age !== null && age !== undefined && (age === ALL || (age !== '' && AGE_CHOICES.includes(age)));
  return {
    looking: looking === ALL ? '' : v.is(Gender, looking) ? looking : null,
    age: isAge ? age.replace(ALL, '') : null,
    country: v.is(CountryCode, country) ? country : null,
    region: v.is(CountryCode, country) && v.is(Slug, region) ? region : '',
  };
}

/** The step that the address names, but none beyond the first question without an answer. */
export function stepIn(query: URLSearchParams): FinderStep {
  const { looking, age, country } = answersIn(query);
  const firstUnanswered = [looking, age, country].indexOf(null);
  const steps: readonly (string | null)[] = FINDER_STEPS;
  const requested = steps.indexOf(query.get('step'));
  const furthest = firstUnanswered < 0 ? FINDER_STEPS.length - 1 : firstUnanswered;
  return FINDER_STEPS[Math.min(Math.max(0, requested), furthest)] ?? 'looking';
}

/** The query of a step with these answers. Parameters that are not of the match finder, such as a campaign's, stay. */
export function queryOf(query: URLSearchParams, answers: FinderAnswers, step: FinderStep): string {
  const next = withoutFinderParameters(query);
  if (answers.looking !== null) next.set('looking', answers.looking || ALL);
  if (answers.age !== null) next.set('age', answers.age || ALL);
  if (answers.country) next.set('country', answers.country);
  if (answers.country && answers.region) next.set('region', answers.region);
  if (step !== 'looking') next.set('step', step);
  return `?${next}`;
}

/** The path of the sign-up with the answers that it takes over and all parameters that are not of the match finder. */
export function signUpPath(query: URLSearchParams, { looking, country, region }: FinderAnswers): string {
  const next = withoutFinderParameters(query);
  if (looking) next.set('looking', looking);
  if (country) next.set('country', country);
  if (country && region) next.set('region', region);
  return next.size > 0 ? `/signup?${next}` : '/signup';
}

/** The same answers as the filters of a search. `minAge` is the site's minimum age. */
export const filtersOf = ({ looking, age, country, region }: FinderAnswers, minAge: number): FilterOptions => ({
  ...emptyFilters(minAge),
  gender: looking ?? '',
  ...parseAgeRange(age ?? '', minAge),
  country: country ?? '',
  countryregion: region,
});

/** The input of the call that counts; null without a country, which the call requires. */
export function countInputOf(answers: FinderAnswers): InputOf<typeof countMatches> | null {
  if (!answers.country) return null;
  const [least, most] = (answers.age ?? '').split('-');
  return {
    country: answers.country,
    gender: answers.looking ?? '',
    countryregion: answers.region,
    ...(least && { min_age: least }),
    ...(most && { max_age: most }),
  };
}

function withoutFinderParameters(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of FINDER_PARAMETERS) next.delete(name);
  return next;
}
