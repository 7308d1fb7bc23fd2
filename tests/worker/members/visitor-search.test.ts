import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { images, memberFields } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { ALL_FILTERS_OPEN, aMemberRow, bornAgo, idsOf, searchFixture } from './search-fixture.ts';

const fixture = searchFixture();
beforeEach(() => fixture.deleteAllMembers());

const codeOf = (answer: ApiAnswer) => (answer.status === 200 ? 200 : [answer.status, answer.at('error.code')]);

async function withSettings<T>(isOpen: boolean, isOpenToTraffic: boolean, act: () => Promise<T>): Promise<T> {
  await saveSetting(fixture.db, 'logged_out_search', isOpen);
  await saveSetting(fixture.db, 'logged_out_search_trafficsource', isOpenToTraffic);
  try {
    return await act();
  } finally {
    await Promise.all([clearSetting(fixture.db, 'logged_out_search'), clearSetting(fixture.db, 'logged_out_search_trafficsource')]);
  }
}

describe('a visitor', () => {
  test('sees one page of twelve; further ones are refused as for members only', async () => {
    await fixture.insertMembers(Array.from({ length: 30 }, () => aMemberRow()));
    const first = await fixture.search('', 'country=NL&pp=48');
    expect([idsOf(first).length, first.at('paging')]).toEqual([
      12,
      { num_results: 30, num_fictional: 0, is_capped: false, page: 1, num_pages: 3, walk: '' },
    ]);
    for (const query of ['page=2', 'page=99999', 'page=2&pp=1', 'page=2&source=similar', `page=2&walk=${'a'.repeat(40)}`])
      expect([query, codeOf(await fixture.search('', `country=NL&${query}`))]).toEqual([query, [403, 'members_only']]);
    const bas = await fixture.aSearcher();
    expect(idsOf(await fixture.search(bas.cookie, 'country=NL&page=2'))).toHaveLength(12);
  });

  test('is refused as signed out, whatever the page, where visitors may not search', async () => {
    const answers = await withSettings(false, false, () => Promise.all([fixture.search('', 'page=1'), fixture.search('', 'page=2')]));
    expect(answers.map(codeOf)).toEqual([
      [403, 'signed_out'],
      [403, 'signed_out'],
    ]);
  });

  test('with a blank traffic source has none', async () => {
    const answers = await withSettings(false, true, () =>
      Promise.all(['', '%20%20', 'ads', '%20ads'].map((source) => fixture.search('', `trafficsource=${source}`))),
    );
    expect(answers.map(codeOf)).toEqual([[403, 'signed_out'], [403, 'signed_out'], 200, 200]);
  });

  test('does not learn who has just joined, neither by asking for them nor by the order', async () => {
    const [early, late] = [aMemberRow({ createdAt: Date.now() - 90 * DAY }), aMemberRow({ createdAt: Date.now() - DAY, bucket: 9 })];
    await fixture.insertMembers([early, late]);
    for (const query of ['new_here=1', 'sort=new', 'sort=near', 'online=1']) {
      const answer = await fixture.search('', `country=NL&${query}`);
      expect([query, idsOf(answer)]).toEqual([query, [early.id, late.id]]);
      expect(answer.at('filter_options')).toMatchObject({ new_here: false, online: false, sort: 'active' });
    }
  });

  test('cannot filter by what members look for, their interests or their height, which a visitor is not shown', async () => {
    const [one, other] = [aMemberRow(), aMemberRow({ bucket: 9 })];
    await fixture.insertMembers([one, other]);
    await fixture.db.insert(memberFields).values({ memberId: one.id, fieldId: 'body_height', value: 'from_170' });
    for (const query of ['body_height=from_170', 'looking_for=lasting', 'interests=yoga', 'source=similar&body_height=from_170']) {
      const answer = await fixture.search('', `country=NL&${query}`);
      expect([query, idsOf(answer)]).toEqual([query, [one.id, other.id]]);
      expect(answer.at('filter_options')).toMatchObject({ looking_for: [], interests: [], body_height: [] });
    }
  });

  test('finds fictional members labelled, and nobody who cannot be found', async () => {
    const [real, fictional] = [aMemberRow(), aMemberRow({ isFictional: true })];
    await fixture.insertMembers([real, fictional, aMemberRow({ isPaused: true }), aMemberRow({ status: 'not_confirmed' })]);
    const answer = await fixture.search('', 'country=NL');
    expect(answer.at('profiles')).toMatchObject([
      { id: real.id, is_fictional: false },
      { id: fictional.id, is_fictional: true },
    ]);
  });
});

