import type { FilterOptions } from '#contract/members';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type TraitControl, useTraitControls } from '../filters/trait-choices.ts';

interface TraitFiltersProps {
  filters: FilterOptions;
  onChange: (filters: FilterOptions) => void;
}

function Choices({ control, filters, onChange }: TraitFiltersProps & { control: TraitControl }) {
  const { t } = useTranslation('members');
  const { name, label, chosen, choices, most } = control;
  const isFull = chosen.length >= most && choices.length > most;
  return (
    <fieldset className="trait-choices">
      <legend className="visually-hidden">{label}</legend>
      <p className="hint" role={isFull ? 'status' : undefined}>
        {isFull ? t('trait_most', { count: most }) : t('trait_hint')}
      </p>
      <div className="filter-options">
        {choices.map(({ value, label: words }) => {
          const isChosen = chosen.includes(value);
          const next = isChosen ? chosen.filter((other) => other !== value) : [...chosen, value];
          return (
            <label className="filter-option" key={value}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChange({ ...filters, [name]: next })}
              />
              {words}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** What members look for, their interests and their height, each folded away behind its name and what is chosen. */
export function TraitFilters({ filters, onChange }: TraitFiltersProps) {
  const controls = useTraitControls(filters, true);
  return (
    <div className="trait-filters">
      {controls.map((control) => (
        <details key={control.name} className="trait-filter">
          <summary>
            <span className="bold">{control.label}</span>
            <span className="muted">{control.summary}</span>
            <Icon name="chevron-down" size="s" />
          </summary>
          <Choices control={control} filters={filters} onChange={onChange} />
        </details>
      ))}
    </div>
  );
}
