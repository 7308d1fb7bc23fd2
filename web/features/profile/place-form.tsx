import { useState } from 'react';
import type { User } from '#contract/account';
import { CITY_MAX } from '#contract/account-changes';
import type { CountryCode } from '#contract/primitives';
import { useSettings } from '../../session/settings.ts';
import { PlaceFields } from '../../ui/forms/place-fields.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useSaveSection } from './use-save-section.ts';

export function PlaceForm({ user, onDone }: { user: User; onDone: () => void }) {
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
    if (country && (await save({ country, countryregion: region || null, city: city.trim() || null }))) onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={onDone} isInDialog>
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
  );
}
