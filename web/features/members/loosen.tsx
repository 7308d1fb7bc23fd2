import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/members';
import { formatNumber } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Filters, without } from './filters.ts';

interface LoosenProps {
  loosen: NonNullable<SearchAnswer['loosen']>;
  filters: Filters;
  onSearch: (filters: Filters) => void;
}

/** One button a filter that stands in the way, with what lifting it would bring; the best one first. */
export function Loosen({ loosen, filters, onSearch }: LoosenProps) {
  const { t } = useTranslation('members');
  const useful = loosen.filter(({ adds }) => adds > 0).sort((a, b) => b.adds - a.adds);
  return (
    <div className="loosen">
      {useful.map(({ filter, adds }, i) => (
        <Button key={filter} tone={i === 0 ? 'ember' : 'quiet'} onClick={() => onSearch(without(filters, filter))}>
          {t(`loosen_${filter}`, { count: adds, shown: formatNumber(adds) })}
        </Button>
      ))}
    </div>
  );
}
