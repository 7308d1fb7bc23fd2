import { useState } from 'react';
import type { FilterOptions, SearchAnswer } from '#contract/members';
import { usePeopleCount, useProfileCount } from '../../../cards/profile-count.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { usePageWords } from './result-count.ts';

interface HeadlineProps {
  paging: SearchAnswer['paging'] | undefined;
  shown: number;
  isPaged: boolean;
  filters: FilterOptions | null;
}

/** How many members the last load has added to the same search; 0 for a new search. */
function useAddedCount(search: string, shown: number): number {
  const [last, setLast] = useState({ search, shown, added: 0 });
  if (last.search !== search || last.shown !== shown) {
    const isMore = last.search === search && last.shown > 0 && shown > last.shown;
    setLast({ search, shown, added: isMore ? shown - last.shown : 0 });
  }
  return last.added;
}

/** The number of results and their order. Screen readers also hear which results are shown, whenever that changes. */
export function Headline({ paging, shown, isPaged, filters }: HeadlineProps) {
  const { t } = useTranslation('members');
  const peopleCount = usePeopleCount();
  const profileCount = useProfileCount();
  const pageWords = usePageWords();
  const added = useAddedCount(JSON.stringify(filters), shown);
  const status = () => {
    if (!paging) return '';
    const counts = { shown: formatNumber(shown), profiles: profileCount(paging) };
    if (isPaged && paging.num_results > 0) return t('shown_page', { ...counts, page: pageWords(paging) });
    return added > 0 ? t('shown_more', { ...counts, count: added, came: formatNumber(added) }) : t('shown_of', counts);
  };
  return (
    <>
      <p className="muted search-headline">
        {paging && paging.num_results > 0 && t(`headline_${filters?.sort ?? 'active'}`, { profiles: peopleCount(paging) })}
      </p>
      <p className="visually-hidden" role="status">
        {status()}
      </p>
    </>
  );
}
