import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { changeMember } from '#db/queries/account/members';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { hides } from '#db/schema/index';
import { aBlock, aLike } from '../../support/database/factories.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { ALL_FILTERS_OPEN, aMemberRow, bornAgo, idsOf, inPublishedOrder, searchFixture } from './search-fixture.ts';

const fixture = searchFixture();
beforeEach(() => fixture.deleteAllMembers());

describe('who is never found', () => {
  test('are oneself, members who are not searchable, and those who are blocked either way or hidden', async () => {
    await avoidWindowEnd(DAY);
    const bas = await fixture.aSearcher({ gender: 'female', isPaused: false });
    const shown = aMemberRow();
    const [blocking, blocked, hidden] = [aMemberRow(), aMemberRow(), aMemberRow()];
    const never = [
      aMemberRow({ status: 'not_confirmed' }),
      aMemberRow({ status: 'deleted' }),
      aMemberRow({ status: 'banned' }),
      aMemberRow({ isPaused: true }),
      aMemberRow({ country: null }),
      aMemberRow({ gender: null }),
      aMemberRow({ dateOfBirth: null }),
      aMemberRow({ dateOfBirth: bornAgo(18, 1) }),
      blocking,
      blocked,
      hidden,
    ];
    await fixture.insertMembers([shown, ...never]);
    await aBlock(fixture.db, blocking.id, bas.id);
    await aBlock(fixture.db, bas.id, blocked.id);
    await fixture.db.insert(hides).values({ memberId: bas.id, hiddenId: hidden.id, createdAt: 1 });
    for (const query of ['', ALL_FILTERS_OPEN, 'sort=new', 'sort=near', 'gender=female', `source=similar&similar_to=${never[0]?.id}`]) {
      const answer = await fixture.search(bas.cookie, query);
      expect([query, idsOf(answer), answer.at('paging.num_results')]).toEqual([query, [shown.id], 1]);
    }
  });

  test('are members under the minimum age that the operator has set, whoever asks', async () => {
    await saveSetting(fixture.db, 'min_age', 21);
    const bas = await fixture.aSearcher();
    const [tooYoung, oldEnough] = [aMemberRow({ dateOfBirth: bornAgo(20) }), aMemberRow({ dateOfBirth: bornAgo(21) })];
    await fixture.insertMembers([tooYoung, oldEnough]);
    const found = await Promise.all([fixture.search(bas.cookie, 'min_age=18&max_age=25'), fixture.search('', 'country=NL&min_age=18')]);
    await clearSetting(fixture.db, 'min_age');
    expect(found.map(idsOf)).toEqual([[oldEnough.id], [oldEnough.id]]);
    expect(found[0]?.at('filter_options')).toMatchObject({ min_age: 21, max_age: 25 });
  });

  test('are fictional members if the searcher hides them, except those who like the searcher', async () => {
    const bas = await fixture.aSearcher();
    const [real, fictional, liking] = [aMemberRow(), aMemberRow({ isFictional: true }), aMemberRow({ isFictional: true })];
    await fixture.insertMembers([real, fictional, liking]);
    for (const liker of [fictional, liking]) await aLike(fixture.db, liker.id, real.id);
    await aLike(fixture.db, liking.id, bas.id);
    expect(new Set(idsOf(await fixture.search(bas.cookie, ALL_FILTERS_OPEN)))).toEqual(new Set([real.id, fictional.id, liking.id]));
    await changeMember(fixture.db, bas.id, { hideFictional: true });
    for (const query of [ALL_FILTERS_OPEN, '', 'sort=new']) {
      const answer = await fixture.search(bas.cookie, query);
      expect([query, idsOf(answer).toSorted(), answer.at('paging.num_results')]).toEqual([query, [real.id, liking.id].toSorted(), 2]);
    }
  });
});

