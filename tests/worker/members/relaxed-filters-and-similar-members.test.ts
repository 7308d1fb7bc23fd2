import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { images, memberFields, memberInterests } from '#db/schema/index';
import { aBlock, aLike, newId } from '../../support/database/factories.ts';
import { ALL_FILTERS_OPEN, aMemberRow, bornAgo, idsOf, searchFixture } from './search-fixture.ts';

const fixture = searchFixture();
beforeEach(() => fixture.deleteAllMembers());

describe('relaxed filters', () => {
  test('say for each filter how many more there are without it, and only where it helps', async () => {
    const bas = await fixture.aSearcher();
    await fixture.insertMembers([
      aMemberRow({ hasPhoto: true }),
      aMemberRow({ gender: 'male', hasPhoto: true }),
      aMemberRow({ gender: 'male', hasPhoto: true }),
      aMemberRow({ dateOfBirth: '1960-01-01', hasPhoto: true }),
      aMemberRow({ countryregion: 'NL-NH', hasPhoto: true }),
      aMemberRow({ countryregion: 'NL-NH', hasPhoto: true }),
      aMemberRow({ countryregion: 'NL-NH', hasPhoto: true }),
      aMemberRow({ country: 'BE', countryregion: 'BE-VAN', hasPhoto: true }),
      aMemberRow({ hasPhoto: false }),
    ]);
    const answer = await fixture.search(
      bas.cookie,
      'gender=female&min_age=25&max_age=40&country=NL&countryregion=NL-UT&photo=1&new_here=0',
    );
    expect(answer.at('paging.num_results')).toBe(1);
    expect(answer.at('loosen')).toEqual([
      { filter: 'gender', adds: 2 },
      { filter: 'age', adds: 1 },
      { filter: 'countryregion', adds: 3 },
      { filter: 'country', adds: 4 },
      { filter: 'photo', adds: 1 },
    ]);
    expect((await fixture.search(bas.cookie, ALL_FILTERS_OPEN)).at('loosen')).toEqual([]);
  });

  test('come with fewer than twelve results, or when requested, and are the same when requested again', async () => {
    const bas = await fixture.aSearcher();
    await fixture.insertMembers([...Array.from({ length: 12 }, () => aMemberRow()), aMemberRow({ gender: 'male' })]);
    expect((await fixture.search(bas.cookie, 'gender=female')).at('loosen')).toBeUndefined();
    const requested = await fixture.search(bas.cookie, 'gender=female&facets=1');
    expect(requested.at('loosen')).toEqual([{ filter: 'gender', adds: 1 }]);
    for (let times = 0; times < 2; times += 1) {
      expect((await fixture.search(bas.cookie, 'gender=male')).at('loosen')).toEqual([{ filter: 'gender', adds: 12 }]);
    }
  });

  test('include the filters by what a profile says', async () => {
    const bas = await fixture.aSearcher();
    const people = [aMemberRow(), aMemberRow(), aMemberRow()];
    await fixture.insertMembers(people);
    const [a = '', b = ''] = people.map(({ id }) => id);
    await fixture.db.insert(memberFields).values([
      { memberId: a, fieldId: 'looking_for', value: 'lasting' },
      { memberId: b, fieldId: 'body_height', value: 'from_170' },
    ]);
    await fixture.db.insert(memberInterests).values({ memberId: a, interestId: 'yoga' });
    const loosen = async (query: string) => (await fixture.search(bas.cookie, query)).at('loosen');
    expect(await loosen('looking_for=lasting')).toEqual([{ filter: 'looking_for', adds: 2 }]);
    expect(await loosen('interests=yoga&body_height=from_170')).toEqual([
      { filter: 'interests', adds: 1 },
      { filter: 'body_height', adds: 1 },
    ]);
  });

  test('include the filters of presence and newness', async () => {
    const bas = await fixture.aSearcher();
    await fixture.insertMembers([aMemberRow({ bucket: 90 }), aMemberRow({ bucket: 0, createdAt: Date.now() - DAY })]);
    expect((await fixture.search(bas.cookie, 'online=1')).at('loosen')).toEqual([{ filter: 'online', adds: 1 }]);
    expect((await fixture.search(bas.cookie, 'new_here=1')).at('loosen')).toEqual([{ filter: 'new_here', adds: 1 }]);
  });
});

