import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type SearchAnswer, searchMembers } from '#contract/members';
import { CallError, call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { MemberGrid, MemberGridSkeleton } from '../../../cards/member-grid.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { searcher } from '../../../session/visitor-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { EVERYONE, type Filters, filtersToInput } from '../filters/filters.ts';
import { JoinForMore } from './signup-for-more.tsx';
import { VisitorChoice } from './visitor-filters.tsx';
import './visitor-results.css';

export interface VisitorResultsProps {
  source: 'index' | 'match-finder' | 'signup-matches';
  /** Filters whose count the page has shown already. Without them the visitor chooses filters here. */
  filters?: Filters;
  /** The path of the sign-up that is offered below the results. */
  join?: string;
}

function useVisitorPage(source: VisitorResultsProps['source'], filters: Filters, isManual: boolean) {
  return useQuery({
    queryKey: keys.search({ source, ...filters }),
    queryFn: ({ signal }) =>
      call(
        searchMembers,
        { ...searcher(), source, auto_load: isManual ? '0' : '1', do_not_save: '1', ...filtersToInput(filters) },
        { signal },
      ),
  });
}

function useCountWords(): (paging: SearchAnswer['paging']) => string {
  const { t } = useTranslation('visitor-results');
  return ({ num_results: count, is_capped: isCapped }) => {
    const shown = formatNumber(count);
    return isCapped ? t('found_more', { shown }) : t('found', { count, shown });
  };
}

function Nobody({ onWider }: { onWider: (() => void) | null }) {
  const { t } = useTranslation('visitor-results');
  return (
    <div className="panel">
      <Empty
        icon="compass"
        title={t('nobody')}
        text={t('nobody_text')}
        action={
          onWider && (
            <Button tone="quiet" onClick={onWider}>
              {t('wider')}
            </Button>
          )
        }
      />
    </div>
  );
}

interface FoundProps {
  answer: SearchAnswer;
  join: string | undefined;
  isQuiet: boolean;
}

function Found({ answer, join, isQuiet }: FoundProps) {
  const { t } = useTranslation('visitor-results');
  return (
    <>
      <MemberGrid profiles={answer.profiles} label={t('list')} cardProps={() => ({ priority: false })} />
      <JoinForMore hasMore={answer.paging.num_pages > 1} join={join} isQuiet={isQuiet} />
    </>
  );
}

/** The first page of a visitor's search, with the offer to sign up below it. */
export function VisitorResults({ source, filters: fixedFilters, join }: VisitorResultsProps) {
  const { t } = useTranslation('visitor-results');
  const { geoip_selected_country: country } = useSettings();
  const [chosen, setChosen] = useState<Filters | null>(null);
  const filters = fixedFilters ?? chosen ?? { ...EVERYONE, country: country ?? '' };
  const { data, error, isFetching, refetch } = useVisitorPage(source, filters, chosen !== null);
  const countWords = useCountWords();
  const titleId = useId();
  // `signed_out`: the operator has closed the visitors' search since this page was loaded.
  if (error instanceof CallError && error.code === 'signed_out') return null;
  const isEmpty = data?.profiles.length === 0;
  return (
    <section className="visitor-results" aria-labelledby={titleId}>
      <div className="visitor-results-head">
        <h2 className="d d40" id={titleId}>
          {t('title')}
        </h2>
        <p className="soft">{t('lead')}</p>
      </div>
      {!fixedFilters && <VisitorChoice filters={filters} onChange={setChosen} />}
      <p className={fixedFilters || isEmpty ? 'vh' : 'visitor-results-count'} role="status">
        {data && (isEmpty ? t('nobody') : countWords(data.paging))}
      </p>
      {data && !isEmpty && <Found answer={data} join={join} isQuiet={source !== 'index'} />}
      {isEmpty && <Nobody onWider={fixedFilters ? null : () => setChosen(EVERYONE)} />}
      {!data && error && <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!data && !error && <MemberGridSkeleton />}
    </section>
  );
}
