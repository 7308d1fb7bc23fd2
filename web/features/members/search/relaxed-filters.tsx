import type { FilterOptions, SearchAnswer } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { withoutFilter } from '../filters/filters.ts';

type RelaxedFilters = NonNullable<SearchAnswer['loosen']>;

/** The relaxed filters to offer, the one that adds most first; the country only where the template allows all countries. */
export function useRelaxedFilters(offered: SearchAnswer['loosen']): RelaxedFilters {
  const canSearchAllCountries = useFeatureFlag('profileSearch', 'allCountries');
  const isUseful = ({ filter, adds }: RelaxedFilters[number]) => adds > 0 && (canSearchAllCountries || filter !== 'country');
  return (offered ?? []).filter(isUseful).sort((a, b) => b.adds - a.adds);
}

interface RelaxedFilterButtonsProps {
  relaxed: RelaxedFilters;
  filters: FilterOptions;
  onSearch: (filters: FilterOptions) => void;
}

/** A button for each relaxed filter, with the number of members it adds. */
export function RelaxedFilterButtons({ relaxed, filters, onSearch }: RelaxedFilterButtonsProps) {
  const { t } = useTranslation('members');
  const { min_age: minAge } = useSettings();
  return (
    <div className="relaxed-filters">
      {relaxed.map(({ filter, adds }, i) => (
        <Button key={filter} tone={i === 0 ? 'ember' : 'quiet'} onClick={() => onSearch(withoutFilter(filters, filter, minAge))}>
          {t(`loosen_${filter}`, { count: adds, shown: formatNumber(adds) })}
        </Button>
      ))}
    </div>
  );
}
