import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/members';
import { MemberGrid } from '../../cards/member-grid.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { chosenLabel, useFilterControls } from './filter-choices.ts';
import { EVERYONE, type Filters } from './filters.ts';
import { Loosen } from './loosen.tsx';

interface SearchResultsProps {
  pages: readonly SearchAnswer[];
  filters: Filters;
  onSearch: (filters: Filters) => void;
  arrange: ComponentProps<typeof MemberGrid>['arrange'];
  more: { hasMore: boolean; hasEarlier: boolean; isLoading: boolean; error: Error | null; onMore: () => void; onEarlier: () => void };
}

/** Everyone found once, in the order of the pages. */
function everyoneOn(pages: readonly SearchAnswer[]) {
  return [...new Map(pages.flatMap(({ profiles }) => profiles).map((profile) => [profile.id, profile])).values()];
}

function NobodyFits({ filters, loosen, onSearch }: Pick<SearchResultsProps, 'filters' | 'onSearch'> & { loosen: SearchAnswer['loosen'] }) {
  const { t } = useTranslation('members');
  const chosen = useFilterControls(filters)
    .filter(({ value }) => value !== '')
    .map(chosenLabel);
  const useful = (loosen ?? []).filter(({ adds }) => adds > 0);
  const text = useful.length > 0 ? t('nobody_loosen') : chosen.length > 0 ? t('nobody_narrow') : t('nobody_at_all');
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
          useful.length > 0 ? (
            <Loosen loosen={useful} filters={filters} onSearch={onSearch} />
          ) : chosen.length > 0 ? (
            <Button onClick={() => onSearch(EVERYONE)}>{t('search_everyone')}</Button>
          ) : undefined
        }
      />
    </section>
  );
}

export function SearchResults({ pages, filters, onSearch, arrange, more }: SearchResultsProps) {
  const { t } = useTranslation('members');
  const members = everyoneOn(pages);
  const loosen = pages.at(-1)?.loosen;
  if (members.length === 0 && !more.hasEarlier) return <NobodyFits filters={filters} loosen={loosen} onSearch={onSearch} />;
  return (
    <>
      {more.hasEarlier && (
        <div className="more earlier">
          <Button tone="quiet" busy={more.isLoading} onClick={more.onEarlier}>
            {t('show_earlier')}
          </Button>
        </div>
      )}
      <MemberGrid profiles={members} label={t('results')} arrange={arrange} />
      {more.error && <ErrorPanel error={more.error} onRetry={more.onMore} />}
      {more.hasMore && !more.error && (
        <div className="more">
          <Button tone="quiet" busy={more.isLoading} onClick={more.onMore}>
            {t('show_more')}
          </Button>
        </div>
      )}
      {!more.hasMore && loosen?.some(({ adds }) => adds > 0) && (
        <section className="sec">
          <h2 className="d d21">{t('all_seen')}</h2>
          <Loosen loosen={loosen} filters={filters} onSearch={onSearch} />
        </section>
      )}
    </>
  );
}
