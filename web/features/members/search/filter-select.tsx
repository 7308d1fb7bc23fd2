import type { FilterOptions } from '#contract/members';
import { Icon } from '../../../ui/icon.tsx';
import type { FilterControl } from '../filters/filter-choices.ts';

interface FilterSelectProps {
  control: Omit<FilterControl, 'name'>;
  className?: string;
  onChange: (filters: FilterOptions) => void;
}

/** A labelled select for one filter or for the order of the results. */
export function FilterSelect({ control, className, onChange }: FilterSelectProps) {
  return (
    <label className={className}>
      <span>{control.label}</span>
      <select value={control.value} disabled={control.isDisabled} onChange={(event) => onChange(control.choose(event.target.value))}>
        {control.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="s" />
    </label>
  );
}
