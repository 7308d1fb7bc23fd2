import type { FieldCode } from '#contract/errors';
import type { CountryCode } from '#contract/primitives';
import { fieldSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Field, SelectField } from './field.tsx';
import { useCountryChoices, useRegionChoices } from './place-choices.ts';

interface PlaceFieldsProps {
  country: CountryCode | '';
  /** The id of a region; one that the country does not have is shown as none. */
  region: string;
  city: string;
  /** The fields that the server has refused, by their names on the wire. */
  refused: Readonly<Partial<Record<'country' | 'countryregion' | 'city', FieldCode>>>;
  /** Whether to say that a country has to be chosen. */
  isCountryMissing: boolean;
  /** What the form itself finds wrong with the city. */
  cityError?: string | null;
  cityMaxLength?: number;
  onCountry: (country: CountryCode | '') => void;
  onRegion: (region: string) => void;
  onCity: (city: string) => void;
}

/** Country, region and city of a member. Only the country is required, because searches go by country. */
export function PlaceFields({ country, region, city, refused, ...props }: PlaceFieldsProps) {
  const { t } = useTranslation('profile');
  const countries = useCountryChoices();
  const regions = useRegionChoices(country);
  const refusalOf = (name: keyof typeof refused) => (refused[name] ? fieldSentence(refused[name]) : null);
  return (
    <>
      <SelectField
        label={t('country')}
        name="country"
        autoComplete="country"
        required
        options={[{ value: '' as const, label: t('choose') }, ...countries]}
        value={country}
        error={props.isCountryMissing ? t('country_required') : refusalOf('country')}
        onChange={props.onCountry}
      />
      <SelectField
        label={t('region')}
        name="region"
        autoComplete="address-level1"
        options={[{ value: '', label: t('no_region') }, ...regions]}
        value={regions.some(({ value }) => value === region) ? region : ''}
        error={refusalOf('countryregion')}
        disabled={!country}
        onChange={props.onRegion}
      />
      <Field
        label={t('city')}
        name="city"
        autoComplete="address-level2"
        maxLength={props.cityMaxLength}
        value={city}
        error={props.cityError ?? refusalOf('city')}
        onChange={(event) => props.onCity(event.target.value)}
      />
    </>
  );
}