describe('similar members', () => {
  test('are of the same country and gender and five years either way, without that member', async () => {
    const bas = await fixture.aSearcher({ country: 'BE' });
    const like = aMemberRow({ dateOfBirth: bornAgo(40), country: 'PL', countryregion: null, gender: 'nonbinary' });
    const [near, old] = [
      { ...like, ...{ id: newId(), email: 'a@example.org', dateOfBirth: bornAgo(45) } },
      { ...like, ...{ id: newId(), email: 'b@example.org', dateOfBirth: bornAgo(46) } },
    ];
    await fixture.insertMembers([like, near, old, aMemberRow()]);
    const answer = await fixture.search(bas.cookie, `source=similar&similar_to=${like.id}`);
    expect(answer.at('filter_options')).toEqual({
      gender: 'nonbinary',
      min_age: 35,
      max_age: 45,
      country: 'PL',
      countries: [],
      countryregion: '',
      looking_for: [],
      interests: [],
      body_height: [],
      photo: false,
      online: false,
      new_here: false,
      sort: 'active',
    });
    expect(idsOf(answer)).toEqual([near.id]);
  });

  test('without a reference member widen the ages by five years', async () => {
    const bas = await fixture.aSearcher();
    const widened = { gender: 'female', min_age: 25, max_age: 45, country: 'NL' };
    const query = 'source=similar&gender=female&min_age=30&max_age=40&country=NL';
    expect((await fixture.search(bas.cookie, query)).at('filter_options')).toMatchObject(widened);
    expect((await fixture.search(bas.cookie, `${query}&similar_to=${newId()}`)).at('filter_options')).toMatchObject(widened);
  });

  test('without a reference member are those around the searched ages and region, without those who were found there', async () => {
    const bas = await fixture.aSearcher();
    const found = aMemberRow({ dateOfBirth: bornAgo(35), countryregion: 'NL-UT' });
    const [younger, elsewhere] = [
      aMemberRow({ dateOfBirth: bornAgo(27), countryregion: 'NL-UT' }),
      aMemberRow({ dateOfBirth: bornAgo(36), countryregion: 'NL-NH' }),
    ];
    await fixture.insertMembers([found, younger, elsewhere]);
    const query = 'source=similar&gender=female&country=NL&min_age=30&max_age=40';
    expect(idsOf(await fixture.search(bas.cookie, `${query}&countryregion=NL-UT`)).toSorted()).toEqual(
      [younger.id, elsewhere.id].toSorted(),
    );
    expect(idsOf(await fixture.search(bas.cookie, query))).toEqual([younger.id]);
  });

  test('reveal nothing about a member who blocks the caller, and to visitors no more than the age band', async () => {
    const bas = await fixture.aSearcher();
    const other = aMemberRow({ country: 'PL', countryregion: null, gender: 'nonbinary', dateOfBirth: bornAgo(28) });
    await fixture.insertMembers([other]);
    const query = `source=similar&similar_to=${other.id}`;
    expect((await fixture.search('', query)).at('filter_options')).toMatchObject({ country: 'PL', min_age: 18, max_age: 45 });
    await aBlock(fixture.db, other.id, bas.id);
    expect((await fixture.search(bas.cookie, query)).at('filter_options')).toMatchObject({
      country: 'NL',
      gender: '',
      min_age: 18,
      max_age: 100,
    });
  });

  test.each(['deleted', 'banned'] as const)('reveal nothing about a %s member', async (status) => {
    const bas = await fixture.aSearcher();
    const left = aMemberRow({ country: 'PL', countryregion: null, gender: 'nonbinary', dateOfBirth: bornAgo(28), status });
    await fixture.insertMembers([left]);
    for (const cookie of ['', bas.cookie])
      expect((await fixture.search(cookie, `source=similar&similar_to=${left.id}`)).at('filter_options')).toMatchObject({
        gender: '',
        min_age: 18,
        max_age: 100,
      });
  });
});

