import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import type { Filters } from '../filters/filters.ts';
import { useCountWords, usePageWords } from './result-count.ts';

interface HeadlineProps {
  paging: SearchAnswer['paging'] | undefined;
  shown: number;
  isPaged: boolean;
  filters: Filters | null;
}

/** How many have come to those who were shown already; none to another search. */
function useCame(search: string, shown: number): number {
  const [known, setKnown] = useState({ search, shown, came: 0 });
  if (known.search !== search || known.shown !== shown) {
    const isMore = known.search === search && known.shown > 0 && shown > known.shown;
    setKnown({ search, shown, came: isMore ? shown - known.shown : 0 });
  }
  return known.came;
}

/** How many there are and in which order; to be heard also which of them are on the screen, whenever that changes. */
export function Headline({ paging, shown, isPaged, filters }: HeadlineProps) {
  const { t } = useTranslation('members');
  const countWords = useCountWords();
  const pageWords = usePageWords();
  const came = useCame(JSON.stringify(filters), shown);
  const members = paging ? countWords(paging) : '';
  const place = { shown: formatNumber(shown), members };
  const status = () => {
    if (!paging) return '';
    if (isPaged && paging.num_results > 0) return t('shown_page', { ...place, page: pageWords(paging) });
    return came > 0 ? t('shown_more', { ...place, count: came, came: formatNumber(came) }) : t('shown_of', place);
  };
  return (
    <>
      <p className="soft headline">{paging && paging.num_results > 0 && t(`headline_${filters?.sort ?? 'active'}`, { members })}</p>
      <p className="vh" role="status">
        {status()}
      </p>
    </>
  );
}
