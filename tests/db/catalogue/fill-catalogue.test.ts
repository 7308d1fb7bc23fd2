import { describe, expect, test } from 'vitest';
import { COUNTRIES, LOCALES } from '#contract/primitives';
import { catalogueFields, catalogueInterests, cataloguePrompts, regionsOfCountry } from '#db/queries/profile/profile';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const SLUG = /^[\w-]{1,64}$/;
interface Labelled {
  readonly kind: string;
  readonly parent: string;
  readonly id: string;
  readonly labels: Record<string, string>;
}
const labelFaultsOf = (rows: readonly Labelled[]) =>
  rows.flatMap(({ kind, parent, id, labels }) => [
    ...(SLUG.test(id) ? [] : [`${kind} ${id} is no slug`]),
    ...LOCALES.filter((locale) => !labels[locale] || labels[locale].trim() !== labels[locale]).map(
      (locale) => `${kind} ${parent} ${id}: no ${locale}`,
    ),
  ]);
/** The most characters of a prompt, so that it fits as a heading on a narrow screen. */
const PROMPT_LABEL_MAX = 40;
/** Labels that occur twice among siblings, so that members could not distinguish them. */
const duplicateLabelsOf = (rows: readonly Labelled[]) =>
  LOCALES.flatMap((locale) => {
    const labels = rows.map((row) => `${row.kind} ${row.parent} ${locale} ${row.labels[locale]?.toLowerCase()}`);
    return labels.filter((label, i) => labels.indexOf(label) !== i);
  });

describe('the catalogue', () => {
  test('has twelve profile fields or more, each with values and an icon, labelled in all seven languages', async () => {
    const rows = await catalogueFields(db);
    const fields = rows.filter(({ kind }) => kind === 'field');
    expect(fields.length).toBeGreaterThanOrEqual(12);
    expect(fields.filter(({ icon }) => icon === '')).toEqual([]);
    for (const { id } of fields) expect([id, rows.filter(({ parent }) => parent === id).length >= 2]).toEqual([id, true]);
    expect(labelFaultsOf(rows)).toEqual([]);
    expect(duplicateLabelsOf(rows)).toEqual([]);
  });

  test('has sixty interests or more, labelled in all seven languages', async () => {
    const rows = await catalogueInterests(db);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(labelFaultsOf(rows)).toEqual([]);
    expect(duplicateLabelsOf(rows)).toEqual([]);
  });

  test('has forty prompts, labelled in all seven languages in at most forty characters', async () => {
    const rows = await cataloguePrompts(db);
    expect(rows).toHaveLength(40);
    expect(labelFaultsOf(rows)).toEqual([]);
    expect(duplicateLabelsOf(rows)).toEqual([]);
    const labels = rows.flatMap((row) => Object.values(row.labels));
    expect(labels.filter((label) => [...label].length > PROMPT_LABEL_MAX)).toEqual([]);
  });

  test('has no prompt with two forms for the genders, such as “nauczyłem/am”', async () => {
    const labels = (await cataloguePrompts(db)).flatMap((row) => Object.values(row.labels));
    expect(labels.filter((label) => /[/()·*]/u.test(label))).toEqual([]);
  });

  test('gives fields, values, interests and prompts in their order, from 0 without a gap', async () => {
    const rows = [...(await catalogueFields(db)), ...(await catalogueInterests(db)), ...(await cataloguePrompts(db))];
    for (const siblings of Map.groupBy(rows, ({ kind, parent }) => `${kind} ${parent}`).values()) {
      expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, i) => i));
    }
  });

  test.each(COUNTRIES)('has the regions of %s, each named once', async (country) => {
    const rows = await regionsOfCountry(db, country);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ id, name }) => !SLUG.test(id) || !id.startsWith(`${country}-`) || name.trim() === '')).toEqual([]);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });
});
