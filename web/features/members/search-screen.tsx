import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SearchAnswer } from '#contract/members';
import { CreditChip } from '../../cards/credit-chip.tsx';
import { MemberGridSkeleton } from '../../cards/member-grid.tsx';
import { PausedSlot } from '../../cards/paused-slot.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { keys } from '../../session/keys.ts';
import { useHidesNudity } from '../../session/nudity.ts';
import { useSettings } from '../../session/settings.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useAdvertisements } from '../partners/use-advertisements.ts';
import { FilterSkeleton } from './filter-bar.tsx';
import { type Filters, filtersFromAnswer, filtersFromQuery, filtersToQuery } from './filters.ts';
import { useIsPaged } from './paging-mode.ts';
import { useCountWords } from './result-count.ts';
import { SearchFilters } from './search-filters.tsx';
import { pressSearch, useSearch } from './search-queries.ts';
import { SearchResults } from './search-results.tsx';
import './search-screen.css';

/** The walk of the pages that history keeps for a reload; anything else in its place counts as none. */
function walkIn(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'walk' in state && typeof state.walk === 'string' ? state.walk : undefined;
}

/** The search that the address names, and the ways to change it. */
function useAddress() {
  const [query] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  return {
    filters: filtersFromQuery(query),
    page,
    walk: page > 1 ? walkIn(state) : undefined,
    search: (filters: Filters) => {
      pressSearch(client, filters);
      void navigate({ pathname, search: `?${filtersToQuery(filters)}` });
      scrollTo(0, 0);
    },
    follow: ({ paging }: SearchAnswer) => {
      const next = new URLSearchParams(query);
      next.set('page', String(paging.page));
      void navigate({ pathname, search: `?${next}` }, { replace: true, preventScrollReset: true, state: { walk: paging.walk } });
    },
  };
}

function Headline({ pages, sort }: { pages: readonly SearchAnswer[]; sort: Filters['sort'] }) {
  const { t } = useTranslation('members');
  const countWords = useCountWords();
  const found = pages.at(-1);
  const members = found ? countWords(found.paging) : '';
  const shown = pages.reduce((sum, { profiles }) => sum + profiles.length, 0);
  return (
    <>
      <p className="soft headline">{found && found.paging.num_results > 0 && t(`headline_${sort}`, { members })}</p>
      <p className="vh" role="status">
        {found && t('shown_of', { shown: formatNumber(shown), members })}
      </p>
    </>
  );
}

export function Screen() {
  const { t } = useTranslation('members');
  const address = useAddress();
  const client = useQueryClient();
  const { min_age: minAge } = useSettings();
  const isPaged = useIsPaged();
  const found = useSearch(address.filters, address.page, address.walk, { isPaged, hidesNudity: useHidesNudity() });
  const pages = found.data?.pages ?? [];
  const first = pages[0];
  const shown = pages.reduce((sum, { profiles }) => sum + profiles.length, 0);
  const { isAwaited, arrange, Link } = useAdvertisements(address.filters, shown);
  const inForce = address.filters ?? (first ? filtersFromAnswer(first.filter_options, minAge) : null);

  const isElsewhere = !isPaged && found.data !== undefined && !found.data.pageParams.some(({ page }) => page === address.page);
  const searched = JSON.stringify(address.filters);
  useEffect(() => {
    if (isElsewhere) void client.resetQueries({ queryKey: keys.search(JSON.parse(searched)), exact: true });
  }, [isElsewhere, client, searched]);

  const showMore = async () => {
    const here = location.href;
    const last = (await found.fetchNextPage()).data?.pages.at(-1);
    // Whoever has gone elsewhere meanwhile is not called back.
    if (last && location.href === here) address.follow(last);
  };
  return (
    <>
      <header className="head">
        <div>
          <h1 className="d d28">{t('title')}</h1>
          <Headline pages={pages} sort={inForce?.sort ?? 'active'} />
        </div>
        <CreditChip />
      </header>
      <PausedSlot />
      {inForce && <SearchFilters inForce={inForce} onSearch={address.search} />}
      {!inForce && found.isPending && <FilterSkeleton />}
      {(found.isPending || isAwaited) && <MemberGridSkeleton />}
      {found.isError && pages.length === 0 && <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />}
      {inForce && pages.length > 0 && !isAwaited && (
        <SearchResults
          pages={pages}
          filters={inForce}
          onSearch={address.search}
          arrange={arrange}
          isPaged={isPaged}
          more={{
            hasMore: found.hasNextPage,
            hasEarlier: found.hasPreviousPage,
            isLoading: found.isFetchingNextPage || found.isFetchingPreviousPage,
            error: found.isFetchNextPageError || found.isFetchPreviousPageError ? found.error : null,
            onMore: () => void showMore(),
            onEarlier: () => void found.fetchPreviousPage(),
          }}
        />
      )}
      {Link && shown > 0 && !isAwaited && <Link />}
    </>
  );
}
