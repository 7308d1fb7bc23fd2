import { useTranslation } from 'react-i18next';
import { setHidesNudity, useHidesNudity } from '../../session/nudity.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSortControl } from './filter-choices.ts';
import { type Filters, TOGGLES } from './filters.ts';

interface FilterLineProps {
  filters: Filters;
  onSearch: (filters: Filters) => void;
}

/** Below the bar: what is wanted or not, each searched for at once, and the order of the results. */
export function FilterLine({ filters, onSearch }: FilterLineProps) {
  const { t } = useTranslation('members');
  const sort = useSortControl(filters);
  const hidesNudity = useHidesNudity();
  return (
    <div className="filter-line">
      {TOGGLES.map((name) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-pressed={filters[name]}
          onClick={() => onSearch({ ...filters, [name]: !filters[name] })}
        >
          {filters[name] && <Icon name="check" size="xs" />}
          {t(name)}
        </button>
      ))}
      <button type="button" className="chip" aria-pressed={!hidesNudity} onClick={() => setHidesNudity(!hidesNudity)}>
        {!hidesNudity && <Icon name="check" size="xs" />}
        {t('nudity')}
      </button>
      <label className="sort">
        <span className="soft">{sort.label}</span>
        <select value={sort.value} onChange={(event) => onSearch(sort.choose(event.target.value))}>
          {sort.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="s" />
      </label>
    </div>
  );
}
