import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type FilterOptions, type SearchAnswer, searchMembers } from '#contract/members';
import ewa from '../../../../assets/portraits/site/small/ewa.webp';
import { CallError, call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { MemberGrid, MemberGridSkeleton } from '../../../cards/member-grid.tsx';
import { usePeopleCount } from '../../../cards/profile-count.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { searcherParameters } from '../../../session/visitor-search.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { emptyFilters, filtersToInput } from '../filters/filters.ts';
import { JoinForMore } from './signup-for-more.tsx';
import { VisitorFilters } from './visitor-filters.tsx';
import './visitor-results.css';

export interface VisitorResultsProps {
  source: 'index' | 'match-finder' | 'signup-matches';
  /** Filters whose count the page has shown already. Without them the visitor chooses filters here. */
  filters?: FilterOptions;
  /** The path of the sign-up that is offered below the results. */
  signupPath?: string;
}

function useVisitorPage(source: VisitorResultsProps['source'], filters: FilterOptions, isManual: boolean) {
  const { min_age: minAge } = useSettings();
  return useQuery({
    queryKey: queryKeys.search({ source, ...filters }),
    queryFn: ({ signal }) =>
      call(
        searchMembers,
        { ...searcherParameters(), source, auto_load: isManual ? '0' : '1', do_not_save: '1', ...filtersToInput(filters, minAge) },
        { signal },
      ),
  });
}

function NoResults({ onWider }: { onWider: (() => void) | null }) {
  const { t } = useTranslation('visitor-results');
  return (
    <div className="panel">
      <EmptyState
        faces={[ewa]}
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
  signupPath: string | undefined;
  isQuiet: boolean;
}

function Found({ answer, signupPath, isQuiet }: FoundProps) {
  const { t } = useTranslation('visitor-results');
  return (
    <>
      <MemberGrid profiles={answer.profiles} label={t('list')} cardProps={() => ({ priority: false })} />
      <JoinForMore hasMore={answer.paging.num_pages > 1} signupPath={signupPath} isQuiet={isQuiet} />
    </>
  );
}

/** The first page of a visitor's search, with the offer to sign up below it. */
export function VisitorResults({ source, filters: fixedFilters, signupPath }: VisitorResultsProps) {
  const { t } = useTranslation('visitor-results');
  const { geoip_selected_country: country, min_age: minAge } = useSettings();
  const [chosen, setChosen] = useState<FilterOptions | null>(null);
  const filters = fixedFilters ?? chosen ?? { ...emptyFilters(minAge), country: country ?? '' };
  const { data, error, isFetching, refetch } = useVisitorPage(source, filters, chosen !== null);
  const peopleCount = usePeopleCount();
  const titleId = useId();
  // `signed_out`: the operator has closed the visitors' search since this page was loaded.
  if (error instanceof CallError && error.code === 'signed_out') return null;
  const isEmpty = data?.profiles.length === 0;
  return (
    <section className="visitor-results" aria-labelledby={titleId}>
      <div className="visitor-results-head">
        <h2 className="display display-40" id={titleId}>
          {t('title')}
        </h2>
        <p className="muted">{t('lead')}</p>
      </div>
      {!fixedFilters && <VisitorFilters filters={filters} onChange={setChosen} />}
      <p className={fixedFilters || isEmpty ? 'visually-hidden' : 'visitor-results-count'} role="status">
        {data && (isEmpty ? t('nobody') : peopleCount(data.paging))}
      </p>
      {data && !isEmpty && <Found answer={data} signupPath={signupPath} isQuiet={source !== 'index'} />}
      {isEmpty && <NoResults onWider={fixedFilters ? null : () => setChosen(emptyFilters(minAge))} />}
      {!data && error && <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!data && !error && <MemberGridSkeleton />}
    </section>
  );
}
