import { MINUTE } from '#contract/durations';
import type { OutputOf } from '#contract/endpoint';
import type { CountryCode } from '#contract/primitives';
import type { getInterests, getProfileFields, getPrompts, getRegions } from '#contract/profile';
import { catalogueFields, catalogueInterests, cataloguePrompts, regionsOfCountry } from '#db/queries/profile/profile';
import type { Context } from './context.ts';

/** How long the catalogue is cached. It changes with a release, which an isolate may outlive. */
const CACHE_MS = 10 * MINUTE;

type CacheContext = Pick<Context, 'db' | 'env' | 'now'>;

/**
 * Wraps a read whose result depends on one name alone, a language or a country, and caches the results in the isolate for `cacheMs`.
 * Entries are never removed, so the number of names has to be small.
 */
export function cachedByName<N extends string, T>(
  read: (context: CacheContext, name: N) => Promise<T>,
  cacheMs = (_: CacheContext): number => CACHE_MS,
): (context: CacheContext, name: N) => Promise<T> {
  const cache = new Map<string, { readonly answer: T; readonly until: number }>();
  return async (context, name) => {
    const key = `${name} ${context.env.DB_URL}`;
    const found = cache.get(key);
    if (found && found.until > context.now) return found.answer;
    const answer = await read(context, name);
    cache.set(key, { answer, until: context.now + cacheMs(context) });
    return answer;
  };
}

const labelIn = (locale: string, row: { id: string; labels: Record<string, string> }) => row.labels[locale] ?? row.labels.en ?? row.id;

/** The configurable profile fields and their values, labelled in a language, in display order. */
export const profileFieldsIn = cachedByName(async ({ db }, locale): Promise<OutputOf<typeof getProfileFields>> => {
  const rows = await catalogueFields(db);
  const fields = rows.filter((row) => row.kind === 'field');
  const valuesOf = (field: string) =>
    rows.filter((row) => row.kind === 'value' && row.parent === field).map((row) => ({ value: row.id, label: labelIn(locale, row) }));
  return {
    fields: fields.map((row) => ({ id: row.id, label: labelIn(locale, row), icon: row.icon })),
    allowed_values: Object.fromEntries(fields.map(({ id }) => [id, valuesOf(id)])),
  };
});

/** All interests, labelled in a language. */
export const interestsIn = cachedByName(async ({ db }, locale): Promise<OutputOf<typeof getInterests>> => {
  const rows = await catalogueInterests(db);
  return { interests: rows.map((row) => ({ id: row.id, label: labelIn(locale, row) })) };
});

/** All prompts, labelled in a language. */
export const promptsIn = cachedByName(async ({ db }, locale): Promise<OutputOf<typeof getPrompts>> => {
  const rows = await cataloguePrompts(db);
  return { prompts: rows.map((row) => ({ id: row.id, label: labelIn(locale, row) })) };
});

/** The regions of a country, with their names in the language of that country. */
export const regionsOf = cachedByName(
  ({ db }, country: CountryCode): Promise<OutputOf<typeof getRegions>['regions']> => regionsOfCountry(db, country).execute(),
);
