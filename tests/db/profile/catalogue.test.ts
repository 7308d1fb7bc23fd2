import { expect, test } from 'vitest';
import {
  catalogueFields,
  catalogueInterests,
  cataloguePrompts,
  knownInterests,
  knownPrompts,
  knownValues,
  regionById,
  regionsOfCountry,
} from '#db/queries/profile/profile';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('an interest is one of the catalogue, not a field or one of its values', async () => {
  const ids = ['hiking', 'smoking', 'no', 'nothing'];
  expect(await knownInterests(db, ids)).toEqual([{ id: 'hiking' }]);
  expect(new Set((await catalogueInterests(db)).map(({ kind }) => kind))).toEqual(new Set(['interest']));
});

test('a prompt is one of the catalogue, not a field or an interest', async () => {
  const prompts = await cataloguePrompts(db);
  const [first, second] = prompts.map(({ id }) => id) as [string, string];
  expect(new Set(prompts.map(({ kind }) => kind))).toEqual(new Set(['prompt']));
  expect((await knownPrompts(db, ['hiking', 'smoking', first, second])).map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
});

test('a field may take its own values alone, and the fields themselves are values of none', async () => {
  const values = await knownValues(db, ['smoking']);
  expect(values).toContainEqual({ field: 'smoking', value: 'no' });
  expect(new Set(values.map(({ field }) => field))).toEqual(new Set(['smoking']));
  expect(await knownValues(db, [''])).toEqual([]);
  expect(new Set((await catalogueFields(db)).map(({ kind }) => kind))).toEqual(new Set(['field', 'value']));
});

test('regions are those of one country', async () => {
  const regions = await regionsOfCountry(db, 'NL');
  expect(regions.length).toBeGreaterThan(5);
  expect(regions.every(({ id }) => id.startsWith('NL-'))).toBe(true);
  expect(await regionById(db, 'NL-UT')).toMatchObject([{ id: 'NL-UT', country: 'NL' }]);
});
