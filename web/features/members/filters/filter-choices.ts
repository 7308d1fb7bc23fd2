import { type FilterOptions, SEARCH_SORTS } from '#contract/members';
import { GENDERS } from '#contract/primitives';
import { useRegions } from '../../../api/profile/catalogue-queries.ts';
import { countryName, formatList } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import {
  AGE_CHOICES,
  ageRangeValue,
  countryChoices,
  countryValue,
  emptyFilters,
  type FilterName,
  parseAgeRange,
  parseCountryValue,
} from './filters.ts';

interface Choice {
  value: string;
  label: string;
}

/** One filter as a control needs it, the same for the bar and the sheet. */
export interface FilterControl {
  name: FilterName;
  label: string;
  value: string;
  choices: Choice[];
  isDisabled: boolean;
  /** Returns the filters with this value set. */
  choose: (value: string) => FilterOptions;
}

type Translate = ReturnType<typeof useTranslation<'members'>>['t'];

function ageLabel(t: Translate, value: string): string {
  const [min = '', max = ''] = value.split('-');
  if (!min && !max) return t('age_all');
  if (!min) return t('age_up_to', { age: max });
  if (!max) return t('age_from', { age: min });
  return `${min}–${max}`;
}

function countryLabel(t: Translate, value: string): string {
  return value ? formatList(value.split(',').map(countryName)) : t('country_all');
}

/** The offered values and, if it is not among them, the current one. */
const withValue = (values: readonly string[], value: string) => (values.includes(value) ? values : [...values, value]);

/** Controls for the filters that the setting `search_fields` names. `filters` holds the current values. */
export function useFilterControls(filters: FilterOptions): FilterControl[] {
  const { t } = useTranslation('members');
  const { countries, search_fields: fields, min_age: minAge } = useSettings();
  const canSearchAllCountries = useFeatureFlag('profileSearch', 'allCountries');
  const regions = useRegions(filters.country).data ?? [];
  const countryCodes = countries.map(({ code }) => code);
  const countryValues = [...(canSearchAllCountries ? [''] : []), ...countryChoices(countryCodes)];
  const age = ageRangeValue(filters, minAge);
  const country = countryValue(filters);
  const controls: FilterControl[] = [
    {
      name: 'gender',
      label: t('gender'),
      value: filters.gender,
      choices: [...GENDERS, '' as const].map((value) => ({ value, label: t(`gender_${value || 'all'}`) })),
      isDisabled: false,
      choose: (value) => ({ ...filters, gender: GENDERS.find((gender) => gender === value) ?? '' }),
    },
    {
      name: 'age',
      label: t('age'),
      value: age,
      choices: withValue(AGE_CHOICES, age).map((value) => ({ value, label: ageLabel(t, value) })),
      isDisabled: false,
      choose: (value) => ({ ...filters, ...parseAgeRange(value, minAge) }),
    },
    {
      name: 'country',
      label: t('country'),
      value: country,
      choices: withValue(countryValues, country).map((value) => ({ value, label: countryLabel(t, value) })),
      isDisabled: false,
      choose: (value) => ({ ...filters, ...parseCountryValue(value), countryregion: '' }),
    },
    {
      name: 'countryregion',
      label: t('region'),
      value: filters.countryregion,
      choices: [{ value: '', label: t('region_all') }, ...regions.map(({ id, name }) => ({ value: id, label: name }))],
      isDisabled: regions.length === 0,
      choose: (value) => ({ ...filters, countryregion: value }),
    },
  ];
  return controls.filter(({ name }) => fields.includes(name));
}

/**
 * The filters of a search that narrows nothing but the country: all countries where the template allows that, else the user's own
 * country, else that of the site or of the network; empty if none is known.
 */
export function useClearedFilters(): FilterOptions {
  const canSearchAllCountries = useFeatureFlag('profileSearch', 'allCountries');
  const { geoip_selected_country: defaultCountry, min_age: minAge } = useSettings();
  const ownCountry = useUser()?.profile.country ?? defaultCountry ?? '';
  return { ...emptyFilters(minAge), country: canSearchAllCountries ? '' : ownCountry };
}

/** The order of the results as a control. */
export function useSortControl(filters: FilterOptions): Omit<FilterControl, 'name'> & { name: 'sort' } {
  const { t } = useTranslation('members');
  return {
    name: 'sort',
    label: t('sort'),
    value: filters.sort,
    choices: SEARCH_SORTS.map((value) => ({ value, label: t(`sort_${value}`) })),
    isDisabled: false,
    choose: (value) => ({ ...filters, sort: SEARCH_SORTS.find((sort) => sort === value) ?? filters.sort }),
  };
}

/** The label of the current value; empty if no choice has it. */
export const chosenLabel = ({ choices, value }: FilterControl): string => choices.find((choice) => choice.value === value)?.label ?? '';
