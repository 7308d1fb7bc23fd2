import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeMember } from '#db/queries/account';
import { clearSetting, saveSetting } from '#db/queries/settings';
import { hides, images, members } from '#db/schema/index';
import { aBlock, aLike, aMember, newId } from '../support/factories.ts';
import { aPerson, idsOf, inPublishedOrder, type Person, type SearchWorld, startSearchWorld } from './search-world.ts';

const DAY = 24 * 3600_000;
const bornAgo = (years: number, days = 0) => {
  const day = new Date(Date.now() + days * DAY);
  return `${day.getUTCFullYear() - years}${day.toISOString().slice(4, 10)}`;
};

let world: SearchWorld;

beforeAll(async () => {
  world = await startSearchWorld();
});

afterAll(() => world?.stop());
beforeEach(() => world.removeEverybody());

const seeker = (traits: Partial<Person> = {}) => aMember(world.db, { name: 'Bas', gender: 'male', isPaused: true, ...traits });
const savedOf = async (id: string) => (await world.db.select().from(members).where(eq(members.id, id)))[0]?.savedSearch;
const everywhere = 'searchAllCountries=1&gender=&min_age=&max_age=';

describe('the filters in force', () => {
  const all = { gender: '', min_age: 18, max_age: 100, countries: [], countryregion: '' };

  test('are at first everybody of any age in one’s own country', async () => {
    const bas = await seeker({ country: 'BE' });
    const answer = await world.search(bas.cookie, '');
    expect(answer.at('filter_options')).toEqual({ ...all, country: 'BE' });
  });

  test('are those of the query, and a manual search makes them the next ones', async () => {
    const bas = await seeker();
    const query = 'gender=female&min_age=25&max_age=35&country=NL&countryregion=NL-UT';
    const named = { gender: 'female', min_age: 25, max_age: 35, country: 'NL', countries: [], countryregion: 'NL-UT' };
    expect((await world.search(bas.cookie, query)).at('filter_options')).toEqual(named);
    expect(await savedOf(bas.id)).toBeNull();
    expect((await world.search(bas.cookie, `${query}&manual_search=1&do_not_save=1`)).at('filter_options')).toEqual(named);
    expect(await savedOf(bas.id)).toBeNull();
    await world.search(bas.cookie, `${query}&manual_search=1`);
    expect((await world.search(bas.cookie, '')).at('filter_options')).toEqual(named);
    expect((await world.search(bas.cookie, 'gender=male')).at('filter_options')).toEqual({ ...named, gender: 'male' });
    expect((await world.search(bas.cookie, 'country=BE')).at('filter_options')).toEqual({ ...named, country: 'BE', countryregion: '' });
    expect((await world.search(bas.cookie, '')).at('filter_options')).toEqual(named);
  });

  test('with an empty value are all, over what was saved', async () => {
    const bas = await seeker();
    await world.search(bas.cookie, 'gender=female&min_age=25&max_age=35&country=NL&manual_search=1');
    const answer = await world.search(bas.cookie, 'gender=&min_age=&max_age=&country=');
    expect(answer.at('filter_options')).toEqual({ ...all, country: '' });
    expect((await world.search(bas.cookie, 'searchAllCountries=1')).at('filter_options')).toMatchObject({ country: '', gender: 'female' });
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
    const bas = await seeker();
    expect((await world.search(bas.cookie, query)).at('filter_options')).toMatchObject({ min_age: min, max_age: max });
  });

  test.each([
    ['country=XX', 'country', 'unknown'],
    ['country=nl', 'country', 'unknown'],
    ['countries=NL,XX', 'countries.1', 'unknown'],
    ['countries=NL,BE,DE', 'countries', 'too_long'],
    ['country=NL&countryregion=NL-NOWHERE', 'countryregion', 'unknown'],
    ['country=NL&countryregion=a%20b', 'countryregion', 'unknown'],
    ['gender=other', 'gender', 'unknown'],
    ['sort=best', 'sort', 'unknown'],
    ['source=spam', 'source', 'unknown'],
    ['min_age=old', 'min_age', 'wrong_type'],
    ['page=two', 'page', 'wrong_type'],
    ['similar_to=x', 'similar_to', 'unknown'],
    ['gender=male&gender=female', 'gender', 'unknown'],
    ['photo=maybe', 'photo', 'wrong_type'],
  ])('%s is 422 and saves nothing', async (query, field, code) => {
    const bas = await seeker();
    const answer = await world.search(bas.cookie, `manual_search=1&${query}`);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, { [field]: code }]);
    expect(await savedOf(bas.id)).toBeNull();
    expect((await world.search(bas.cookie, query)).status).toBe(422);
    expect((await world.search('', query)).status).toBe(422);
  });

  test('choose one country, two neighbours, a region of a country, or all', async () => {
    const bas = await seeker();
    const people = [
      aPerson({ country: 'NL', countryregion: 'NL-UT' }),
      aPerson({ country: 'NL', countryregion: 'NL-NH' }),
      aPerson({ country: 'BE', countryregion: 'BE-VAN' }),
      aPerson({ country: 'PL', countryregion: null }),
    ];
    await world.addPeople(people);
    const found = async (query: string) => new Set(idsOf(await world.search(bas.cookie, query)));
    const some = (...places: number[]) => new Set(places.map((i) => people[i]?.id));
    expect(await found('country=NL')).toEqual(some(0, 1));
    expect(await found('countries=NL,BE')).toEqual(some(0, 1, 2));
    expect(await found('country=NL&countryregion=NL-NH')).toEqual(some(1));
    expect(await found('country=NL&countryregion=BE-VAN')).toEqual(some());
    expect(await found('searchAllCountries=1')).toEqual(some(0, 1, 2, 3));
    expect(await found('country=')).toEqual(some(0, 1, 2, 3));
  });

  test('hold ages to the day', async () => {
    const bas = await seeker();
    const [turnsTomorrow, turnedToday] = [aPerson({ dateOfBirth: bornAgo(30, 1) }), aPerson({ dateOfBirth: bornAgo(30) })];
    await world.addPeople([turnsTomorrow, turnedToday]);
    expect(idsOf(await world.search(bas.cookie, 'min_age=29&max_age=29'))).toEqual([turnsTomorrow.id]);
    expect(idsOf(await world.search(bas.cookie, 'min_age=30&max_age=30'))).toEqual([turnedToday.id]);
  });

  test('find only those with a photo, online, or new, when asked', async () => {
    const bas = await seeker();
    const people = [
      aPerson({ hasPhoto: true, bucket: 100 }),
      aPerson({ bucket: 0 }),
      aPerson({ bucket: 0, hidePresence: true }),
      aPerson({ bucket: 50, createdAt: Date.now() - 13 * DAY }),
    ];
    await world.addPeople(people);
    expect(idsOf(await world.search(bas.cookie, 'photo=1'))).toEqual([people[0]?.id]);
    expect(idsOf(await world.search(bas.cookie, 'online=1'))).toEqual([people[1]?.id]);
    expect(idsOf(await world.search(bas.cookie, 'new_here=1'))).toEqual([people[3]?.id]);
  });
});

