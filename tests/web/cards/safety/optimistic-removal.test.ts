import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import type { LikesAnswer } from '#contract/likes';
import type { SearchAnswer } from '#contract/members';
import { keys } from '../../../../web/api/query-keys.ts';
import { takeOut } from '../../../../web/cards/safety/optimistic-removal.ts';
import { aCard, aChat, aLike, idOf, likesOf } from '../../fixtures.ts';

type Pages = InfiniteData<SearchAnswer, number>;
type Chats = OutputOf<typeof listChats>;

const NAMES = ['ada', 'bea', 'cem', 'dov', 'eli', 'fay'];
const SEARCH = keys.search({ gender: '' });

const answerOf = (names: readonly string[], page: number, found: number): SearchAnswer => ({
  profiles: names.map((name) => aCard(name)),
  paging: { num_results: found, is_capped: false, page, num_pages: 3, walk: 'walk' },
  filter_options: {
    gender: '',
    min_age: 18,
    max_age: 100,
    country: '',
    countries: [],
    countryregion: '',
    photo: false,
    online: false,
    new_here: false,
    sort: 'active',
  },
});

let caches: QueryClient;

function search(...pages: string[][]): void {
  const found = pages.flat().length;
  caches.setQueryData<Pages>(SEARCH, {
    pages: pages.map((names, i) => answerOf(names, i + 1, found)),
    pageParams: pages.map((_, i) => i),
  });
}
const shown = () => caches.getQueryData<Pages>(SEARCH)?.pages.map(({ profiles }) => profiles.map(({ name }) => name));
const found = () => caches.getQueryData<Pages>(SEARCH)?.pages.map(({ paging }) => paging.num_results);
const take = (name: string) => takeOut(caches, idOf(name), 'searches');

beforeEach(() => {
  caches = new QueryClient();
});

describe('a member removed from the searches', () => {
  test('is on no page of any search, nor among similar members', () => {
    search(['ada', 'bea'], ['cem']);
    const similar = [...keys.profile(idOf('eli')), 'similar', 1];
    caches.setQueryData(keys.search('home'), answerOf(['bea', 'fay'], 1, 2));
    caches.setQueryData(similar, answerOf(['bea'], 1, 1));
    take('bea');
    expect(shown()).toEqual([['ada'], ['cem']]);
    expect(found()).toEqual([2, 2]);
    expect(caches.getQueryData<SearchAnswer>(keys.search('home'))?.profiles.map(({ name }) => name)).toEqual(['fay']);
    expect(caches.getQueryData<SearchAnswer>(similar)?.profiles).toEqual([]);
  });

  test('stays in likes and chats, and in the list of those who are hidden', () => {
    caches.setQueryData(keys.likes, likesOf([aLike('bea')]));
    caches.setQueryData(keys.chats, { chats: [aChat('a', 1, { with: aCard('bea') })], total: 1, next: null });
    caches.setQueryData(keys.hidden, { pages: [{ profiles: [aCard('bea')], total: 1, next: null }], pageParams: [''] });
    const before = JSON.stringify([keys.likes, keys.chats, keys.hidden].map((key) => caches.getQueryData(key)));
    take('bea')();
    expect(JSON.stringify([keys.likes, keys.chats, keys.hidden].map((key) => caches.getQueryData(key)))).toBe(before);
  });

  test('leaves a search without them as it is', () => {
    search(['ada']);
    const before = caches.getQueryData(SEARCH);
    take('bea');
    expect(caches.getQueryData(SEARCH)).toBe(before);
  });

  test('returns to a page that was empty without them', () => {
    search(['ada', 'bea'], ['cem']);
    take('cem')();
    expect(shown()).toEqual([['ada', 'bea'], ['cem']]);
    expect(found()).toEqual([3, 3]);
  });

  test('returns to their page if a page was put in front of it meanwhile', () => {
    search(['cem', 'dov', 'eli']);
    const restore = take('dov');
    search(['ada', 'bea'], ['cem', 'eli']);
    restore();
    expect(shown()).toEqual([
      ['ada', 'bea'],
      ['cem', 'dov', 'eli'],
    ]);
  });

  test('is listed once if the server returned them first', () => {
    search(['ada', 'bea']);
    const restore = take('bea');
    search(['bea', 'ada']);
    restore();
    expect(shown()).toEqual([['bea', 'ada']]);
  });

  test('does not bring back a search that was removed meanwhile', () => {
    search(['ada', 'bea']);
    const restore = take('bea');
    caches.removeQueries({ queryKey: SEARCH });
    restore();
    expect(caches.getQueryData(SEARCH)).toBeUndefined();
  });
});

/** Some of the names, in any order. */
const someOf = (names: readonly string[]) => fc.shuffledSubarray([...names]);

test('whoever is removed and restored, in any order, the others keep their places', () => {
  fc.assert(
    fc.property(someOf(NAMES), fc.nat({ max: NAMES.length }), fc.infiniteStream(fc.boolean()), (chosen, split, coins) => {
      search(NAMES.slice(0, split), NAMES.slice(split));
      const removed = new Map<string, () => void>();
      const left = () => NAMES.filter((name) => !removed.has(name));
      for (const name of chosen) {
        removed.set(name, take(name));
        const [earliest] = removed;
        if (earliest && coins.next().value) {
          removed.delete(earliest[0]);
          earliest[1]();
        }
        expect(shown()?.flat()).toEqual(left());
        expect(found()).toEqual([left().length, left().length]);
      }
      for (const [name, restore] of [...removed].toSorted(() => (coins.next().value ? 1 : -1))) {
        removed.delete(name);
        restore();
        expect(shown()?.flat()).toEqual(left());
      }
      expect(shown()).toEqual([NAMES.slice(0, split), NAMES.slice(split)]);
    }),
  );
});

describe('a member removed everywhere', () => {
  test('leaves likes and chats, whose counts follow, and returns to both', () => {
    const likes = likesOf([aLike('ewa'), aLike('bea', { did_like_profile: true })]);
    caches.setQueryData(keys.likes, { ...likes, profiles: [aCard('bea')], totals: { ...likes.totals, profiles: 1, matches: 1 } });
    caches.setQueryData(keys.chats, { chats: [aChat('a', 1, { with: aCard('bea') }), aChat('b', 2)], total: 2, next: null });
    const before = [caches.getQueryData(keys.likes), caches.getQueryData(keys.chats)];
    const restore = takeOut(caches, idOf('bea'), 'everywhere');
    expect(caches.getQueryData<LikesAnswer>(keys.likes)).toMatchObject({
      profiles: [],
      liked_by: [{ name: 'ewa' }],
      totals: { profiles: 0, liked_by: 1, matches: 0, new_likes: 1 },
    });
    expect(caches.getQueryData<Chats>(keys.chats)).toMatchObject({ chats: [{ profile: { name: 'marit' } }], total: 1 });
    restore();
    expect([caches.getQueryData(keys.likes), caches.getQueryData(keys.chats)]).toEqual(before);
  });
});
