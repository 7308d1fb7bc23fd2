import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type {
  getProfileFields as fieldsEndpoint,
  getInterests as interestsEndpoint,
  getRegions as regionsEndpoint,
} from '#contract/profile';
import { catalogueFields, catalogueInterests, regionsOfCountry } from '#db/queries/profile';
import type { Context } from '../../domain/context.ts';

const labelIn = (locale: string, row: { id: string; labels: Record<string, string> }) => row.labels[locale] ?? row.labels.en ?? row.id;

/** The configurable fields with their values, in the caller's language and in display order. */
export async function getProfileFields(ctx: Context): Promise<OutputOf<typeof fieldsEndpoint>> {
  const { locale } = ctx.visitor;
  const rows = await catalogueFields(ctx.db);
  const fields = rows.filter((row) => row.kind === 'field');
  const valuesOf = (field: string) =>
    rows.filter((row) => row.kind === 'value' && row.parent === field).map((row) => ({ value: row.id, label: labelIn(locale, row) }));
  return {
    fields: fields.map((row) => ({ id: row.id, label: labelIn(locale, row), icon: row.icon })),
    allowed_values: Object.fromEntries(fields.map(({ id }) => [id, valuesOf(id)])),
  };
}

/** All interests in the caller's language. */
export async function getInterests(ctx: Context): Promise<OutputOf<typeof interestsEndpoint>> {
  const rows = await catalogueInterests(ctx.db);
  return { interests: rows.map((row) => ({ id: row.id, label: labelIn(ctx.visitor.locale, row) })) };
}

/** The regions of a country. */
export async function getRegions(
  ctx: Context,
  { country }: ParsedInputOf<typeof regionsEndpoint>,
): Promise<OutputOf<typeof regionsEndpoint>> {
  return { regions: await regionsOfCountry(ctx.db, country) };
}
