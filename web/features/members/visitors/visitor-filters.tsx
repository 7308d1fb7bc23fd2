import type { FilterOptions } from '#contract/members';
import { GENDERS } from '#contract/primitives';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { SelectField } from '../../../ui/forms/field.tsx';
import { useCountryChoices } from '../../../ui/forms/place-choices.ts';
import { AGE_CHOICES, ageRangeValue, parseAgeRange } from '../filters/filters.ts';

/** Returns the words for an age band of AGE_CHOICES: "26 to 35", "65 and older". */
function useAgeWords(): (age: string) => string {
  const { t } = useTranslation('visitor-results');
  const { min_age: siteMinAge } = useSettings();
  return (age) => {
    const [from = '', to = ''] = age.split('-');
    if (!from && !to) return t('age_all');
    return to ? t('age_between', { from: from || siteMinAge, to }) : t('age_from', { age: from });
  };
}

interface VisitorFiltersProps {
  filters: FilterOptions;
  onChange: (filters: FilterOptions) => void;
}

/** The filters that a visitor may set: gender, age band and country. */
export function VisitorFilters({ filters, onChange }: VisitorFiltersProps) {
  const { t } = useTranslation('visitor-results');
  const { min_age: minAge } = useSettings();
  const ageWords = useAgeWords();
  const countries = useCountryChoices();
  return (
    <search className="visitor-filters">
      <SelectField
        label={t('looking')}
        options={[...GENDERS, '' as const].map((value) => ({ value, label: t(`looking_${value || 'all'}`) }))}
        value={filters.gender}
        onChange={(gender) => onChange({ ...filters, gender })}
      />
      <SelectField
        label={t('age')}
        options={AGE_CHOICES.map((value) => ({ value, label: ageWords(value) }))}
        value={ageRangeValue(filters, minAge)}
        onChange={(age) => onChange({ ...filters, ...parseAgeRange(age, minAge) })}
      />
      <SelectField<FilterOptions['country']>
        label={t('country')}
        options={[{ value: '', label: t('country_all') }, ...countries]}
        value={filters.country}
        onChange={(country) => onChange({ ...filters, country })}
      />
    </search>
  );
}
