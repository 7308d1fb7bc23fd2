import type { ComponentProps } from 'react';
import type { FilterOptions, SearchAnswer } from '#contract/members';
import henk from '../../../../assets/portraits/site/small/henk.webp';
import { MemberGrid } from '../../../cards/member-grid.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { setPaged } from '../../../session/paging-mode.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { useFocusAddedItems } from '../../../ui/lists/focus-added-items.ts';
import { chosenLabel, useClearedFilters, useFilterControls } from '../filters/filter-choices.ts';
import { TOGGLES } from '../filters/filters.ts';
import { RelaxedFilterButtons, useRelaxedFilters } from './relaxed-filters.tsx';
import { EarlierPageButton, MoreOnScroll, Pager } from './result-paging.tsx';

const lazyFallbackResults = createLazyModule(() => import('./fallback-results.tsx'));

interface SearchResultsProps {
  isPaged: boolean;
  pages: readonly SearchAnswer[];
  /** The members of the pages, each once. */
  members: SearchAnswer['profiles'];
  filters: FilterOptions;
  onSearch: (filters: FilterOptions) => void;
  arrange: ComponentProps<typeof MemberGrid>['arrange'];
  more: { hasMore: boolean; hasEarlier: boolean; isLoading: boolean; error: Error | null; onMore: () => void; onEarlier: () => void };
}

function NoResults({ filters, relaxed, onSearch }: ComponentProps<typeof RelaxedFilterButtons>) {
  const { t } = useTranslation('members');
  const noFilters = useClearedFilters();
  const chosen = useFilterControls(filters)
    .filter(({ value }) => value !== '')
    .map(chosenLabel)
    .concat(TOGGLES.filter((name) => filters[name]).map((name) => t(name)));
  const isNarrow = JSON.stringify(filters) !== JSON.stringify({ ...noFilters, sort: filters.sort });
  const text = relaxed.length > 0 ? t('nobody_loosen') : isNarrow ? t('nobody_narrow') : t('nobody_at_all');
  return (
    <section className="panel">
      <EmptyState
        faces={[henk]}
        icon="search"
        art={
          <div className="no-results-cards" aria-hidden="true">
            <i className="skeleton" />
            <i className="skeleton" />
            <i className="skeleton" />
          </div>
        }
        title={t('nobody')}
        text={[chosen.join(', '), text].filter(Boolean).join('. ')}
        action={
          relaxed.length > 0 ? (
            <RelaxedFilterButtons relaxed={relaxed} filters={filters} onSearch={onSearch} />
          ) : isNarrow ? (
            <Button onClick={() => onSearch(noFilters)}>{t('search_everyone')}</Button>
          ) : undefined
        }
      />
    </section>
  );
}

/** A button that changes between pages and scrolling. The choice is stored on this device. */
function PagingModeButton({ isPaged }: { isPaged: boolean }) {
  const { t } = useTranslation('members');
  return (
    <p className="paging-mode">
      <button type="button" className="link" onClick={() => setPaged(!isPaged)}>
        {t(isPaged ? 'mode_scroll' : 'mode_pages')}
      </button>
    </p>
  );
}

export function SearchResults({ pages, members, filters, onSearch, arrange, isPaged, more }: SearchResultsProps) {
  const { t } = useTranslation('members');
  const last = pages.at(-1);
  const isLastPage = !more.hasMore;
  const fallbackModule = useLazyModule(lazyFallbackResults, isLastPage);
  const relaxed = useRelaxedFilters(last?.loosen);
  const { area, goOn } = useFocusAddedItems(
    members.map(({ id }) => id),
    more.error,
  );
  const fallback = isLastPage && fallbackModule && <fallbackModule.FallbackResults filters={filters} onSearch={onSearch} />;
  if (members.length === 0 && (last?.paging.num_results === 0 || (isLastPage && !more.hasEarlier))) {
    return (
      <>
        <NoResults filters={filters} relaxed={relaxed} onSearch={onSearch} />
        {fallback}
      </>
    );
  }
  return (
    <>
      <div ref={area}>
        {more.hasEarlier && !isPaged && <EarlierPageButton isLoading={more.isLoading} onEarlier={more.onEarlier} onPress={goOn} />}
        <MemberGrid profiles={members} label={t('results')} arrange={arrange} />
        {more.error && <ErrorPanel error={more.error} onRetry={more.onMore} isRetrying={more.isLoading} />}
        {isPaged && last && <Pager paging={last.paging} onPress={goOn} />}
        {more.hasMore && !more.error && !isPaged && (
          <MoreOnScroll loadedPages={pages.length} isLoading={more.isLoading} onMore={more.onMore} onMoveFocus={goOn} />
        )}
      </div>
      {(more.hasMore || more.hasEarlier || pages.length > 1) && <PagingModeButton isPaged={isPaged} />}
      {isLastPage && relaxed.length > 0 && (
        <section className="section">
          <h2 className="display display-21">{t('all_seen')}</h2>
          <RelaxedFilterButtons relaxed={relaxed} filters={filters} onSearch={onSearch} />
        </section>
      )}
      {fallback}
    </>
  );
}