describe('cards', () => {
  test('show a member the age, presence, their like and the main photo', async () => {
    const bas = await fixture.aSearcher();
    const image = { id: newId(), position: 0, thumb: 't.webp', medium: 'm.webp', large: 'l.webp', width: 4, height: 5, thumbhash: 'x' };
    const noor = aMemberRow({ hasPhoto: true, mainImageId: image.id, dateOfBirth: bornAgo(31), personal: 'I mend books. And more.' });
    await fixture.insertMembers([noor]);
    await fixture.db.insert(images).values({ ...image, memberId: noor.id });
    await aLike(fixture.db, bas.id, noor.id);
    expect((await fixture.search(bas.cookie, '')).at('profiles.0')).toEqual({
      id: noor.id,
      name: 'Noor',
      age: 31,
      age_band: null,
      city: 'Utrecht',
      country: 'NL',
      countryregion: 'NL-UT',
      gender: 'female',
      language: 'nl',
      is_fictional: false,
      is_online: true,
      did_like_profile: true,
      opening_line: 'I mend books.',
      main_image: {
        id: image.id,
        thumb_filename: 't.webp',
        medium_filename: 'm.webp',
        large_filename: 'l.webp',
        width: 4,
        height: 5,
        thumbhash: 'x',
        is_nude: false,
      },
    });
  });

  test('show a visitor the age band and no presence, and a visitor cannot filter by presence', async () => {
    await fixture.insertMembers([aMemberRow({ dateOfBirth: bornAgo(31) }), aMemberRow({ dateOfBirth: bornAgo(70), bucket: 90 })]);
    const answer = await fixture.search('', 'country=NL&online=1');
    expect(answer.at('profiles.0')).toMatchObject({ age: null, age_band: '26-35', is_online: false, did_like_profile: false });
    expect(answer.at('profiles.1')).toMatchObject({ age: null, age_band: '65+' });
  });
});

describe('visitors', () => {
  test('cannot filter by an exact age, only by the band that a card shows', async () => {
    const people = [31, 35, 65, 66].map((age) => aMemberRow({ dateOfBirth: bornAgo(age) }));
    await fixture.insertMembers(people);
    const places = async (query: string) => {
      const answer = await fixture.search('', `country=NL&${query}`);
      return [
        people.flatMap(({ id }, i) => (idsOf(answer).includes(id) ? [i] : [])),
        answer.at('filter_options.min_age'),
        answer.at('filter_options.max_age'),
      ];
    };
    for (const ages of ['min_age=31&max_age=31', 'min_age=26&max_age=30', 'min_age=27&max_age=35', 'source=similar&min_age=31&max_age=30'])
      expect((await places(ages))[0]).toEqual(expect.arrayContaining([0, 1]));
    expect(await places('min_age=30&max_age=30')).toEqual([[0, 1], 26, 35]);
    expect(await places('min_age=65&max_age=65')).toEqual([[2], 56, 65]);
    expect(await places('min_age=65&max_age=')).toEqual([[3], 66, 100]);
  });

  test('may search if the settings allow it, else are 403 signed_out', async () => {
    const codes = [];
    for (const [open, traffic] of [
      [true, true],
      [false, true],
      [false, false],
    ]) {
      await saveSetting(fixture.db, 'logged_out_search', open);
      await saveSetting(fixture.db, 'logged_out_search_trafficsource', traffic);
      for (const query of ['country=NL', 'country=NL&trafficsource=ads']) {
        const answer = await fixture.search('', query);
        codes.push(answer.status === 200 ? 200 : answer.at('error.code'));
      }
    }
    await Promise.all([clearSetting(fixture.db, 'logged_out_search'), clearSetting(fixture.db, 'logged_out_search_trafficsource')]);
    expect(codes).toEqual([200, 200, 'signed_out', 200, 'signed_out', 'signed_out']);
  });

  test('search in the country of their network, else everywhere', async () => {
    expect((await fixture.search('', '', { 'CF-IPCountry': 'BE' })).at('filter_options')).toMatchObject({
      country: 'BE',
      min_age: 18,
      max_age: 100,
    });
    expect((await fixture.search('', '', { 'CF-IPCountry': 'JP' })).at('filter_options')).toMatchObject({ country: '' });
    expect((await fixture.search('', '')).at('filter_options')).toMatchObject({ country: '' });
  });

  test('with the cookie of an unknown session are 403 signed_out', async () => {
    const bas = await fixture.aSearcher();
    const answer = await fixture.search(`session=${bas.id}.${'a'.repeat(43)}`, ALL_FILTERS_OPEN);
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
  });
});
