import { beforeEach, describe, expect, test } from 'vitest';
import { eventOutbox } from '#db/schema/index';
import { aConversation, aLike, aMember, type TestMember } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { ALL_FILTERS_OPEN, bornAgo, idsOf } from './search-fixture.ts';

const site = testSite();
const traits = { country: 'NL', countryregion: 'NL-UT', gender: 'female', dateOfBirth: bornAgo(32, -40) };

let bas: TestMember;
let real: TestMember;
let fictional: TestMember;
let liking: TestMember;

beforeEach(async () => {
  await site.db.$client.batch([
    'delete from event_outbox',
    'delete from likes',
    'delete from like_notification_log',
    'delete from members',
  ]);
  [bas, real, fictional, liking] = await Promise.all([
    aMember(site.db, { ...traits, name: 'Bas' }),
    aMember(site.db, { ...traits, name: 'Real' }),
    aMember(site.db, { ...traits, name: 'Fictional', isFictional: true }),
    aMember(site.db, { ...traits, name: 'Liking', isFictional: true }),
  ]);
  await aLike(site.db, liking.id, bas.id);
});

const explicit = `${ALL_FILTERS_OPEN}&photo=0&online=0&new_here=0&sort=active`;
const lists: [list: string, query: () => string][] = [
  ['the search', () => ''],
  ['a search with every filter named', () => explicit],
  ['a search of one region', () => 'country=NL&countryregion=NL-UT&gender=female&min_age=20&max_age=40'],
  ['the newest', () => 'sort=new'],
  ['the nearest', () => 'sort=near'],
  ['a manual search', () => `${explicit}&manual_search=1`],
  ['the error page', () => 'source=error&do_not_save=1'],
  ['home', () => 'source=home&sort=new&do_not_save=1'],
  ['the matches of a sign-up', () => 'source=signup-matches&min_age=&max_age=&do_not_save=1'],
  ['a lander', () => 'source=lander&do_not_save=1'],
  ['the members like another', () => `source=similar&similar_to=${real.id}&do_not_save=1`],
];

describe('"no fictional profiles"', () => {
  test.each(lists)('applies to %s, but not to one who likes the member', async (_, query) => {
    const found = async () => new Set(idsOf(await site.as(bas).get(`/api/search.php?${query()}`)));
    const shown = query().includes('similar_to') ? [] : [real.id];
    expect(await found()).toEqual(new Set([...shown, fictional.id, liking.id]));
    await site.as(bas).put('/api/user.php', { hide_fictional: true });
    expect(await found()).toEqual(new Set([...shown, liking.id]));
    await site.as(bas).put('/api/user.php', { hide_fictional: false });
    expect(await found()).toEqual(new Set([...shown, fictional.id, liking.id]));
  });

  test('leaves nothing but fictional likers in the number of fictional profiles', async () => {
    const counts = async () => {
      const answer = await site.as(bas).get(`/api/search.php?${explicit}`);
      return [answer.at('paging.num_results'), answer.at('paging.num_fictional')];
    };
    expect(await counts()).toEqual([3, 2]);
    await site.as(bas).put('/api/user.php', { hide_fictional: true });
    expect(await counts()).toEqual([2, 1]);
  });

  test('applies to counts and to relaxed filters', async () => {
    await site.as(bas).put('/api/user.php', { hide_fictional: true });
    for (const query of [`${explicit}&facets=1`, 'gender=male&facets=1']) {
      const answer = await site.as(bas).get(`/api/search.php?${query}`);
      const loosen = answer.at('loosen') as { filter: string; adds: number }[];
      const found = Number(answer.at('paging.num_results'));
      expect(Math.max(found, ...loosen.map(({ adds }) => found + adds))).toBe(2);
    }
  });

  test('keeps fictional members in the likes of the member, and conversations that they began', async () => {
    await aLike(site.db, bas.id, fictional.id);
    await site.as(bas).put('/api/user.php', { hide_fictional: true });
    const likes = await site.as(bas).get('/api/likes.php');
    expect([likes.at('liked_by.0.id'), likes.at('profiles.0.id'), likes.at('totals.new_likes')]).toEqual([liking.id, fictional.id, 1]);
    expect((await site.as(bas).get(`/api/profile.php?id=${fictional.id}`)).status).toBe(200);
  });
});

/** Every object in an answer that is a card, by its id and label. */
function cardsIn(value: unknown): Record<'id' | 'is_fictional', unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(cardsIn);
  return 'id' in value && 'name' in value && 'is_fictional' in value ? [value, ...inner] : inner;
}

describe('the label', () => {
  test('is on every answer that names a fictional member, to members and visitors', async () => {
    await aLike(site.db, bas.id, liking.id);
    const conversation = await aConversation(site.db, bas.id, liking.id);
    await site
      .as(liking)
      .post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: 'c'.repeat(22), text: 'Hello' } });
    const asked = [
      '/api/search.php',
      '/api/likes.php',
      '/api/likes.php?type=matches',
      '/api/chats.php',
      `/api/chat.php?conversation=${conversation}`,
      `/api/profile.php?id=${liking.id}`,
    ];
    const answers = await Promise.all([
      ...asked.map((path) => site.as(bas).get(path)),
      site.visitor.get('/api/search.php?country=NL'),
      site.visitor.get(`/api/profile.php?id=${liking.id}`),
    ]);
    for (const answer of answers) {
      const named = cardsIn(answer.body).filter(({ id }) => id === liking.id);
      expect(named.length).toBeGreaterThan(0);
      expect(named.every(({ is_fictional: isFictional }) => isFictional === true)).toBe(true);
    }
  });

  test('is on every room event that carries a card', async () => {
    await site.as(bas).post('/api/likes.php', { profile: liking.id });
    await site.as(liking).delete('/api/likes.php', { profile: bas.id });
    const cards = (await site.db.select().from(eventOutbox)).flatMap(({ event }) => cardsIn(event));
    const labels = new Set(cards.map(({ id, is_fictional: isFictional }) => `${id} ${isFictional}`));
    expect(labels).toEqual(new Set([`${bas.id} false`, `${liking.id} true`]));
  });
});

describe('a paused member', () => {
  test('is in nobody’s search until they show themselves again, and may still search', async () => {
    const isFound = async () => idsOf(await site.as(real).get(`/api/search.php?${explicit}`)).includes(bas.id);
    expect(await isFound()).toBe(true);
    expect((await site.as(bas).put('/api/user.php', { paused: true })).at('user.paused')).toBe(true);
    expect(await isFound()).toBe(false);
    expect(idsOf(await site.as(bas).get(`/api/search.php?${explicit}`)).length).toBe(3);
    await site.as(bas).put('/api/user.php', { paused: false });
    expect(await isFound()).toBe(true);
  });
});

test('a member who hides when they are online looks offline to others at once', async () => {
  const isOnline = async () => (await site.as(real).get(`/api/profile.php?id=${bas.id}`)).at('profile.is_online');
  expect(await isOnline()).toBe(true);
  await site.as(bas).put('/api/user.php', { hide_presence: true });
  expect(await isOnline()).toBe(false);
});
