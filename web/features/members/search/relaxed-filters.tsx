import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSwitch } from '../../../session/feature-flags.ts';
import { Button } from '../../../ui/button.tsx';
import { type Filters, without } from '../filters/filters.ts';

type Loosening = NonNullable<SearchAnswer['loosen']>;

/** The relaxed filters to offer, the one that adds most first; the country only where the template allows all countries. */
export function useLoosening(offered: SearchAnswer['loosen']): Loosening {
  const canSearchAllCountries = useSwitch('profileSearch', 'allCountries');
  const isUseful = ({ filter, adds }: Loosening[number]) => adds > 0 && (canSearchAllCountries || filter !== 'country');
  return (offered ?? []).filter(isUseful).sort((a, b) => b.adds - a.adds);
}

interface LoosenProps {
  loosen: Loosening;
  filters: Filters;
  onSearch: (filters: Filters) => void;
}

/** A button for each relaxed filter, with the number of members it adds. */
export function Loosen({ loosen, filters, onSearch }: LoosenProps) {
  const { t } = useTranslation('members');
  return (
    <div className="loosen">
      {loosen.map(({ filter, adds }, i) => (
        <Button key={filter} tone={i === 0 ? 'ember' : 'quiet'} onClick={() => onSearch(without(filters, filter))}>
          {t(`loosen_${filter}`, { count: adds, shown: formatNumber(adds) })}
        </Button>
      ))}
    </div>
  );
}
