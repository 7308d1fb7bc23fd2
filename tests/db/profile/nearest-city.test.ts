import { expect, test } from 'vitest';
import { cellOf, nearestCity } from '#db/queries/profile/nearest-city';
import { cities } from '#db/schema/index';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('the nearest town is found within a distance, and none beyond it', async () => {
  await db.delete(cities);
  const town = (name: string, lat: number, lon: number) => ({ country: 'NL', regionId: 'NL-UT', name, lat, lon, cell: cellOf(lat, lon) });
  await db.insert(cities).values([town('South', 52.01, 5.5), town('East', 52.5, 5.9), town('Far', 52.9, 5.01)]);
  // South is 54 km away, East 27 km.
  const found = async (km: number) => (await nearestCity(db, { lat: 52.5, lon: 5.5 }, km)).map(({ name }) => name);
  expect([await found(100), await found(28), await found(26)]).toEqual([['East'], ['East'], []]);
});
