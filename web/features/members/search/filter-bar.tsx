import type { FilterOptions } from '#contract/members';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { chosenLabel, type FilterControl } from '../filters/filter-choices.ts';
import { TOGGLES } from '../filters/filters.ts';
import { useTraitControls } from '../filters/trait-choices.ts';
import { FilterSelect } from './filter-select.tsx';

interface FilterBarProps {
  controls: readonly FilterControl[];
  onChange: (filters: FilterOptions) => void;
  onSearch: () => void;
}

/** The filters side by side with a search button: on wide screens, and with the template classic on every screen. */
export function FilterBar({ controls, onChange, onSearch }: FilterBarProps) {
  const { t } = useTranslation('members');
  return (
    <search>
      <form
        className="search-bar"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        {controls.map((control) => (
          <FilterSelect key={control.name} control={control} onChange={onChange} />
        ))}
        <Button type="submit" icon="search">
          {t('search')}
        </Button>
      </form>
    </search>
  );
}

interface FilterChipsProps {
  controls: readonly FilterControl[];
  filters: FilterOptions;
  onOpen: () => void;
  onSearch: (filters: FilterOptions) => void;
}

/** The filters in force as chips. A chip of a choice opens the sheet; a chip of a toggle switches it off and searches. */
export function FilterChips({ controls, filters, onOpen, onSearch }: FilterChipsProps) {
  const { t } = useTranslation('members');
  return (
    <div className="chip-row search-chips">
      <button type="button" className="chip is-selected" onClick={onOpen}>
        <Icon name="sliders-horizontal" size="s" />
        {t('filters')}
      </button>
      {controls
        .filter(({ isDisabled }) => !isDisabled)
        .map((control) => (
          <button type="button" className="chip" key={control.name} onClick={onOpen}>
            <span className="visually-hidden">{control.label}: </span>
            {chosenLabel(control)}
            <Icon name="chevron-down" size="xs" />
          </button>
        ))}
      <TraitChips filters={filters} onSearch={onSearch} />
      {TOGGLES.filter((name) => filters[name]).map((name) => (
        <LiftChip key={name} label={t(name)} onLift={() => onSearch({ ...filters, [name]: false })} />
      ))}
    </div>
  );
}

/** A chip for each filter by what a profile says that is in force; it lifts the filter and searches. */
export function TraitChips({ filters, onSearch }: Pick<FilterChipsProps, 'filters' | 'onSearch'>) {
  return useTraitControls(filters, false)
    .filter(({ chosen }) => chosen.length > 0)
    .map(({ name, label, summary }) => (
      <LiftChip key={name} label={`${label}: ${summary}`} onLift={() => onSearch({ ...filters, [name]: [] })} />
    ));
}

function LiftChip({ label, onLift }: { label: string; onLift: () => void }) {
  const { t } = useTranslation('members');
  return (
    <button type="button" className="chip" onClick={onLift}>
      <span className="visually-hidden">{t('lift')} </span>
      {label}
      <Icon name="x" size="xs" />
    </button>
  );
}

/** The placeholder of bar and chips while the saved filters are not known. */
export function FilterSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="search-bar skeleton" />
      <div className="chip-row search-chips">
        <i className="chip-skeleton skeleton" />
        <i className="chip-skeleton skeleton" />
        <i className="chip-skeleton skeleton" />
        <i className="chip-skeleton skeleton" />
      </div>
    </div>
  );
}