describe('who is never found', () => {
  test('is oneself, whoever cannot be found, and whoever is blocked either way or hidden', async () => {
    const bas = await seeker({ gender: 'female', isPaused: false });
    const shown = aPerson();
    const [blocking, blocked, hidden] = [aPerson(), aPerson(), aPerson()];
    const never = [
      aPerson({ status: 'not_confirmed' }),
      aPerson({ status: 'deleted' }),
      aPerson({ status: 'banned' }),
      aPerson({ isPaused: true }),
      aPerson({ country: null }),
      aPerson({ gender: null }),
      aPerson({ dateOfBirth: null }),
      aPerson({ dateOfBirth: bornAgo(18, 1) }),
      blocking,
      blocked,
      hidden,
    ];
    await world.addPeople([shown, ...never]);
    await aBlock(world.db, blocking.id, bas.id);
    await aBlock(world.db, bas.id, blocked.id);
    await world.db.insert(hides).values({ memberId: bas.id, hiddenId: hidden.id, createdAt: 1 });
    for (const query of ['', everywhere, 'sort=new', 'sort=near', 'gender=female', `source=similar&similar_to=${never[0]?.id}`]) {
      const answer = await world.search(bas.cookie, query);
      expect([query, idsOf(answer), answer.at('paging.num_results')]).toEqual([query, [shown.id], 1]);
    }
  });

  test('is under the age that the operator has set, whoever asks', async () => {
    await saveSetting(world.db, 'min_age', 21);
    const bas = await seeker();
    const [young, grown] = [aPerson({ dateOfBirth: bornAgo(20) }), aPerson({ dateOfBirth: bornAgo(21) })];
    await world.addPeople([young, grown]);
    const found = await Promise.all([world.search(bas.cookie, 'min_age=18&max_age=25'), world.search('', 'country=NL&min_age=18')]);
    await clearSetting(world.db, 'min_age');
    expect(found.map(idsOf)).toEqual([[grown.id], [grown.id]]);
    expect(found[0]?.at('filter_options')).toMatchObject({ min_age: 21, max_age: 25 });
  });

  test('are fictional members for whom these are hidden, but for those who like them', async () => {
    const bas = await seeker();
    const [real, fictional, liking] = [aPerson(), aPerson({ isFictional: true }), aPerson({ isFictional: true })];
    await world.addPeople([real, fictional, liking]);
    await aLike(world.db, liking.id, bas.id);
    expect(new Set(idsOf(await world.search(bas.cookie, everywhere)))).toEqual(new Set([real.id, fictional.id, liking.id]));
    await changeMember(world.db, bas.id, { hideFictional: true });
    for (const query of [everywhere, '', 'sort=new']) {
      const answer = await world.search(bas.cookie, query);
      expect([query, new Set(idsOf(answer)), answer.at('paging.num_results')]).toEqual([query, new Set([real.id, liking.id]), 2]);
    }
  });
});

