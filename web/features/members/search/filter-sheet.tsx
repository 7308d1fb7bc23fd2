import type { FilterOptions } from '#contract/members';
import { MAX_AGE } from '#contract/primitives';
import { useProfileCount } from '../../../cards/profile-count.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { RangeField } from '../../../ui/forms/range-field.tsx';
import { chosenLabel, type FilterControl, useSortControl } from '../filters/filter-choices.ts';
import { TOGGLES } from '../filters/filters.ts';
import { useResultCount } from './search-queries.ts';
import { TraitFilters } from './trait-filters.tsx';

interface FilterSheetProps {
  controls: readonly FilterControl[];
  filters: FilterOptions;
  onChange: (filters: FilterOptions) => void;
  onClear: () => void;
  onSearch: () => void;
  onClose: () => void;
}

/** A filter as a group of radio buttons. */
function RadioFilter({ control, onChange }: { control: FilterControl; onChange: (filters: FilterOptions) => void }) {
  return (
    <fieldset>
      <legend className="legend">{control.label}</legend>
      <div className="filter-options">
        {control.choices.map(({ value, label }) => (
          <label className="filter-option" key={value}>
            <input
              type="radio"
              name={control.name}
              value={value}
              checked={value === control.value}
              onChange={() => onChange(control.choose(value))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The ages as two handles and two fields. Ages at the ends of the track are open. */
function AgeRange({ filters, summary, onChange }: Pick<FilterSheetProps, 'filters' | 'onChange'> & { summary: string }) {
  const { t } = useTranslation('members');
  const { min_age: minAge } = useSettings();
  return (
    <RangeField
      legend={t('age')}
      summary={summary}
      fromLabel={t('age_youngest')}
      toLabel={t('age_oldest')}
      between={t('age_to')}
      limits={{ from: minAge, to: MAX_AGE }}
      range={{ from: filters.min_age, to: filters.max_age }}
      onChange={({ from, to }) => onChange({ ...filters, min_age: from, max_age: to })}
    />
  );
}

function Toggles({ filters, onChange }: Pick<FilterSheetProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation('members');
  return (
    <fieldset>
      <legend className="legend">{t('only')}</legend>
      <div className="filter-options">
        {TOGGLES.map((name) => (
          <label className="filter-option" key={name}>
            <input type="checkbox" checked={filters[name]} onChange={(event) => onChange({ ...filters, [name]: event.target.checked })} />
            {t(name)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A dialog with all filters. Its button states how many members they would find. */
export function FilterSheet({ controls, filters, onChange, onClear, onSearch, onClose }: FilterSheetProps) {
  const { t } = useTranslation('members');
  const count = useResultCount(filters).data;
  const profileCount = useProfileCount();
  const sort = useSortControl(filters);
  return (
    <Dialog isOpen onClose={onClose} title={t('filters')}>
      <form
        className="filter-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        {controls.map((control) =>
          control.name === 'age' ? (
            <AgeRange key={control.name} filters={filters} summary={chosenLabel(control)} onChange={onChange} />
          ) : control.name === 'gender' ? (
            <RadioFilter key={control.name} control={control} onChange={onChange} />
          ) : (
            <SelectField
              key={control.name}
              label={control.label}
              value={control.value}
              options={control.choices}
              disabled={control.isDisabled}
              onChange={(value: string) => onChange(control.choose(value))}
            />
          ),
        )}
        <TraitFilters filters={filters} onChange={onChange} />
        <Toggles filters={filters} onChange={onChange} />
        <SelectField
          label={sort.label}
          value={sort.value}
          options={sort.choices}
          onChange={(value: string) => onChange(sort.choose(value))}
        />
        <div className="dialog-actions is-sticky">
          <Button type="button" tone="soft" onClick={onClear}>
            {t('clear')}
          </Button>
          <Button type="submit">{count ? t('show_profiles', { profiles: profileCount(count) }) : t('show')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