describe('with nudity hidden', () => {
  /** One member whose photo shows nudity and one whose photo does not, by their names. */
  async function addTwo() {
    for (const isNude of [true, false]) {
      const name = isNude ? 'bare' : 'plain';
      const image = { id: newId(), position: 0, ...{ thumb: `${name}-t.webp`, medium: `${name}-m.webp`, large: `${name}-l.webp` } };
      const person = aMemberRow({ name, hasPhoto: true, mainImageId: image.id, dateOfBirth: bornAgo(30) });
      await fixture.insertMembers([person]);
      await fixture.db.insert(images).values({ ...image, memberId: person.id, width: 4, height: 5, thumbhash: `${name}-hash`, isNude });
    }
  }
  const filesIn = (answer: ApiAnswer) =>
    JSON.stringify(answer.body)
      .match(/(bare|plain)-\w+(\.webp)?/g)
      ?.toSorted();
  const PLAIN = ['plain-hash', 'plain-l.webp', 'plain-m.webp', 'plain-t.webp'];
  const BARE = ['bare-hash', 'bare-l.webp', 'bare-m.webp', 'bare-t.webp'];

  test('a card with a nude photo has its thumbhash and no file; other cards are unchanged', async () => {
    const bas = await fixture.aSearcher();
    await addTwo();
    for (const query of ['', 'hideNudity=1', `${ALL_FILTERS_OPEN}&hideNudity=1`, 'source=similar&min_age=31&max_age=33', 'sort=new']) {
      const answer = await fixture.search(bas.cookie, query);
      expect([query, filesIn(answer)]).toEqual([query, ['bare-hash', ...PLAIN]]);
    }
    const image = (await fixture.search(bas.cookie, '')).body as { profiles: { main_image: Record<string, unknown> }[] };
    expect(image.profiles.map(({ main_image: { is_nude, width, thumb_filename } }) => [is_nude, width, thumb_filename === ''])).toEqual(
      expect.arrayContaining([
        [true, 4, true],
        [false, 4, false],
      ]),
    );
  });

  test('is a member’s choice, and never a visitor’s', async () => {
    const bas = await fixture.aSearcher();
    await addTwo();
    expect(filesIn(await fixture.search(bas.cookie, 'hideNudity=0'))).toEqual([...BARE, ...PLAIN]);
    for (const query of ['', 'hideNudity=1', 'hideNudity=0'])
      expect([query, filesIn(await fixture.search('', `country=NL&${query}`))]).toEqual([query, ['bare-hash', ...PLAIN]]);
  });

  test('the initial answer of the page holds no file of such a photo either', async () => {
    const bas = await fixture.aSearcher();
    await addTwo();
    const page = await fixture.page(bas.cookie, '/members');
    expect(new Set(page.match(/bare-[\w-]+(\.webp)?/g))).toEqual(new Set(['bare-hash']));
    expect(page).toContain('plain-m.webp');
  });
});

describe('what a member has chosen', () => {
  const saved = async (cookie: string) => (await fixture.search(cookie, '')).at('filter_options.gender');

  test('is saved by a manual search, and not by a search that the page makes by itself', async () => {
    const { cookie } = await fixture.aSearcher();
    await fixture.search(cookie, 'gender=female');
    expect(await saved(cookie)).toBe('');
    await fixture.search(cookie, 'gender=female&manual_search=1&auto_load=1');
    expect(await saved(cookie)).toBe('');
    await fixture.search(cookie, 'gender=female&manual_search=1&do_not_save=1');
    expect(await saved(cookie)).toBe('');
    await fixture.search(cookie, 'gender=female&manual_search=1&auto_load=0');
    expect(await saved(cookie)).toBe('female');
  });
});