describe('the order', () => {
  test('is real before fictional, with a photo before without, latest activity first, then the id', async () => {
    const bas = await seeker();
    const people = Array.from({ length: 40 }, (_, i) => aPerson({ isFictional: i % 2 === 0, hasPhoto: i % 3 === 0, bucket: i % 5 }));
    await world.addPeople(people);
    expect(idsOf(await world.search(bas.cookie, 'pp=48'))).toEqual(inPublishedOrder(people));
    expect(idsOf(await world.search(bas.cookie, 'pp=48&min_age=31&max_age=34'))).toEqual(inPublishedOrder(people));
  });

  test('by newest shows who joined last first', async () => {
    const bas = await seeker();
    const people = Array.from({ length: 15 }, (_, i) => aPerson({ createdAt: 1_000_000 + ((i * 7) % 15), bucket: i }));
    await world.addPeople(people);
    const newest = people.toSorted((a, b) => b.createdAt - a.createdAt).map(({ id }) => id);
    expect(idsOf(await world.search(bas.cookie, 'sort=new'))).toEqual(newest.slice(0, 12));
    expect(idsOf(await world.search(bas.cookie, 'sort=new&page=2'))).toEqual(newest.slice(12));
  });

  test('by nearness shows one’s own region first, then the country', async () => {
    const bas = await seeker({ countryregion: 'NL-GR' });
    const people = Array.from({ length: 20 }, (_, i) => aPerson({ countryregion: i % 4 === 0 ? 'NL-GR' : 'NL-UT', bucket: i }));
    await world.addPeople(people);
    const near = people.filter(({ countryregion }) => countryregion === 'NL-GR');
    const far = people.filter(({ countryregion }) => countryregion !== 'NL-GR');
    expect(idsOf(await world.search(bas.cookie, 'sort=near&pp=48'))).toEqual([...inPublishedOrder(near), ...inPublishedOrder(far)]);
  });
});

describe('paging', () => {
  test.each([
    ['page=-1', 1, 12],
    ['page=0', 1, 12],
    ['page=', 1, 12],
    ['page=2', 2, 12],
    ['page=3', 3, 6],
    ['page=99999', 99999, 0],
    ['page=1e300', 1_000_000, 0],
    ['pp=1e9', 1, 30],
    ['pp=0', 1, 1],
    ['pp=-3', 1, 1],
  ])('of thirty with %s is page %i with %i members', async (query, page, count) => {
    const bas = await seeker();
    await world.addPeople(Array.from({ length: 30 }, () => aPerson()));
    const answer = await world.search(bas.cookie, query);
    expect([answer.status, answer.at('paging.page'), idsOf(answer).length, answer.at('paging.num_results')]).toEqual([200, page, count, 30]);
  });

  test('of nobody is one empty page', async () => {
    const bas = await seeker();
    const answer = await world.search(bas.cookie, '');
    expect(answer.body).toMatchObject({ profiles: [], paging: { num_results: 0, is_capped: false, page: 1, num_pages: 1 } });
  });

  test('counts to a thousand and says when there are more', async () => {
    const people = Array.from({ length: 1001 }, (_, i) => aPerson({ country: 'PL', bucket: i % 7 }));
    await world.addPeople(people.slice(1));
    const [exact, capped] = await Promise.all([seeker(), seeker()]);
    expect((await world.search(exact.cookie, 'country=PL')).at('paging')).toMatchObject({ num_results: 1000, is_capped: false, num_pages: 84 });
    await world.addPeople(people.slice(0, 1));
    expect((await world.search(capped.cookie, 'country=PL')).at('paging')).toMatchObject({ num_results: 1000, is_capped: true, num_pages: 84 });
    expect((await world.search(exact.cookie, 'country=PL&page=2')).at('paging')).toMatchObject({ num_results: 1000, is_capped: false });
    const beyond = await world.search(capped.cookie, 'country=PL&pp=48&page=21');
    expect(idsOf(beyond)).toEqual(inPublishedOrder(people).slice(960, 1008));
  });
});

