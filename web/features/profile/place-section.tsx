import { useState } from 'react';
import { CITY_MAX, type User } from '#contract/account';
import type { CountryCode } from '#contract/primitives';
import { fieldSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import { useCountryChoices, useRegionChoices } from '../../ui/forms/place-choices.ts';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useSaveSection } from './use-save-section.ts';

export function PlaceSection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { geoip_country: networkCountry } = useSettings();
  const { profile } = user;
  const [country, setCountry] = useState<CountryCode | ''>(profile.country ?? networkCountry ?? '');
  const [region, setRegion] = useState(profile.countryregion ?? '');
  const [city, setCity] = useState(profile.city ?? '');
  const [isMissing, setMissing] = useState(false);
  const { save, isBusy, fields, failure } = useSaveSection();
  const countries = useCountryChoices();
  const regions = useRegionChoices(country);

  const chooseCountry = (next: CountryCode | '') => {
    setCountry(next);
    setRegion('');
    setMissing(false);
  };
  const submit = async () => {
    setMissing(country === '');
    if (country) await save({ country, countryregion: region || null, city: city.trim() || null });
  };
  const fieldErrorOf = (name: 'country' | 'countryregion' | 'city') => (fields[name] ? fieldSentence(fields[name]) : null);
  return (
    <section id="place" className="own-section">
      <div className="sec-head">
        <h2 className="d d21">{t('place_title')}</h2>
      </div>
      <SectionForm isBusy={isBusy} failure={failure} onSave={submit}>
        <SelectField
          label={t('country')}
          name="country"
          autoComplete="country"
          options={[{ value: '', label: t('choose') }, ...countries]}
          value={country}
          error={isMissing ? t('country_required') : fieldErrorOf('country')}
          onChange={chooseCountry}
        />
        <SelectField
          label={t('region')}
          name="region"
          autoComplete="address-level1"
          options={[{ value: '', label: t('no_region') }, ...regions]}
          value={regions.some(({ value }) => value === region) ? region : ''}
          error={fieldErrorOf('countryregion')}
          disabled={!country}
          onChange={setRegion}
        />
        <Field
          label={t('city')}
          name="city"
          autoComplete="address-level2"
          maxLength={CITY_MAX}
          value={city}
          error={fieldErrorOf('city')}
          onChange={(event) => setCity(event.target.value)}
        />
      </SectionForm>
    </section>
  );
}