describe('the order', () => {
  test('is real before fictional, with a photo before without, latest activity first, then the id', async () => {
    const bas = await fixture.aSearcher();
    const people = Array.from({ length: 40 }, (_, i) => aMemberRow({ isFictional: i % 2 === 0, hasPhoto: i % 3 === 0, bucket: i % 5 }));
    await fixture.insertMembers(people);
    expect(idsOf(await fixture.search(bas.cookie, 'pp=48'))).toEqual(inPublishedOrder(people));
    expect(idsOf(await fixture.search(bas.cookie, 'pp=48&min_age=31&max_age=34'))).toEqual(inPublishedOrder(people));
  });

  test('by newest shows who joined last first', async () => {
    const bas = await fixture.aSearcher();
    const people = Array.from({ length: 15 }, (_, i) => aMemberRow({ createdAt: 1_000_000 + ((i * 7) % 15), bucket: i }));
    await fixture.insertMembers(people);
    const newest = people.toSorted((a, b) => b.createdAt - a.createdAt).map(({ id }) => id);
    expect(idsOf(await fixture.search(bas.cookie, 'sort=new'))).toEqual(newest.slice(0, 12));
    expect(idsOf(await fixture.search(bas.cookie, 'sort=new&page=2'))).toEqual(newest.slice(12));
  });

  test('by nearness shows one’s own region first, then the country', async () => {
    const bas = await fixture.aSearcher({ countryregion: 'NL-GR' });
    const people = Array.from({ length: 20 }, (_, i) => aMemberRow({ countryregion: i % 4 === 0 ? 'NL-GR' : 'NL-UT', bucket: i }));
    await fixture.insertMembers(people);
    const near = people.filter(({ countryregion }) => countryregion === 'NL-GR');
    const far = people.filter(({ countryregion }) => countryregion !== 'NL-GR');
    expect(idsOf(await fixture.search(bas.cookie, 'sort=near&pp=48'))).toEqual([...inPublishedOrder(near), ...inPublishedOrder(far)]);
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
    const bas = await fixture.aSearcher();
    await fixture.insertMembers(Array.from({ length: 30 }, () => aMemberRow()));
    const answer = await fixture.search(bas.cookie, query);
    expect([answer.status, answer.at('paging.page'), idsOf(answer).length, answer.at('paging.num_results')]).toEqual([
      200,
      page,
      count,
      30,
    ]);
  });

  test('of nobody is one empty page', async () => {
    const bas = await fixture.aSearcher();
    const answer = await fixture.search(bas.cookie, '');
    expect(answer.body).toMatchObject({ profiles: [], paging: { num_results: 0, is_capped: false, page: 1, num_pages: 1 } });
  });

  test('counts to a thousand and says when there are more', async () => {
    const people = Array.from({ length: 1001 }, (_, i) => aMemberRow({ country: 'PL', bucket: i % 7 }));
    await fixture.insertMembers(people.slice(1));
    const [exact, capped] = await Promise.all([fixture.aSearcher(), fixture.aSearcher()]);
    expect((await fixture.search(exact.cookie, 'country=PL')).at('paging')).toMatchObject({
      num_results: 1000,
      is_capped: false,
      num_pages: 84,
    });
    await fixture.insertMembers(people.slice(0, 1));
    expect((await fixture.search(capped.cookie, 'country=PL')).at('paging')).toMatchObject({
      num_results: 1000,
      is_capped: true,
      num_pages: 84,
    });
    expect((await fixture.search(exact.cookie, 'country=PL&page=2')).at('paging')).toMatchObject({ num_results: 1000, is_capped: false });
    const beyond = await fixture.search(capped.cookie, 'country=PL&pp=48&page=21');
    expect(idsOf(beyond)).toEqual(inPublishedOrder(people).slice(960, 1008));
  });
});

describe('whatever is asked', () => {
  const NUMBERS = ['-1', '0', '', '1e9', '99999', '1.5', 'NaN', 'Infinity', '-Infinity', 'two', '9'.repeat(400), '%00', '0x10'];
  const WORDS = ['', 'x', 'NL', 'XX', '%00', '%F0%9F%92%8C', "'%20or%201=1--", '[]', 'null', 'a'.repeat(3000)];
  const numeric = ['page', 'pp', 'min_age', 'max_age', 'auto_load', 'photo', 'online', 'new_here', 'facets', 'manual_search'];
  const textual = ['source', 'country', 'countries', 'countryregion', 'gender', 'walk', 'sort', 'similar_to', 'trafficsource', 'photo'];
  const queries = [
    ...numeric.flatMap((key) => NUMBERS.map((value) => `${key}=${value}`)),
    ...textual.flatMap((key) => WORDS.map((value) => `${key}=${value}`)),
    ...[...numeric, ...textual].flatMap((key) => [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[a]=1`]),
    ...['min_age=90&max_age=20', 'page=99999&pp=1e9', 'page=1e9&sort=new', 'page=99999&sort=near', 'countries=NL,NL', 'countries=,,'],
    ...['country=NL&countryregion=BE-VAN', 'country=&countryregion=NL-UT', 'pp=1e9&countries=NL,BE&online=1&photo=1&new_here=1'],
  ];

  test('is answered or refused as bad input, never with more than 48 members', async () => {
    const bas = await fixture.aSearcher();
    await fixture.insertMembers(Array.from({ length: 60 }, () => aMemberRow()));
    const failures: unknown[] = [];
    for (const query of queries) {
      const answer = await fixture.search(bas.cookie, query);
      const ids = idsOf(answer);
      const isRight =
        answer.status === 200
          ? ids.length <= 48 && new Set(ids).size === ids.length
          : answer.status === 422 && answer.at('error.code') === 'invalid';
      if (!isRight) failures.push([query.slice(0, 40), answer.status, answer.at('error.code')]);
    }
    expect(failures).toEqual([]);
    expect(idsOf(await fixture.search(bas.cookie, 'pp=1e9'))).toHaveLength(48);
  });
});
