import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Paging = SearchAnswer['paging'];

/** Returns the words for a page: "Page 3 of 12", "Page 3 of 84+". */
export function usePageWords(): (paging: Pick<Paging, 'page' | 'num_pages' | 'is_capped'>) => string {
  const { t } = useTranslation('members');
  return ({ page, num_pages: count, is_capped: isCapped }) =>
    t('page_of', { page: formatNumber(page), count: `${formatNumber(count)}${isCapped ? '+' : ''}` });
}
