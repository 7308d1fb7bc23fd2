import type { ComponentProps } from 'react';
import type { SearchAnswer } from '#contract/members';
import { MemberGrid } from '../../../cards/member-grid.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { createPart, usePart } from '../../../ui/lazy-module.ts';
import { useGoingOn } from '../../../ui/lists/focus-added-items.ts';
import { chosenLabel, useFilterControls, useNoFilters } from '../filters/filter-choices.ts';
import { type Filters, TOGGLES } from '../filters/filters.ts';
import { setPaged } from './paging-mode.ts';
import { Loosen, useLoosening } from './relaxed-filters.tsx';
import { Earlier, MoreOnScroll, Pager } from './result-paging.tsx';

const beyond = createPart(() => import('./fallback-results.tsx'));

interface SearchResultsProps {
  isPaged: boolean;
  pages: readonly SearchAnswer[];
  /** The members of the pages, each once. */
  members: SearchAnswer['profiles'];
  filters: Filters;
  onSearch: (filters: Filters) => void;
  arrange: ComponentProps<typeof MemberGrid>['arrange'];
  more: { hasMore: boolean; hasEarlier: boolean; isLoading: boolean; error: Error | null; onMore: () => void; onEarlier: () => void };
}

function NobodyFits({ filters, loosen, onSearch }: ComponentProps<typeof Loosen>) {
  const { t } = useTranslation('members');
  const noFilters = useNoFilters();
  const chosen = useFilterControls(filters)
    .filter(({ value }) => value !== '')
    .map(chosenLabel)
    .concat(TOGGLES.filter((name) => filters[name]).map((name) => t(name)));
  const isNarrow = JSON.stringify(filters) !== JSON.stringify({ ...noFilters, sort: filters.sort });
  const text = loosen.length > 0 ? t('nobody_loosen') : isNarrow ? t('nobody_narrow') : t('nobody_at_all');
  return (
    <section className="panel">
      <Empty
        art={
          <div className="skels" aria-hidden="true">
            <i className="skel" />
            <i className="skel" />
            <i className="skel" />
          </div>
        }
        title={t('nobody')}
        text={[chosen.join(', '), text].filter(Boolean).join('. ')}
        action={
          loosen.length > 0 ? (
            <Loosen loosen={loosen} filters={filters} onSearch={onSearch} />
          ) : isNarrow ? (
            <Button onClick={() => onSearch(noFilters)}>{t('search_everyone')}</Button>
          ) : undefined
        }
      />
    </section>
  );
}

/** A button that changes between pages and scrolling. The choice is stored on this device. */
function ModeSwitch({ isPaged }: { isPaged: boolean }) {
  const { t } = useTranslation('members');
  return (
    <p className="mode">
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
  const fallbackModule = usePart(beyond, isLastPage);
  const relaxed = useLoosening(last?.loosen);
  const { area, goOn } = useGoingOn(
    members.map(({ id }) => id),
    more.error,
  );
  const fallback = isLastPage && fallbackModule && <fallbackModule.SearchBeyond filters={filters} onSearch={onSearch} />;
  if (members.length === 0 && (last?.paging.num_results === 0 || (isLastPage && !more.hasEarlier))) {
    return (
      <>
        <NobodyFits filters={filters} loosen={relaxed} onSearch={onSearch} />
        {fallback}
      </>
    );
  }
  return (
    <>
      <div ref={area}>
        {more.hasEarlier && !isPaged && <Earlier isLoading={more.isLoading} onEarlier={more.onEarlier} onPress={goOn} />}
        <MemberGrid profiles={members} label={t('results')} arrange={arrange} />
        {more.error && <ErrorPanel error={more.error} onRetry={more.onMore} isRetrying={more.isLoading} />}
        {isPaged && last && <Pager paging={last.paging} onPress={goOn} />}
        {more.hasMore && !more.error && !isPaged && (
          <MoreOnScroll loaded={pages.length} isLoading={more.isLoading} onMore={more.onMore} onLeft={goOn} />
        )}
      </div>
      {(more.hasMore || more.hasEarlier || pages.length > 1) && <ModeSwitch isPaged={isPaged} />}
      {isLastPage && relaxed.length > 0 && (
        <section className="sec">
          <h2 className="d d21">{t('all_seen')}</h2>
          <Loosen loosen={relaxed} filters={filters} onSearch={onSearch} />
        </section>
      )}
      {fallback}
    </>
  );
}
