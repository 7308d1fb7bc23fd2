import type { FilterOptions } from '#contract/members';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useSortControl } from '../filters/filter-choices.ts';
import { TOGGLES } from '../filters/filters.ts';
import { TraitChips } from './filter-bar.tsx';
import { FilterSelect } from './filter-select.tsx';

interface FilterLineProps {
  filters: FilterOptions;
  onSearch: (filters: FilterOptions) => void;
  /** Opens the sheet with all filters. */
  onOpen: () => void;
}

/** The line below the bar: toggles, the button of the sheet and the order of the results. Toggles and order search at once. */
export function FilterLine({ filters, onSearch, onOpen }: FilterLineProps) {
  const { t } = useTranslation('members');
  return (
    <div className="filter-toggles">
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
      <TraitChips filters={filters} onSearch={onSearch} />
      <button type="button" className="chip" aria-haspopup="dialog" onClick={onOpen}>
        <Icon name="sliders-horizontal" size="s" />
        {t('more_filters')}
      </button>
      <FilterSelect className="sort-select" control={useSortControl(filters)} onChange={onSearch} />
    </div>
  );
}
