import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { FilterOptions } from '#contract/members';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { filtersThatFound, listKindAt, shownReasons } from '../../../../web/cards/safety/why-shown.ts';
import { ANY_FILTERS, aCard, aProfile, idOf } from '../../fixtures.ts';

const me = aProfile('joris', { interests: ['cycling', 'hiking'], countryregion: 'NL-UT' });
const stranger = aProfile('marit', { country: 'BE', countryregion: 'BE-VAN' });

const kinds = (traits: Partial<Parameters<typeof shownReasons>[0]> = {}) =>
  shownReasons({ profile: stranger, mine: me, source: 'search', filters: ANY_FILTERS, minAge: 18, ...traits }).map(({ kind }) => kind);

describe('why somebody is shown', () => {
  test('is what both share, by name, then the region, then that they are new', () => {
    const profile = aProfile('marit', { interests: ['hiking', 'vinyl'], countryregion: 'NL-UT', is_new_here: true });
    expect(shownReasons({ profile, mine: me, source: 'search', filters: ANY_FILTERS, minAge: 18 })).toEqual([
      { kind: 'interests', shared: ['hiking'] },
      { kind: 'region' },
      { kind: 'new_here' },
    ]);
  });

  test('begins with the fictional profile, whatever else there is to say', () => {
    expect(kinds({ profile: aProfile('mei', { is_fictional: true, countryregion: 'NL-UT' }) })).toEqual(['fictional', 'region']);
    expect(kinds({ profile: { ...stranger, is_fictional: true } })).toEqual(['fictional', 'order']);
  });

  test('is the order of the list where nothing is shared', () => {
    const sortIn = (traits: Partial<Parameters<typeof shownReasons>[0]>) =>
      shownReasons({ profile: stranger, mine: me, source: 'search', filters: ANY_FILTERS, minAge: 18, ...traits }).find(
        ({ kind }) => kind === 'order',
      );
    expect(sortIn({})).toEqual({ kind: 'order', sort: 'active' });
    expect(sortIn({ filters: { ...ANY_FILTERS, sort: 'near' } })).toEqual({ kind: 'order', sort: 'near' });
    expect(sortIn({ filters: null })).toEqual({ kind: 'order', sort: 'active' });
    expect(sortIn({ source: 'home' })).toEqual({ kind: 'order', sort: 'new' });
  });

  test.each<Partial<FilterOptions>>([
    { gender: 'female' },
    { min_age: 26 },
    { max_age: 35 },
    { country: 'BE' },
    { countries: ['NL', 'BE'] },
    { countryregion: 'BE-VAN' },
    { photo: true },
    { online: true },
    { new_here: true },
  ])('names the filters that were set: %o', (set) => {
    expect(kinds({ filters: { ...ANY_FILTERS, ...set } })).toEqual(['filters', 'order']);
  });

  test('names no filters where none were set, nor on the start page', () => {
    expect(kinds()).toEqual(['order']);
    expect(kinds({ source: 'home', filters: { ...ANY_FILTERS, gender: 'female' } })).toEqual(['order']);
  });

  test('is the similarity among similar members', () => {
    expect(kinds({ source: 'similar' })).toEqual(['similar', 'order']);
  });

  test('is no region where neither has named one', () => {
    const nowhere = aProfile('marit', { countryregion: null });
    expect(kinds({ profile: nowhere, mine: { ...me, countryregion: null } })).toEqual(['order']);
  });
});

test.each([
  ['/members', 'search'],
  ['/search', 'search'],
  ['/home', 'home'],
  [`/members/${idOf('marit')}`, 'similar'],
  [`/likes/m/${idOf('marit')}`, 'similar'],
  ['/likes', null],
  ['/chats', null],
])('the cards of %s were chosen by %s', (path, source) => {
  expect(listKindAt(path)).toBe(source);
});

test('the filters are those of the search on screen that holds the member', () => {
  const caches = new QueryClient();
  const paging = { num_results: 1, num_fictional: 0, is_capped: false, page: 1, num_pages: 1, walk: '' };
  const pageOf = (name: string, filters: Partial<FilterOptions>) => ({
    pages: [{ profiles: [aCard(name)], paging, filter_options: { ...ANY_FILTERS, ...filters } }],
    pageParams: [1],
  });
  caches.setQueryData(queryKeys.search('before'), pageOf('marit', { gender: 'male' }));
  caches.setQueryData(queryKeys.search('now'), pageOf('marit', { gender: 'female' }));
  const end = new QueryObserver(caches, { queryKey: queryKeys.search('now'), staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
  expect(filtersThatFound(caches, idOf('marit'))?.gender).toBe('female');
  expect(filtersThatFound(caches, idOf('ewa'))).toBeNull();
  end();
});
