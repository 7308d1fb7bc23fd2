import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { memberFields, memberInterests, members } from '#db/schema/index';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { aMemberRow, bornAgo, idsOf, searchFixture } from './search-fixture.ts';

const fixture = searchFixture();
beforeEach(() => fixture.deleteAllMembers());

const savedOf = async (id: string) => (await fixture.db.select().from(members).where(eq(members.id, id)))[0]?.savedSearch;

describe('the filters in force', () => {
  const noTraits = { looking_for: [], interests: [], body_height: [] };
  const plain = { photo: false, online: false, new_here: false, sort: 'active' };
  const all = { gender: '', min_age: 18, max_age: 100, countries: [], countryregion: '', ...noTraits, ...plain };

  test('are by default everybody of any age in one’s own country', async () => {
    const bas = await fixture.aSearcher({ country: 'BE' });
    const answer = await fixture.search(bas.cookie, '');
    expect(answer.at('filter_options')).toEqual({ ...all, country: 'BE' });
  });

  test('are those of the query, and a manual search makes them the next ones', async () => {
    const bas = await fixture.aSearcher();
    const query = 'gender=female&min_age=25&max_age=35&country=NL&countryregion=NL-UT';
    const named = {
      gender: 'female',
      min_age: 25,
      max_age: 35,
      country: 'NL',
      countries: [],
      countryregion: 'NL-UT',
      ...noTraits,
      ...plain,
    };
    expect((await fixture.search(bas.cookie, query)).at('filter_options')).toEqual(named);
    expect(await savedOf(bas.id)).toBeNull();
    expect((await fixture.search(bas.cookie, `${query}&manual_search=1&do_not_save=1`)).at('filter_options')).toEqual(named);
    expect(await savedOf(bas.id)).toBeNull();
    await fixture.search(bas.cookie, `${query}&manual_search=1`);
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toEqual(named);
    expect((await fixture.search(bas.cookie, 'gender=male')).at('filter_options')).toEqual({ ...named, gender: 'male' });
    expect((await fixture.search(bas.cookie, 'country=BE')).at('filter_options')).toEqual({ ...named, country: 'BE', countryregion: '' });
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toEqual(named);
  });

  test('with an empty value mean all, in place of what was saved', async () => {
    const bas = await fixture.aSearcher();
    await fixture.search(bas.cookie, 'gender=female&min_age=25&max_age=35&country=NL&manual_search=1');
    const answer = await fixture.search(bas.cookie, 'gender=&min_age=&max_age=&country=');
    expect(answer.at('filter_options')).toEqual({ ...all, country: '' });
    expect((await fixture.search(bas.cookie, 'countries=')).at('filter_options')).toMatchObject({ country: '', countries: [] });
    expect((await fixture.search(bas.cookie, 'searchAllCountries=1')).at('filter_options')).toMatchObject({
      country: '',
      gender: 'female',
    });
  });

  test('of photo, presence, newness and order are returned, saved by a manual search, and cleared by an empty value or 0', async () => {
    const bas = await fixture.aSearcher();
    const named = { photo: true, online: true, new_here: true, sort: 'near' };
    const query = 'photo=1&online=1&new_here=1&sort=near';
    expect((await fixture.search(bas.cookie, query)).at('filter_options')).toMatchObject(named);
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toMatchObject(plain);
    await fixture.search(bas.cookie, `${query}&manual_search=1`);
    expect(await savedOf(bas.id)).toMatchObject(named);
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toMatchObject(named);
    expect((await fixture.search(bas.cookie, 'online=0')).at('filter_options')).toMatchObject({ ...named, online: false });
    for (const none of ['photo=0&online=0&new_here=0&sort=active', 'photo=&online=&new_here=&sort=']) {
      expect((await fixture.search(bas.cookie, none)).at('filter_options')).toMatchObject(plain);
    }
    await fixture.search(bas.cookie, 'photo=&online=0&new_here=&sort=&manual_search=1');
    expect(await savedOf(bas.id)).toMatchObject(plain);
  });

  test('of what members look for, interests and height are returned, saved by a manual search, and cleared by an empty list', async () => {
    const bas = await fixture.aSearcher();
    const named = { looking_for: ['lasting', 'light'], interests: ['yoga'], body_height: ['from_170', 'from_180'] };
    const query = 'looking_for=lasting,light,lasting&interests=yoga&body_height=from_170,from_180';
    expect((await fixture.search(bas.cookie, query)).at('filter_options')).toMatchObject(named);
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toMatchObject(noTraits);
    await fixture.search(bas.cookie, `${query}&manual_search=1`);
    expect(await savedOf(bas.id)).toMatchObject(named);
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toMatchObject(named);
    expect((await fixture.search(bas.cookie, 'interests=jazz')).at('filter_options')).toMatchObject({ ...named, interests: ['jazz'] });
    await fixture.search(bas.cookie, 'looking_for=&interests=,&body_height=&manual_search=1');
    expect(await savedOf(bas.id)).toMatchObject(noTraits);
  });

  test('are first those of whom the member wants to meet, in the own country', async () => {
    const bas = await fixture.aSearcher({ country: 'BE' });
    const preference = { gender: 'female', min_age: 30, max_age: 40 };
    const people = [
      aMemberRow({ country: 'BE', countryregion: null, gender: 'female', dateOfBirth: bornAgo(35) }),
      aMemberRow({ country: 'BE', countryregion: null, gender: 'male', dateOfBirth: bornAgo(35) }),
      aMemberRow({ country: 'BE', countryregion: null, gender: 'female', dateOfBirth: bornAgo(50) }),
    ];
    await fixture.insertMembers(people);
    for (let i = 0; i < 2; i += 1) await fixture.updateUser(bas.cookie, { search_preference: preference });
    const answer = await fixture.search(bas.cookie, '');
    expect(answer.at('filter_options')).toEqual({ ...all, ...preference, country: 'BE' });
    expect(idsOf(answer)).toEqual([people[0]?.id]);
    await fixture.updateUser(bas.cookie, { country: 'NL' });
    expect((await fixture.search(bas.cookie, '')).at('filter_options.country')).toBe('NL');
  });

  test('keep what a manual search saved when the member says whom to meet', async () => {
    const bas = await fixture.aSearcher();
    await fixture.search(bas.cookie, 'gender=male&min_age=25&country=DE&photo=1&looking_for=lasting&sort=new&manual_search=1');
    await fixture.updateUser(bas.cookie, { search_preference: { gender: 'female', min_age: 30, max_age: 40 } });
    const filters = { ...all, gender: 'female', min_age: 30, max_age: 40, country: 'DE', photo: true, sort: 'new' };
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toEqual({ ...filters, looking_for: ['lasting'] });
  });

  test('that were saved before these existed are read with their defaults', async () => {
    const bas = await fixture.aSearcher();
    const {
      photo: _p,
      online: _o,
      new_here: _h,
      sort: _s,
      looking_for: _l,
      interests: _i,
      body_height: _b,
      ...old
    } = { ...all, country: 'BE', gender: 'male' };
    await fixture.db.update(members).set({ savedSearch: old }).where(eq(members.id, bas.id));
    expect((await fixture.search(bas.cookie, '')).at('filter_options')).toEqual({ ...all, country: 'BE', gender: 'male' });
  });

  test.each([
    ['new', [2, 1, 0]],
    ['near', [1, 2, 0]],
  ])('with the order %s saved bring members in that order', async (sort, order) => {
    const bas = await fixture.aSearcher({ countryregion: 'NL-GR' });
    const people = [
      aMemberRow({ createdAt: 1_000_000, bucket: 3 }),
      aMemberRow({ createdAt: 2_000_000, bucket: 2, countryregion: 'NL-GR' }),
      aMemberRow({ createdAt: 3_000_000, bucket: 1 }),
    ];
    await fixture.insertMembers(people);
    await fixture.search(bas.cookie, `sort=${sort}&manual_search=1`);
    expect(idsOf(await fixture.search(bas.cookie, ''))).toEqual(order.map((i) => people[i]?.id));
    expect(idsOf(await fixture.search(bas.cookie, 'sort=active'))).toEqual([2, 1, 0].map((i) => people[i]?.id));
  });

  test.each([
    ['min_age=40&max_age=30', 30, 40],
    ['min_age=5&max_age=7', 18, 18],
    ['min_age=-1&max_age=9999', 18, 100],
    ['min_age=200', 100, 100],
    ['max_age=30', 18, 30],
    ['min_age=30.9', 30, 100],
    ['min_age=1e1&max_age=1e99', 18, 100],
  ])('%s are ages %i to %i', async (query, min, max) => {
    const bas = await fixture.aSearcher();
    expect((await fixture.search(bas.cookie, query)).at('filter_options')).toMatchObject({ min_age: min, max_age: max });
  });

  test.each([
    ['country=XX', 'country', 'unknown'],
    ['country=nl', 'country', 'unknown'],
    ['countries=NL,XX', 'countries.1', 'unknown'],
    ['countries=NL,BE,DE', 'countries', 'too_long'],
    ['country=NL&countryregion=NL-NOWHERE', 'countryregion', 'unknown'],
    ['country=NL&countryregion=BE-VAN', 'countryregion', 'unknown'],
    ['country=NL&countryregion=a%20b', 'countryregion', 'unknown'],
    ['gender=other', 'gender', 'unknown'],
    ['interests=yoga,skydiving', 'interests', 'unknown'],
    ['interests=yoga,a%20b', 'interests.1', 'unknown'],
    [`interests=${Array.from({ length: 100 }, (_, i) => `i${i}`).join()}`, 'interests', 'too_long'],
    [`interests=${Array.from({ length: 21 }, (_, i) => `i${i}`).join()}`, 'interests', 'too_long'],
    ['interests=yoga&interests=jazz', 'interests', 'wrong_type'],
    ['looking_for=marriage', 'looking_for', 'unknown'],
    ['looking_for=from_170', 'looking_for', 'unknown'],
    ['looking_for=a,b,c,d,e,f,g,h', 'looking_for', 'too_long'],
    ['body_height=tall', 'body_height', 'unknown'],
    ['body_height=180.5', 'body_height.0', 'unknown'],
    ['body_height=lasting', 'body_height', 'unknown'],
    ['sort=best', 'sort', 'unknown'],
    ['source=spam', 'source', 'unknown'],
    ['min_age=old', 'min_age', 'wrong_type'],
    ['page=two', 'page', 'wrong_type'],
    ['similar_to=x', 'similar_to', 'unknown'],
    ['gender=male&gender=female', 'gender', 'unknown'],
    ['min_age=20&min_age=30', 'min_age', 'wrong_type'],
    ['page=1&page=2', 'page', 'wrong_type'],
    ['walk=a&walk=b', 'walk', 'wrong_type'],
    ['photo=maybe', 'photo', 'wrong_type'],
  ])('%s is 422 and saves nothing', async (query, field, code) => {
    const bas = await fixture.aSearcher();
    const answer = await fixture.search(bas.cookie, `manual_search=1&${query}`);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { [field]: code }]);
    expect(await savedOf(bas.id)).toBeNull();
    expect((await fixture.search(bas.cookie, query)).status).toBe(422);
    // Visitors cannot filter by what a profile says; the form of the list is refused to them, too.
    const isIgnored = code === 'unknown' && /^(interests|looking_for|body_height)$/.test(field);
    expect((await fixture.search('', query)).status).toBe(isIgnored ? 200 : 422);
  });

  test('choose one country, two neighbours, a region of a country, or all', async () => {
    const bas = await fixture.aSearcher();
    const people = [
      aMemberRow({ country: 'NL', countryregion: 'NL-UT' }),
      aMemberRow({ country: 'NL', countryregion: 'NL-NH' }),
      aMemberRow({ country: 'BE', countryregion: 'BE-VAN' }),
      aMemberRow({ country: 'PL', countryregion: null }),
    ];
    await fixture.insertMembers(people);
    const found = async (query: string) => new Set(idsOf(await fixture.search(bas.cookie, query)));
    const some = (...places: number[]) => new Set(places.map((i) => people[i]?.id));
    expect(await found('country=NL')).toEqual(some(0, 1));
    expect(await found('countries=NL,BE')).toEqual(some(0, 1, 2));
    expect(await found('country=NL&countryregion=NL-NH')).toEqual(some(1));
    expect(await found('searchAllCountries=1')).toEqual(some(0, 1, 2, 3));
    expect(await found('country=')).toEqual(some(0, 1, 2, 3));
  });

  test('compare ages to the day', async () => {
    await avoidWindowEnd(DAY);
    const bas = await fixture.aSearcher();
    const [turnsTomorrow, turnedToday] = [aMemberRow({ dateOfBirth: bornAgo(30, 1) }), aMemberRow({ dateOfBirth: bornAgo(30) })];
    await fixture.insertMembers([turnsTomorrow, turnedToday]);
    expect(idsOf(await fixture.search(bas.cookie, 'min_age=29&max_age=29'))).toEqual([turnsTomorrow.id]);
    expect(idsOf(await fixture.search(bas.cookie, 'min_age=30&max_age=30'))).toEqual([turnedToday.id]);
  });

  test('find those who have any of the named answers, of every list that names one', async () => {
    const bas = await fixture.aSearcher();
    const people = [aMemberRow(), aMemberRow(), aMemberRow(), aMemberRow()];
    await fixture.insertMembers(people);
    const [a = '', b = '', c = ''] = people.map(({ id }) => id);
    await fixture.db.insert(memberFields).values([
      { memberId: a, fieldId: 'looking_for', value: 'lasting' },
      { memberId: a, fieldId: 'body_height', value: 'from_170' },
      { memberId: b, fieldId: 'looking_for', value: 'light' },
      { memberId: b, fieldId: 'body_height', value: 'from_180' },
      // The same word as the answer to another question.
      { memberId: c, fieldId: 'first_date', value: 'lasting' },
    ]);
    await fixture.db.insert(memberInterests).values([
      { memberId: a, interestId: 'yoga' },
      { memberId: a, interestId: 'jazz' },
      { memberId: c, interestId: 'jazz' },
    ]);
    const found = async (query: string) => new Set(idsOf(await fixture.search(bas.cookie, query)));
    expect(await found('looking_for=lasting')).toEqual(new Set([a]));
    expect(await found('looking_for=lasting,light')).toEqual(new Set([a, b]));
    expect(await found('body_height=from_180')).toEqual(new Set([b]));
    expect(await found('interests=jazz,chess')).toEqual(new Set([a, c]));
    expect(await found('interests=jazz,yoga&looking_for=lasting,light&body_height=from_170')).toEqual(new Set([a]));
    expect(await found('interests=yoga&looking_for=light')).toEqual(new Set());
    expect(await found('')).toEqual(new Set(people.map(({ id }) => id)));
    const answer = await fixture.search(bas.cookie, 'interests=yoga,jazz&body_height=from_170&pp=1');
    expect([answer.at('paging.num_results'), answer.at('paging.num_pages')]).toEqual([1, 1]);
  });

  test('find only those with a photo, online, or new, when asked', async () => {
    const bas = await fixture.aSearcher();
    const people = [
      aMemberRow({ hasPhoto: true, bucket: 100 }),
      aMemberRow({ bucket: 0 }),
      aMemberRow({ bucket: 0, hidePresence: true }),
      aMemberRow({ bucket: 50, createdAt: Date.now() - 13 * DAY }),
    ];
    await fixture.insertMembers(people);
    expect(idsOf(await fixture.search(bas.cookie, 'photo=1'))).toEqual([people[0]?.id]);
    expect(idsOf(await fixture.search(bas.cookie, 'online=1'))).toEqual([people[1]?.id]);
    expect(idsOf(await fixture.search(bas.cookie, 'new_here=1'))).toEqual([people[3]?.id]);
  });
});