describe('loosening', () => {
  test('tells for each filter how many more there are without it, and only where it helps', async () => {
    const bas = await seeker();
    await world.addPeople([
      aPerson({ hasPhoto: true }),
      aPerson({ gender: 'male', hasPhoto: true }),
      aPerson({ gender: 'male', hasPhoto: true }),
      aPerson({ dateOfBirth: '1960-01-01', hasPhoto: true }),
      aPerson({ countryregion: 'NL-NH', hasPhoto: true }),
      aPerson({ countryregion: 'NL-NH', hasPhoto: true }),
      aPerson({ countryregion: 'NL-NH', hasPhoto: true }),
      aPerson({ country: 'BE', countryregion: 'BE-VAN', hasPhoto: true }),
      aPerson({ hasPhoto: false }),
    ]);
    const answer = await world.search(bas.cookie, 'gender=female&min_age=25&max_age=40&country=NL&countryregion=NL-UT&photo=1&new_here=0');
    expect(answer.at('paging.num_results')).toBe(1);
    expect(answer.at('loosen')).toEqual([
      { filter: 'gender', adds: 2 },
      { filter: 'age', adds: 1 },
      { filter: 'countryregion', adds: 3 },
      { filter: 'country', adds: 4 },
      { filter: 'photo', adds: 1 },
    ]);
    expect((await world.search(bas.cookie, everywhere)).at('loosen')).toEqual([]);
  });

  test('comes with fewer than twelve results, or when asked for, and is the same when asked again', async () => {
    const bas = await seeker();
    await world.addPeople([...Array.from({ length: 12 }, () => aPerson()), aPerson({ gender: 'male' })]);
    expect((await world.search(bas.cookie, 'gender=female')).at('loosen')).toBeUndefined();
    const asked = await world.search(bas.cookie, 'gender=female&facets=1');
    expect(asked.at('loosen')).toEqual([{ filter: 'gender', adds: 1 }]);
    for (let times = 0; times < 2; times += 1) {
      expect((await world.search(bas.cookie, 'gender=male')).at('loosen')).toEqual([{ filter: 'gender', adds: 12 }]);
    }
  });

  test('shows filters of presence and newness, too', async () => {
    const bas = await seeker();
    await world.addPeople([aPerson({ bucket: 90 }), aPerson({ bucket: 0, createdAt: Date.now() - DAY })]);
    expect((await world.search(bas.cookie, 'online=1')).at('loosen')).toEqual([{ filter: 'online', adds: 1 }]);
    expect((await world.search(bas.cookie, 'new_here=1')).at('loosen')).toEqual([{ filter: 'new_here', adds: 1 }]);
  });
});

