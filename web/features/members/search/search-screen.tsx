import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '../../../api/query-keys.ts';
import { MemberGridSkeleton } from '../../../cards/member-grid.tsx';
import { useSettings } from '../../../session/settings.ts';
import { CreditChip } from '../../../ui/credits/credit-balance.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useAdvertisements } from '../../partners/use-advertisements.ts';
import { PausedSlot } from '../../profile/paused-note-slot.tsx';
import { filtersFromAnswer } from '../filters/filters.ts';
import { FilterSkeleton } from './filter-bar.tsx';
import { useIsPaged } from './paging-mode.ts';
import { SearchFilters } from './search-filters.tsx';
import { Headline } from './search-headline.tsx';
import { everyoneOn, useSearch } from './search-queries.ts';
import { SearchResults } from './search-results.tsx';
import { useSearchAddress } from './search-url.ts';
import './search-screen.css';

export function Screen() {
  const { t } = useTranslation('members');
  const address = useSearchAddress();
  const client = useQueryClient();
  const { min_age: minAge } = useSettings();
  const isPaged = useIsPaged();
  const found = useSearch(address.filters, address.page, address.walk, { isPaged });
  const pages = found.data?.pages ?? [];
  const first = pages[0];
  const members = everyoneOn(pages);
  const { isAwaited, arrange, Link } = useAdvertisements(address.filters, members.length);
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
          <Headline paging={pages.at(-1)?.paging} shown={members.length} isPaged={isPaged} filters={inForce} />
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
          members={members}
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
      {Link && members.length > 0 && !isAwaited && <Link />}
    </>
  );
}
