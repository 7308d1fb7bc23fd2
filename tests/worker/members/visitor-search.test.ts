import { beforeEach, describe, expect, test } from 'vitest';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { images } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import type { ApiAnswer } from '../../support/product/api-client.ts';
import { aPerson, aSearchWorld, bornAgo, EVERYWHERE, idsOf } from './search-fixture.ts';

const world = aSearchWorld();
beforeEach(() => world.removeEverybody());

const DAY = 24 * 3600_000;
const codeOf = (answer: ApiAnswer) => (answer.status === 200 ? 200 : [answer.status, answer.at('error.code')]);

async function withSettings<T>(isOpen: boolean, isOpenToTraffic: boolean, act: () => Promise<T>): Promise<T> {
  await saveSetting(world.db, 'logged_out_search', isOpen);
  await saveSetting(world.db, 'logged_out_search_trafficsource', isOpenToTraffic);
  try {
    return await act();
  } finally {
    await Promise.all([clearSetting(world.db, 'logged_out_search'), clearSetting(world.db, 'logged_out_search_trafficsource')]);
  }
}

describe('a visitor', () => {
  test('sees one page of twelve; further ones are refused as for members only', async () => {
    await world.addPeople(Array.from({ length: 30 }, () => aPerson()));
    const first = await world.search('', 'country=NL&pp=48');
    expect([idsOf(first).length, first.at('paging')]).toEqual([12, { num_results: 30, is_capped: false, page: 1, num_pages: 3, walk: '' }]);
    for (const query of ['page=2', 'page=99999', 'page=2&pp=1', 'page=2&source=similar', `page=2&walk=${'a'.repeat(40)}`])
      expect([query, codeOf(await world.search('', `country=NL&${query}`))]).toEqual([query, [403, 'members_only']]);
    const bas = await world.seeker();
    expect(idsOf(await world.search(bas.cookie, 'country=NL&page=2'))).toHaveLength(12);
  });

  test('is refused as signed out, whatever the page, where visitors may not search', async () => {
    const answers = await withSettings(false, false, () => Promise.all([world.search('', 'page=1'), world.search('', 'page=2')]));
    expect(answers.map(codeOf)).toEqual([
      [403, 'signed_out'],
      [403, 'signed_out'],
    ]);
  });

  test('with a blank traffic source has none', async () => {
    const answers = await withSettings(false, true, () =>
      Promise.all(['', '%20%20', 'ads', '%20ads'].map((source) => world.search('', `trafficsource=${source}`))),
    );
    expect(answers.map(codeOf)).toEqual([[403, 'signed_out'], [403, 'signed_out'], 200, 200]);
  });

  test('does not learn who has just joined, neither by asking for them nor by the order', async () => {
    const [early, late] = [aPerson({ createdAt: Date.now() - 90 * DAY }), aPerson({ createdAt: Date.now() - DAY, bucket: 9 })];
    await world.addPeople([early, late]);
    for (const query of ['new_here=1', 'sort=new', 'sort=near', 'online=1']) {
      const answer = await world.search('', `country=NL&${query}`);
      expect([query, idsOf(answer)]).toEqual([query, [early.id, late.id]]);
      expect(answer.at('filter_options')).toMatchObject({ new_here: false, online: false, sort: 'active' });
    }
  });

  test('finds fictional members labelled, and nobody who cannot be found', async () => {
    const [real, fictional] = [aPerson(), aPerson({ isFictional: true })];
    await world.addPeople([real, fictional, aPerson({ isPaused: true }), aPerson({ status: 'not_confirmed' })]);
    const answer = await world.search('', 'country=NL');
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
      const person = aPerson({ name, hasPhoto: true, mainImageId: image.id, dateOfBirth: bornAgo(30) });
      await world.addPeople([person]);
      await world.db.insert(images).values({ ...image, memberId: person.id, width: 4, height: 5, thumbhash: `${name}-hash`, isNude });
    }
  }
  const filesIn = (answer: ApiAnswer) =>
    JSON.stringify(answer.body)
      .match(/(bare|plain)-\w+(\.webp)?/g)
      ?.toSorted();
  const PLAIN = ['plain-hash', 'plain-l.webp', 'plain-m.webp', 'plain-t.webp'];
  const BARE = ['bare-hash', 'bare-l.webp', 'bare-m.webp', 'bare-t.webp'];

  test('a card with a nude photo has its thumbhash and no file; other cards are unchanged', async () => {
    const bas = await world.seeker();
    await addTwo();
    for (const query of ['', 'hideNudity=1', `${EVERYWHERE}&hideNudity=1`, 'source=similar&min_age=31&max_age=33', 'sort=new']) {
      const answer = await world.search(bas.cookie, query);
      expect([query, filesIn(answer)]).toEqual([query, ['bare-hash', ...PLAIN]]);
    }
    const image = (await world.search(bas.cookie, '')).body as { profiles: { main_image: Record<string, unknown> }[] };
    expect(image.profiles.map(({ main_image: { is_nude, width, thumb_filename } }) => [is_nude, width, thumb_filename === ''])).toEqual(
      expect.arrayContaining([
        [true, 4, true],
        [false, 4, false],
      ]),
    );
  });

  test('is a member’s choice, and never a visitor’s', async () => {
    const bas = await world.seeker();
    await addTwo();
    expect(filesIn(await world.search(bas.cookie, 'hideNudity=0'))).toEqual([...BARE, ...PLAIN]);
    for (const query of ['', 'hideNudity=1', 'hideNudity=0'])
      expect([query, filesIn(await world.search('', `country=NL&${query}`))]).toEqual([query, ['bare-hash', ...PLAIN]]);
  });

  test('the initial answer of the page holds no file of such a photo either', async () => {
    const bas = await world.seeker();
    await addTwo();
    const page = await world.page(bas.cookie, '/members');
    expect(new Set(page.match(/bare-[\w-]+(\.webp)?/g))).toEqual(new Set(['bare-hash']));
    expect(page).toContain('plain-m.webp');
  });
});

describe('what a member has chosen', () => {
  const saved = async (cookie: string) => (await world.search(cookie, '')).at('filter_options.gender');

  test('is saved by a manual search, and not by a search that the page makes by itself', async () => {
    const { cookie } = await world.seeker();
    await world.search(cookie, 'gender=female');
    expect(await saved(cookie)).toBe('');
    await world.search(cookie, 'gender=female&manual_search=1&auto_load=1');
    expect(await saved(cookie)).toBe('');
    await world.search(cookie, 'gender=female&manual_search=1&do_not_save=1');
    expect(await saved(cookie)).toBe('');
    await world.search(cookie, 'gender=female&manual_search=1&auto_load=0');
    expect(await saved(cookie)).toBe('female');
  });
});
