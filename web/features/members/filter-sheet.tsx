import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { FilterControl } from './filter-choices.ts';
import type { Filters } from './filters.ts';
import { useCountWords } from './result-count.ts';
import { useResultCount } from './search-queries.ts';

interface FilterSheetProps {
  controls: readonly FilterControl[];
  filters: Filters;
  onChange: (filters: Filters) => void;
  onClear: () => void;
  onSearch: () => void;
  onClose: () => void;
}

function Picks({ control, onChange }: { control: FilterControl; onChange: (filters: Filters) => void }) {
  return (
    <fieldset>
      <legend className="legend">{control.label}</legend>
      <div className="picks">
        {control.choices.map(({ value, label }) => (
          <label className="pick" key={value}>
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

/** All filters on one sheet, with what they would find on its button. */
export function FilterSheet({ controls, filters, onChange, onClear, onSearch, onClose }: FilterSheetProps) {
  const { t } = useTranslation('members');
  const count = useResultCount(filters).data;
  const countWords = useCountWords();
  return (
    <Dialog isOpen onClose={onClose} title={t('filters')}>
      <form
        className="filter-sheet"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch();
        }}
      >
        {controls.map((control) =>
          control.name === 'gender' || control.name === 'age' ? (
            <Picks key={control.name} control={control} onChange={onChange} />
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
        <div className="acts">
          <Button type="button" tone="soft" onClick={onClear}>
            {t('clear')}
          </Button>
          <Button type="submit">{count ? t('show_members', { members: countWords(count) }) : t('show')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
