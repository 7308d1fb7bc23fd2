import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Paging = SearchAnswer['paging'];

/** A number; a plus behind it says that counting stopped there: "1,000+". */
const formatCount = (count: number, isCapped: boolean) => `${formatNumber(count)}${isCapped ? '+' : ''}`;

/** Returns the words for a number of results: "248 members", "1,000+ members". */
export function useCountWords(): (paging: Pick<Paging, 'num_results' | 'is_capped'>) => string {
  const { t } = useTranslation('members');
  return ({ num_results: count, is_capped: isCapped }) => t('members', { count, shown: formatCount(count, isCapped) });
}

/** Returns the words for a page: "Page 3 of 12", "Page 3 of 84+". */
export function usePageWords(): (paging: Pick<Paging, 'page' | 'num_pages' | 'is_capped'>) => string {
  const { t } = useTranslation('members');
  return ({ page, num_pages: count, is_capped: isCapped }) =>
    t('page_of', { page: formatNumber(page), count: formatCount(count, isCapped) });
}
