import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { type FilterOptions, SearchAnswer } from '#contract/members';
import { type PageName, pageAt } from '#contract/pages/page-routes';
import { MAX_AGE } from '#contract/primitives';
import type { Profile } from '#contract/profile';
import { queryKeys } from '../../api/query-keys.ts';
import { isJsonObject } from '../cache/cached-cards.ts';

/** The kind of list a card stands in. */
export type ListKind = 'search' | 'home' | 'similar';
const LIST_KINDS: Partial<Record<PageName, ListKind>> = {
  members: 'search',
  search: 'search',
  home: 'home',
  'members-memberId': 'similar',
  'likes-m-memberId': 'similar',
};

/** The kind of list on the page of this path; null on pages whose cards were not chosen by a search, such as likes. */
export function listKindAt(pathname: string): ListKind | null {
  const page = pageAt(pathname);
  return (page && LIST_KINDS[page]) ?? null;
}

/** One reason why a card is shown. */
export type ShownReason =
  | { readonly kind: 'fictional' | 'region' | 'new_here' | 'filters' | 'similar' }
  | { readonly kind: 'interests'; readonly shared: readonly string[] }
  | { readonly kind: 'order'; readonly sort: FilterOptions['sort'] };

interface ShownContext {
  readonly profile: Pick<Profile, 'is_fictional' | 'interests' | 'country' | 'countryregion' | 'is_new_here'>;
  readonly mine: Pick<Profile, 'interests' | 'country' | 'countryregion'>;
  readonly source: ListKind;
  /** The filters of the search that found the card; null if it was no search. */
  readonly filters: FilterOptions | null;
  /** The lowest age of a member, which is the default of the filter. */
  readonly minAge: number;
}

const hasFilters = (filters: FilterOptions, minAge: number) =>
  Boolean(filters.gender || filters.country || filters.countries.length || filters.countryregion) ||
  filters.min_age > minAge ||
  filters.max_age < MAX_AGE ||
  filters.looking_for.length + filters.interests.length + filters.body_height.length > 0 ||
  filters.photo ||
  filters.online ||
  filters.new_here;

const DEFAULT_SORT: Record<Exclude<ListKind, 'search'>, FilterOptions['sort']> = { home: 'new', similar: 'active' };

/** The reasons why a member is shown, in the order of docs/product.md, "Why this profile". */
export function shownReasons({ profile, mine, source, filters, minAge }: ShownContext): ShownReason[] {
  const shared = profile.interests.filter((interest) => mine.interests.includes(interest));
  const isNear = profile.countryregion !== null && profile.countryregion === mine.countryregion && profile.country === mine.country;
  const memberReasons: ShownReason[] = [
    ...(shared.length > 0 ? [{ kind: 'interests', shared } as const] : []),
    ...(isNear ? [{ kind: 'region' } as const] : []),
    ...(profile.is_new_here ? [{ kind: 'new_here' } as const] : []),
  ];
  const sort = source === 'search' ? (filters?.sort ?? 'active') : DEFAULT_SORT[source];
  return [
    ...(profile.is_fictional ? [{ kind: 'fictional' } as const] : []),
    ...memberReasons,
    ...(source === 'search' && filters && hasFilters(filters, minAge) ? [{ kind: 'filters' } as const] : []),
    ...(source === 'similar' ? [{ kind: 'similar' } as const] : []),
    ...(memberReasons.length === 0 ? [{ kind: 'order', sort } as const] : []),
  ];
}

/** The filters of a search on screen whose answer contains this member; null if there is none. */
export function filtersThatFound(client: QueryClient, id: string): FilterOptions | null {
  const queries = client.getQueryCache().findAll({ queryKey: queryKeys.searches, type: 'active' });
  const answers = queries.flatMap(({ state: { data } }) => (isJsonObject(data) && Array.isArray(data.pages) ? data.pages : [data]));
  const found = answers.find(
    (answer): answer is SearchAnswer => v.is(SearchAnswer, answer) && answer.profiles.some((profile) => profile.id === id),
  );
  return found?.filter_options ?? null;
}
