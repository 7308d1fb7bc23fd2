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
    ...{ gender: '', min_age: 18, max_age: 100, country: '', countries: [], countryregion: '' },
    ...{ photo: false, online: false, new_here: false, sort: 'active' },
  },
});

let caches: QueryClient;

function search(...pages: string[][]): void {
  const found = pages.flat().length;
  caches.setQueryData<Pages>(SEARCH, { pages: pages.map((names, i) => answerOf(names, i + 1, found)), pageParams: pages.map((_, i) => i) });
}
const shown = () => caches.getQueryData<Pages>(SEARCH)?.pages.map(({ profiles }) => profiles.map(({ name }) => name));
const found = () => caches.getQueryData<Pages>(SEARCH)?.pages.map(({ paging }) => paging.num_results);
const take = (name: string) => takeOut(caches, idOf(name), 'searches');

beforeEach(() => {
  caches = new QueryClient();
});

describe('a member taken out of the searches', () => {
  test('is on no page of any search, nor among those like somebody', () => {
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

  test('leaves what does not hold them as it is', () => {
    search(['ada']);
    const before = caches.getQueryData(SEARCH);
    take('bea');
    expect(caches.getQueryData(SEARCH)).toBe(before);
  });

  test('comes back alone on a page that they left empty', () => {
    search(['ada', 'bea'], ['cem']);
    take('cem')();
    expect(shown()).toEqual([['ada', 'bea'], ['cem']]);
    expect(found()).toEqual([3, 3]);
  });

  test('comes back to their page when a page came before it meanwhile', () => {
    search(['cem', 'dov', 'eli']);
    const putBack = take('dov');
    search(['ada', 'bea'], ['cem', 'eli']);
    putBack();
    expect(shown()).toEqual([
      ['ada', 'bea'],
      ['cem', 'dov', 'eli'],
    ]);
  });

  test('is there once when the server brought them back first', () => {
    search(['ada', 'bea']);
    const putBack = take('bea');
    search(['bea', 'ada']);
    putBack();
    expect(shown()).toEqual([['bea', 'ada']]);
  });

  test('does not bring a search back that was begun anew', () => {
    search(['ada', 'bea']);
    const putBack = take('bea');
    caches.removeQueries({ queryKey: SEARCH });
    putBack();
    expect(caches.getQueryData(SEARCH)).toBeUndefined();
  });
});

/** Some of them, in an order of their own. */
const someOf = (names: readonly string[]) => fc.shuffledSubarray([...names]);

test('whoever is taken out and put back, in whatever order, the rest stand as they stood', () => {
  fc.assert(
    fc.property(someOf(NAMES), fc.nat({ max: NAMES.length }), fc.infiniteStream(fc.boolean()), (gone, split, coins) => {
      search(NAMES.slice(0, split), NAMES.slice(split));
      const out = new Map<string, () => void>();
      const left = () => NAMES.filter((name) => !out.has(name));
      for (const name of gone) {
        out.set(name, take(name));
        const [back] = out;
        if (back && coins.next().value) {
          out.delete(back[0]);
          back[1]();
        }
        expect(shown()?.flat()).toEqual(left());
        expect(found()).toEqual([left().length, left().length]);
      }
      for (const [name, putBack] of [...out].toSorted(() => (coins.next().value ? 1 : -1))) {
        out.delete(name);
        putBack();
        expect(shown()?.flat()).toEqual(left());
      }
      expect(shown()).toEqual([NAMES.slice(0, split), NAMES.slice(split)]);
    }),
  );
});

describe('a member taken out everywhere', () => {
  test('leaves likes and chats with their numbers, and comes back with them', () => {
    const likes = likesOf([aLike('ewa'), aLike('bea', { did_like_profile: true })]);
    caches.setQueryData(keys.likes, { ...likes, profiles: [aCard('bea')], totals: { ...likes.totals, profiles: 1, matches: 1 } });
    caches.setQueryData(keys.chats, { chats: [aChat('a', 1, { with: aCard('bea') }), aChat('b', 2)], total: 2, next: null });
    const before = [caches.getQueryData(keys.likes), caches.getQueryData(keys.chats)];
    const putBack = takeOut(caches, idOf('bea'), 'everywhere');
    expect(caches.getQueryData<LikesAnswer>(keys.likes)).toMatchObject({
      profiles: [],
      liked_by: [{ name: 'ewa' }],
      totals: { profiles: 0, liked_by: 1, matches: 0, new_likes: 1 },
    });
    expect(caches.getQueryData<Chats>(keys.chats)).toMatchObject({ chats: [{ profile: { name: 'marit' } }], total: 1 });
    putBack();
    expect([caches.getQueryData(keys.likes), caches.getQueryData(keys.chats)]).toEqual(before);
  });
});
