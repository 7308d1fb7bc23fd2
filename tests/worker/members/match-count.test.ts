import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { attempts, members } from '#db/schema/index';
import { newEmail } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { aMemberRow, bornAgo, type SearchableRow } from './search-fixture.ts';

const site = testSite();
const BUCKETS_A_DAY = 96;

async function withMembers(people: readonly SearchableRow[]) {
  for (let from = 0; from < people.length; from += 100) await site.db.insert(members).values(people.slice(from, from + 100));
}
const count = (query: string) => site.visitor.get(`/api/matchcount.php?${query}`);
const numOf = async (query: string) => (await count(query)).at('num_members');

beforeEach(async () => {
  await site.db.delete(members);
  await site.db.delete(attempts);
});

describe('matchcount.php', () => {
  test('is zero where nobody matches', async () => {
    expect((await count('country=NL')).body).toEqual({ num_members: 0, is_capped: false });
  });

  test('counts real members whom a search can find and who were here within 30 days, with and without a photo', async () => {
    await withMembers([
      aMemberRow(),
      aMemberRow({ hasPhoto: true, bucket: 29 * BUCKETS_A_DAY }),
      aMemberRow({ bucket: 30 * BUCKETS_A_DAY + 2 }),
      aMemberRow({ hasPhoto: true, bucket: 400 * BUCKETS_A_DAY }),
      aMemberRow({ isFictional: true }),
      aMemberRow({ isFictional: true, hasPhoto: true }),
      aMemberRow({ isPaused: true }),
      aMemberRow({ status: 'not_confirmed' }),
      aMemberRow({ status: 'deleted', email: newEmail() }),
      aMemberRow({ status: 'banned' }),
      aMemberRow({ dateOfBirth: null }),
      aMemberRow({ gender: null }),
    ]);
    expect(await numOf('country=NL')).toBe(2);
  });

  test('counts by country, region and gender; an empty choice is all', async () => {
    await withMembers([
      aMemberRow(),
      aMemberRow({ gender: 'male' }),
      aMemberRow({ gender: 'nonbinary', countryregion: 'NL-NH' }),
      aMemberRow({ countryregion: null }),
      aMemberRow({ country: 'BE', countryregion: 'BE-VLG' }),
    ]);
    expect(await numOf('country=NL')).toBe(4);
    expect(await numOf('country=NL&gender=&countryregion=')).toBe(4);
    expect(await numOf('country=NL&gender=female')).toBe(2);
    expect(await numOf('country=NL&countryregion=NL-UT')).toBe(2);
    expect(await numOf('country=NL&countryregion=NL-UT&gender=male')).toBe(1);
    expect(await numOf('country=BE&gender=male')).toBe(0);
  });

  test('counts an age band with both its ends, whichever way round, and nobody under the minimum age', async () => {
    await avoidWindowEnd(DAY);
    await withMembers([17, 18, 25, 26, 35, 36, 80].flatMap((age) => [aMemberRow({ dateOfBirth: bornAgo(age) })]));
    await withMembers([aMemberRow({ dateOfBirth: bornAgo(36, 1) }), aMemberRow({ dateOfBirth: bornAgo(26, 1) })]);
    expect(await numOf('country=NL')).toBe(8);
    expect(await numOf('country=NL&min_age=26&max_age=35')).toBe(3);
    expect(await numOf('country=NL&min_age=35&max_age=26')).toBe(3);
    expect(await numOf('country=NL&max_age=25')).toBe(3);
    expect(await numOf('country=NL&min_age=0&max_age=17')).toBe(3);
    await saveSetting(site.db, 'min_age', 26);
    expect(await numOf('country=NL&min_age=18')).toBe(5);
    await clearSetting(site.db, 'min_age');
  });

  test('counts whole age bands whatever is asked, so that nobody’s exact age can be found by counting', async () => {
    await withMembers([
      aMemberRow({ dateOfBirth: bornAgo(31) }),
      aMemberRow({ dateOfBirth: bornAgo(65) }),
      aMemberRow({ dateOfBirth: bornAgo(66) }),
    ]);
    for (const ages of ['min_age=31&max_age=31', 'min_age=26&max_age=30', 'min_age=35&max_age=26'])
      expect([ages, await numOf(`country=NL&${ages}`)]).toEqual([ages, 1]);
    expect(await numOf('country=NL&min_age=65&max_age=65')).toBe(1);
    expect(await numOf('country=NL&min_age=65')).toBe(1);
  });

  test('is exact to 1,000 and then says only that there are more', async () => {
    await withMembers(Array.from({ length: 1_000 }, (_, i) => aMemberRow({ hasPhoto: i % 3 === 0, gender: i % 2 ? 'male' : 'female' })));
    expect((await count('country=NL')).body).toEqual({ num_members: 1_000, is_capped: false });
    await withMembers([aMemberRow()]);
    expect((await count('country=NL')).body).toEqual({ num_members: 1_000, is_capped: true });
    expect((await count('country=NL&gender=male')).body).toEqual({ num_members: 500, is_capped: false });
  });

  test.each([
    ['', 'country', 'required'],
    ['country=JP', 'country', 'unknown'],
    ['country=', 'country', 'unknown'],
    ['country=NL&countryregion=BE-VLG', 'countryregion', 'unknown'],
    ['country=NL&countryregion=NL-NOWHERE', 'countryregion', 'unknown'],
    ['country=NL&gender=cat', 'gender', 'unknown'],
    ['country=NL&min_age=abc', 'min_age', 'wrong_type'],
    ['country=NL&max_age=-5', 'max_age', 'wrong_type'],
  ])('refuses %j', async (query, field, code) => {
    const { status, body } = await count(query);
    expect([status, body]).toMatchObject([422, { error: { fields: { [field]: code } } }]);
  });

  test('is limited per minute and network, and a refusal says when to try again', async () => {
    await avoidWindowEnd(60_000);
    await saveSetting(site.db, 'match_counts_a_minute', 2);
    for (let times = 0; times < 2; times += 1) expect((await count('country=NL')).status).toBe(200);
    const answer = await count('country=NL');
    await clearSetting(site.db, 'match_counts_a_minute');
    expect([answer.status, answer.at('error.code'), answer.at('error.details.limit')]).toEqual([429, 'too_many', 2]);
    expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  });
});
