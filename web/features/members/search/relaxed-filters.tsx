import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../../i18n/format.ts';
import { useSwitch } from '../../../session/feature-flags.ts';
import { Button } from '../../../ui/button.tsx';
import { type Filters, without } from '../filters/filters.ts';

type Loosening = NonNullable<SearchAnswer['loosen']>;

/** Filters that stand in the way and may be lifted here, the one that brings most first. */
export function useLoosening(offered: SearchAnswer['loosen']): Loosening {
  const isEverywhere = useSwitch('profileSearch', 'allCountries');
  const isUseful = ({ filter, adds }: Loosening[number]) => adds > 0 && (isEverywhere || filter !== 'country');
  return (offered ?? []).filter(isUseful).sort((a, b) => b.adds - a.adds);
}

interface LoosenProps {
  loosen: Loosening;
  filters: Filters;
  onSearch: (filters: Filters) => void;
}

/** One button a filter that stands in the way, with what lifting it would bring. */
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
