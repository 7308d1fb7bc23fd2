import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import type { LikesAnswer } from '#contract/likes';
import type { SearchAnswer } from '#contract/members';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { removeOptimistically } from '../../../../web/cards/safety/optimistic-removal.ts';
import { ANY_FILTERS, aCard, aChat, aLike, idOf, likesOf } from '../../fixtures.ts';

type Pages = InfiniteData<SearchAnswer, number>;
type Chats = OutputOf<typeof listChats>;

const NAMES = ['ada', 'bea', 'cem', 'dov', 'eli', 'fay'];
const SEARCH = queryKeys.search({ gender: '' });

const answerOf = (names: readonly string[], page: number, found: number): SearchAnswer => ({
  profiles: names.map((name) => aCard(name)),
  paging: { num_results: found, num_fictional: 0, is_capped: false, page, num_pages: 3, walk: 'walk' },
  filter_options: ANY_FILTERS,
});

let queryClient: QueryClient;

function search(...pages: string[][]): void {
  const found = pages.flat().length;
  queryClient.setQueryData<Pages>(SEARCH, {
    pages: pages.map((names, i) => answerOf(names, i + 1, found)),
    pageParams: pages.map((_, i) => i),
  });
}
const shown = () => queryClient.getQueryData<Pages>(SEARCH)?.pages.map(({ profiles }) => profiles.map(({ name }) => name));
const found = () => queryClient.getQueryData<Pages>(SEARCH)?.pages.map(({ paging }) => paging.num_results);
const removeFromSearches = (name: string) => removeOptimistically(queryClient, idOf(name), 'searches');

beforeEach(() => {
  queryClient = new QueryClient();
});

describe('a member removed from the searches', () => {
  test('is on no page of any search, nor among similar members', () => {
    search(['ada', 'bea'], ['cem']);
    const similar = [...queryKeys.profile(idOf('eli')), 'similar', 1];
    queryClient.setQueryData(queryKeys.search('home'), answerOf(['bea', 'fay'], 1, 2));
    queryClient.setQueryData(similar, answerOf(['bea'], 1, 1));
    removeFromSearches('bea');
    expect(shown()).toEqual([['ada'], ['cem']]);
    expect(found()).toEqual([2, 2]);
    expect(queryClient.getQueryData<SearchAnswer>(queryKeys.search('home'))?.profiles.map(({ name }) => name)).toEqual(['fay']);
    expect(queryClient.getQueryData<SearchAnswer>(similar)?.profiles).toEqual([]);
  });

  test('is no longer counted, among the fictional profiles neither, until they return', () => {
    const answer = answerOf(['ada', 'bea'], 1, 5);
    const profiles = answer.profiles.map((profile) => ({ ...profile, is_fictional: profile.name === 'bea' }));
    queryClient.setQueryData(SEARCH, { ...answer, profiles, paging: { ...answer.paging, num_fictional: 2 } });
    const counts = () => {
      const paging = queryClient.getQueryData<SearchAnswer>(SEARCH)?.paging;
      return [paging?.num_results, paging?.num_fictional];
    };
    const restore = removeFromSearches('bea');
    expect(counts()).toEqual([4, 1]);
    restore();
    expect(counts()).toEqual([5, 2]);
    removeFromSearches('ada');
    expect(counts()).toEqual([4, 2]);
  });

  test('stays in likes and chats, and in the list of those who are hidden', () => {
    queryClient.setQueryData(queryKeys.likes, likesOf([aLike('bea')]));
    queryClient.setQueryData(queryKeys.chats, { chats: [aChat('a', 1, { with: aCard('bea') })], total: 1, next: null });
    queryClient.setQueryData(queryKeys.hidden, { pages: [{ profiles: [aCard('bea')], total: 1, next: null }], pageParams: [''] });
    const before = JSON.stringify([queryKeys.likes, queryKeys.chats, queryKeys.hidden].map((key) => queryClient.getQueryData(key)));
    removeFromSearches('bea')();
    expect(JSON.stringify([queryKeys.likes, queryKeys.chats, queryKeys.hidden].map((key) => queryClient.getQueryData(key)))).toBe(before);
  });

  test('leaves a search without them as it is', () => {
    search(['ada']);
    const before = queryClient.getQueryData(SEARCH);
    removeFromSearches('bea');
    expect(queryClient.getQueryData(SEARCH)).toBe(before);
  });

  test('returns to a page that was empty without them', () => {
    search(['ada', 'bea'], ['cem']);
    removeFromSearches('cem')();
    expect(shown()).toEqual([['ada', 'bea'], ['cem']]);
    expect(found()).toEqual([3, 3]);
  });

  test('returns to their page if a page was put in front of it meanwhile', () => {
    search(['cem', 'dov', 'eli']);
    const restore = removeFromSearches('dov');
    search(['ada', 'bea'], ['cem', 'eli']);
    restore();
    expect(shown()).toEqual([
      ['ada', 'bea'],
      ['cem', 'dov', 'eli'],
    ]);
  });

  test('is listed once if the server returned them first', () => {
    search(['ada', 'bea']);
    const restore = removeFromSearches('bea');
    search(['bea', 'ada']);
    restore();
    expect(shown()).toEqual([['bea', 'ada']]);
  });

  test('does not bring back a search that was removed meanwhile', () => {
    search(['ada', 'bea']);
    const restore = removeFromSearches('bea');
    queryClient.removeQueries({ queryKey: SEARCH });
    restore();
    expect(queryClient.getQueryData(SEARCH)).toBeUndefined();
  });
});

test('a member removed everywhere leaves the first page and the older pages of the chats, and returns to them', () => {
  const chatsWith = (name: string) => ({ chats: [aChat(name, 1, { with: aCard(name) })], total: 2, next: null });
  queryClient.setQueryData(queryKeys.chats, chatsWith('ada'));
  queryClient.setQueryData(queryKeys.olderChats, { pages: [chatsWith('bea'), chatsWith('cem')], pageParams: ['', 'next'] });
  const older = () => queryClient.getQueryData<InfiniteData<Chats>>(queryKeys.olderChats)?.pages.map(({ chats }) => chats.length);
  const restore = removeOptimistically(queryClient, idOf('bea'), 'everywhere');
  expect([queryClient.getQueryData<Chats>(queryKeys.chats)?.chats.length, older()]).toEqual([1, [0, 1]]);
  restore();
  expect(older()).toEqual([1, 1]);
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
        removed.set(name, removeFromSearches(name));
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
    queryClient.setQueryData(queryKeys.likes, { ...likes, profiles: [aCard('bea')], totals: { ...likes.totals, profiles: 1, matches: 1 } });
    queryClient.setQueryData(queryKeys.chats, { chats: [aChat('a', 1, { with: aCard('bea') }), aChat('b', 2)], total: 2, next: null });
    const before = [queryClient.getQueryData(queryKeys.likes), queryClient.getQueryData(queryKeys.chats)];
    const restore = removeOptimistically(queryClient, idOf('bea'), 'everywhere');
    expect(queryClient.getQueryData<LikesAnswer>(queryKeys.likes)).toMatchObject({
      profiles: [],
      liked_by: [{ name: 'ewa' }],
      totals: { profiles: 0, liked_by: 1, matches: 0, new_likes: 1 },
    });
    expect(queryClient.getQueryData<Chats>(queryKeys.chats)).toMatchObject({ chats: [{ profile: { name: 'marit' } }], total: 1 });
    restore();
    expect([queryClient.getQueryData(queryKeys.likes), queryClient.getQueryData(queryKeys.chats)]).toEqual(before);
  });
});
