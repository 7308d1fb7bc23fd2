import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { type FilterOptions, SearchAnswer } from '#contract/members';
import { type PageName, pageAt } from '#contract/pages/page-routes';
import { MAX_AGE } from '#contract/primitives';
import type { Profile } from '#contract/profile';
import { keys } from '../../api/query-keys.ts';
import { isBag } from '../cache/cached-cards.ts';

/** The kind of list a card stands in. */
export type WhySource = 'search' | 'home' | 'similar';
const SOURCES: Partial<Record<PageName, WhySource>> = {
  members: 'search',
  search: 'search',
  home: 'home',
  'members-memberId': 'similar',
  'likes-m-memberId': 'similar',
};

/** The kind of list on the page of this path; null on pages whose cards were not chosen by a search, such as likes. */
export function whySource(pathname: string): WhySource | null {
  const page = pageAt(pathname);
  return (page && SOURCES[page]) ?? null;
}

/** One reason why a card is shown. */
export type Why =
  | { readonly kind: 'fictional' | 'region' | 'new_here' | 'filters' | 'similar' }
  | { readonly kind: 'interests'; readonly shared: readonly string[] }
  | { readonly kind: 'order'; readonly sort: FilterOptions['sort'] };

interface Meeting {
  readonly profile: Pick<Profile, 'is_fictional' | 'interests' | 'country' | 'countryregion' | 'is_new_here'>;
  readonly mine: Pick<Profile, 'interests' | 'country' | 'countryregion'>;
  readonly source: WhySource;
  /** The filters of the search that found the card; null if it was no search. */
  readonly filters: FilterOptions | null;
  /** The lowest age of a member, which is the default of the filter. */
  readonly minAge: number;
}

const isNarrow = (filters: FilterOptions, minAge: number) =>
  Boolean(filters.gender || filters.country || filters.countries.length || filters.countryregion) ||
  filters.min_age > minAge ||
  filters.max_age < MAX_AGE ||
  filters.photo ||
  filters.online ||
  filters.new_here;

const SORT: Record<Exclude<WhySource, 'search'>, FilterOptions['sort']> = { home: 'new', similar: 'active' };

/** The reasons why a member is shown, in the order of docs/product.md, "Why this profile". */
export function whyShown({ profile, mine, source, filters, minAge }: Meeting): Why[] {
  const shared = profile.interests.filter((interest) => mine.interests.includes(interest));
  const isNear = profile.countryregion !== null && profile.countryregion === mine.countryregion && profile.country === mine.country;
  const memberReasons: Why[] = [
    ...(shared.length > 0 ? [{ kind: 'interests', shared } as const] : []),
    ...(isNear ? [{ kind: 'region' } as const] : []),
    ...(profile.is_new_here ? [{ kind: 'new_here' } as const] : []),
  ];
  const sort = source === 'search' ? (filters?.sort ?? 'active') : SORT[source];
  return [
    ...(profile.is_fictional ? [{ kind: 'fictional' } as const] : []),
    ...memberReasons,
    ...(source === 'search' && filters && isNarrow(filters, minAge) ? [{ kind: 'filters' } as const] : []),
    ...(source === 'similar' ? [{ kind: 'similar' } as const] : []),
    ...(memberReasons.length === 0 ? [{ kind: 'order', sort } as const] : []),
  ];
}

/** The filters of a search on screen whose answer contains this member; null if there is none. */
export function filtersThatFound(client: QueryClient, id: string): FilterOptions | null {
  const queries = client.getQueryCache().findAll({ queryKey: keys.searches, type: 'active' });
  const answers = queries.flatMap(({ state: { data } }) => (isBag(data) && Array.isArray(data.pages) ? data.pages : [data]));
  const found = answers.find(
    (answer): answer is SearchAnswer => v.is(SearchAnswer, answer) && answer.profiles.some((profile) => profile.id === id),
  );
  return found?.filter_options ?? null;
}
