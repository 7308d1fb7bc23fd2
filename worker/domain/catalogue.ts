import type { OutputOf } from '#contract/endpoint';
import type { CountryCode } from '#contract/primitives';
import type { getInterests, getProfileFields, getRegions } from '#contract/profile';
import { catalogueFields, catalogueInterests, regionsOfCountry } from '#db/queries/profile/profile';
import type { Context } from './context.ts';
import { MINUTE } from './rate-limit.ts';

/** The catalogue changes with a release; an isolate that outlives one knows of it so long after. */
const KEPT_MS = 10 * MINUTE;

type Asker = Pick<Context, 'db' | 'env' | 'now'>;

/** Reads once what is the same for everyone who names the same language or country, and keeps it in the isolate. There are only so many names. */
export function keptByName<N extends string, T>(
  read: (asker: Asker, name: N) => Promise<T>,
  keptMs = (_: Asker): number => KEPT_MS,
): (asker: Asker, name: N) => Promise<T> {
  const kept = new Map<string, { readonly answer: T; readonly until: number }>();
  return async (asker, name) => {
    const key = `${name} ${asker.env.DB_URL}`;
    const found = kept.get(key);
    if (found && found.until > asker.now) return found.answer;
    const answer = await read(asker, name);
    kept.set(key, { answer, until: asker.now + keptMs(asker) });
    return answer;
  };
}

const labelIn = (locale: string, row: { id: string; labels: Record<string, string> }) => row.labels[locale] ?? row.labels.en ?? row.id;

/** The configurable fields with their values, in a language and in display order. */
export const profileFieldsIn = keptByName(async ({ db }, locale): Promise<OutputOf<typeof getProfileFields>> => {
  const rows = await catalogueFields(db);
  const fields = rows.filter((row) => row.kind === 'field');
  const valuesOf = (field: string) =>
    rows.filter((row) => row.kind === 'value' && row.parent === field).map((row) => ({ value: row.id, label: labelIn(locale, row) }));
  return {
    fields: fields.map((row) => ({ id: row.id, label: labelIn(locale, row), icon: row.icon })),
    allowed_values: Object.fromEntries(fields.map(({ id }) => [id, valuesOf(id)])),
  };
});

/** All interests in a language. */
export const interestsIn = keptByName(async ({ db }, locale): Promise<OutputOf<typeof getInterests>> => {
  const rows = await catalogueInterests(db);
  return { interests: rows.map((row) => ({ id: row.id, label: labelIn(locale, row) })) };
});

/** The regions of a country, named in its own language. */
export const regionsOf = keptByName(
  ({ db }, country: CountryCode): Promise<OutputOf<typeof getRegions>['regions']> => regionsOfCountry(db, country).execute(),
);
