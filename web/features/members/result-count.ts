import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../i18n/format.ts';

/** "248 members"; a count that was not carried to its end says so: "1,000+ members". */
export function useCountWords(): (paging: Pick<SearchAnswer['paging'], 'num_results' | 'is_capped'>) => string {
  const { t } = useTranslation('members');
  return ({ num_results: count, is_capped: isCapped }) => t('members', { count, shown: `${formatNumber(count)}${isCapped ? '+' : ''}` });
}