describe('similar members', () => {
  test('are of the same country and gender and five years either way, without that member', async () => {
    const bas = await seeker({ country: 'BE' });
    const like = aPerson({ dateOfBirth: bornAgo(40), country: 'PL', countryregion: null, gender: 'nonbinary' });
    const [near, old] = [{ ...like, ...{ id: newId(), email: 'a@example.org', dateOfBirth: bornAgo(45) } }, { ...like, ...{ id: newId(), email: 'b@example.org', dateOfBirth: bornAgo(46) } }];
    await world.addPeople([like, near, old, aPerson()]);
    const answer = await world.search(bas.cookie, `source=similar&similar_to=${like.id}`);
    expect(answer.at('filter_options')).toEqual({ gender: 'nonbinary', min_age: 35, max_age: 45, country: 'PL', countries: [], countryregion: '' });
    expect(idsOf(answer)).toEqual([near.id]);
  });

  test('without a member to start from widen the filters by five years', async () => {
    const bas = await seeker();
    const widened = { gender: 'female', min_age: 25, max_age: 45, country: 'NL' };
    const query = 'source=similar&gender=female&min_age=30&max_age=40&country=NL';
    expect((await world.search(bas.cookie, query)).at('filter_options')).toMatchObject(widened);
    expect((await world.search(bas.cookie, `${query}&similar_to=${newId()}`)).at('filter_options')).toMatchObject(widened);
  });

  test('tell nothing of a member who blocks the one who asks, and to visitors no more than the band of an age', async () => {
    const bas = await seeker();
    const other = aPerson({ country: 'PL', countryregion: null, gender: 'nonbinary', dateOfBirth: bornAgo(28) });
    await world.addPeople([other]);
    const query = `source=similar&similar_to=${other.id}`;
    expect((await world.search('', query)).at('filter_options')).toMatchObject({ country: 'PL', min_age: 21, max_age: 40 });
    await aBlock(world.db, other.id, bas.id);
    expect((await world.search(bas.cookie, query)).at('filter_options')).toMatchObject({ country: 'NL', gender: '', min_age: 18, max_age: 100 });
  });
});

describe('cards', () => {
  test('show a member the age, presence, their like and the main photo', async () => {
    const bas = await seeker();
    const image = { id: newId(), position: 0, thumb: 't.webp', medium: 'm.webp', large: 'l.webp', width: 4, height: 5, thumbhash: 'x' };
    const noor = aPerson({ hasPhoto: true, mainImageId: image.id, dateOfBirth: bornAgo(31) });
    await world.addPeople([noor]);
    await world.db.insert(images).values({ ...image, memberId: noor.id });
    await aLike(world.db, bas.id, noor.id);
    expect((await world.search(bas.cookie, '')).at('profiles.0')).toEqual({
      ...{ id: noor.id, name: 'Noor', age: 31, age_band: null, city: 'Utrecht', country: 'NL', countryregion: 'NL-UT', gender: 'female' },
      ...{ language: 'nl', is_fictional: false, is_online: true, did_like_profile: true },
      main_image: { id: image.id, thumb_filename: 't.webp', medium_filename: 'm.webp', large_filename: 'l.webp', width: 4, height: 5, thumbhash: 'x', is_nude: false },
    });
  });

  test('show a visitor the band of the age and no presence, and a visitor cannot filter by it', async () => {
    await world.addPeople([aPerson({ dateOfBirth: bornAgo(31) }), aPerson({ dateOfBirth: bornAgo(70), bucket: 90 })]);
    const answer = await world.search('', 'country=NL&online=1');
    expect(answer.at('profiles.0')).toMatchObject({ age: null, age_band: '26-35', is_online: false, did_like_profile: false });
    expect(answer.at('profiles.1')).toMatchObject({ age: null, age_band: '65+' });
  });
});

describe('visitors', () => {
  test('search by the settings, else are 403 signed_out', async () => {
    const codes = [];
    for (const [open, traffic] of [[true, true], [false, true], [false, false]]) {
      await saveSetting(world.db, 'logged_out_search', open);
      await saveSetting(world.db, 'logged_out_search_trafficsource', traffic);
      for (const query of ['country=NL', 'country=NL&trafficsource=ads']) {
        const answer = await world.search('', query);
        codes.push(answer.status === 200 ? 200 : answer.at('error.code'));
      }
    }
    await Promise.all([clearSetting(world.db, 'logged_out_search'), clearSetting(world.db, 'logged_out_search_trafficsource')]);
    expect(codes).toEqual([200, 200, 'signed_out', 200, 'signed_out', 'signed_out']);
  });

  test('search in the country they are in, else everywhere', async () => {
    expect((await world.search('', '', { 'CF-IPCountry': 'BE' })).at('filter_options')).toMatchObject({ country: 'BE', min_age: 18, max_age: 100 });
    expect((await world.search('', '', { 'CF-IPCountry': 'JP' })).at('filter_options')).toMatchObject({ country: '' });
    expect((await world.search('', '')).at('filter_options')).toMatchObject({ country: '' });
  });

  test('with the cookie of a session that is over are signed out, not somebody', async () => {
    const bas = await seeker();
    const answer = await world.search(`session=${bas.id}.${'a'.repeat(43)}`, everywhere);
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
  });
});
