import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../i18n/format.ts';
import { useTranslation } from '../i18n/use-translation.ts';

type Counts = Pick<SearchAnswer['paging'], 'num_results' | 'num_fictional' | 'is_capped'>;

/** Returns the words for a number of results: "248 profiles", "1,000+ profiles" where counting stopped. */
export function useProfileCount(): (counts: Counts) => string {
  const { t } = useTranslation('cards');
  return ({ num_results: count, is_capped: isCapped }) => t('profiles', { count, shown: `${formatNumber(count)}${isCapped ? '+' : ''}` });
}

/**
 * Returns the words for a number of results with fictional ones apart: "2 people · 499 fictional profiles". Where counting stopped, it is not
 * known how many are fictional: "1,000+ profiles".
 */
export function usePeopleCount(): (counts: Counts) => string {
  const { t } = useTranslation('cards');
  const profileCount = useProfileCount();
  return (counts) => {
    if (counts.is_capped) return profileCount(counts);
    const numPeople = counts.num_results - counts.num_fictional;
    const people = t('people', { count: numPeople, shown: formatNumber(numPeople) });
    if (counts.num_fictional === 0) return people;
    const fictional = t('fictional_profiles', { count: counts.num_fictional, shown: formatNumber(counts.num_fictional) });
    return numPeople === 0 ? fictional : t('people_and_fictional', { people, fictional });
  };
}
