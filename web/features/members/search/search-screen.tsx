import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { MemberGridSkeleton } from '../../../cards/member-grid.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useIsPaged } from '../../../session/paging-mode.ts';
import { CreditChip } from '../../../ui/credits/credit-balance.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useAdvertisements } from '../../partners/use-advertisements.ts';
import { PausedNoteSlot } from '../../profile/paused-note-slot.tsx';
import { FilterSkeleton } from './filter-bar.tsx';
import { SearchFilters } from './search-filters.tsx';
import { Headline } from './search-headline.tsx';
import { uniqueMembers, useSearch } from './search-queries.ts';
import { SearchResults } from './search-results.tsx';
import { useSearchAddress } from './search-url.ts';
import './search-screen.css';

export function Screen() {
  const { t } = useTranslation('members');
  const address = useSearchAddress();
  const client = useQueryClient();
  const isPaged = useIsPaged();
  const searchQuery = useSearch(address.filters, address.page, address.cursor, { isPaged });
  const pages = searchQuery.data?.pages ?? [];
  const first = pages[0];
  const members = uniqueMembers(pages);
  const { isAwaited, arrange, PartnerLink } = useAdvertisements(address.filters, members.length);
  const filtersInForce = address.filters ?? first?.filter_options ?? null;

  // The address names a page that is not loaded, for example after going back: the search starts again from that page.
  const isPageMissing =
    !isPaged && searchQuery.data !== undefined && !searchQuery.data.pageParams.some(({ page }) => page === address.page);
  const filtersJson = JSON.stringify(address.filters);
  useEffect(() => {
    if (isPageMissing) void client.resetQueries({ queryKey: queryKeys.search(JSON.parse(filtersJson)), exact: true });
  }, [isPageMissing, client, filtersJson]);

  const showMore = async () => {
    const startUrl = location.href;
    const last = (await searchQuery.fetchNextPage()).data?.pages.at(-1);
    // Leaves the address alone if the member has gone elsewhere meanwhile.
    if (last && location.href === startUrl) address.rememberPage(last);
  };
  return (
    <>
      <header className="page-head">
        <div>
          <h1 className="display display-28">{t('title')}</h1>
          <Headline paging={pages.at(-1)?.paging} shown={members.length} isPaged={isPaged} filters={filtersInForce} />
        </div>
        <CreditChip />
      </header>
      <PausedNoteSlot />
      {filtersInForce && <SearchFilters inForce={filtersInForce} onSearch={address.search} />}
      {!filtersInForce && searchQuery.isPending && <FilterSkeleton />}
      {(searchQuery.isPending || isAwaited) && <MemberGridSkeleton />}
      {searchQuery.isError && pages.length === 0 && <ErrorPanel error={searchQuery.error} onRetry={() => void searchQuery.refetch()} />}
      {filtersInForce && pages.length > 0 && !isAwaited && (
        <SearchResults
          pages={pages}
          members={members}
          filters={filtersInForce}
          onSearch={address.search}
          arrange={arrange}
          isPaged={isPaged}
          more={{
            hasMore: searchQuery.hasNextPage,
            hasEarlier: searchQuery.hasPreviousPage,
            isLoading: searchQuery.isFetchingNextPage || searchQuery.isFetchingPreviousPage,
            error: searchQuery.isFetchNextPageError || searchQuery.isFetchPreviousPageError ? searchQuery.error : null,
            onMore: () => void showMore(),
            onEarlier: () => void searchQuery.fetchPreviousPage(),
          }}
        />
      )}
      {PartnerLink && members.length > 0 && !isAwaited && <PartnerLink />}
    </>
  );
}
