import { useState } from 'react';
import { CITY_MAX, type User } from '#contract/account';
import type { CountryCode } from '#contract/primitives';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { PlaceFields } from '../../ui/forms/place-fields.tsx';
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

  const chooseCountry = (next: CountryCode | '') => {
    setCountry(next);
    setRegion('');
    setMissing(false);
  };
  const submit = async () => {
    setMissing(country === '');
    if (country) await save({ country, countryregion: region || null, city: city.trim() || null });
  };
  return (
    <section id="place" className="profile-section">
      <div className="section-head">
        <h2 className="display display-21">{t('place_title')}</h2>
      </div>
      <SectionForm isBusy={isBusy} failure={failure} onSave={submit}>
        <PlaceFields
          country={country}
          region={region}
          city={city}
          refused={fields}
          isCountryMissing={isMissing}
          cityMaxLength={CITY_MAX}
          onCountry={chooseCountry}
          onRegion={setRegion}
          onCity={setCity}
        />
      </SectionForm>
    </section>
  );
}
