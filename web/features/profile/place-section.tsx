import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CITY_MAX, type User } from '#contract/account';
import type { CountryCode } from '#contract/primitives';
import { getRegions } from '#contract/profile';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-sentence.ts';
import { countryName } from '../../i18n/format.ts';
import { useSettings } from '../../session/settings.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { SectionForm } from './section-form.tsx';
import { useSave } from './use-save.ts';

type Choice<T extends string> = { value: T; label: string };

function useRegionChoices(country: CountryCode | ''): Choice<string>[] {
  const { t } = useTranslation('profile');
  const regions = useQuery({
    queryKey: ['own-regions', country],
    queryFn: async ({ signal }) => (country ? (await call(getRegions, { country }, { signal })).regions : []),
    enabled: country !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return [{ value: '', label: t('no_region') }, ...(regions.data ?? []).map(({ id, name }) => ({ value: id, label: name }))];
}

function useCountryChoices(): Choice<CountryCode | ''>[] {
  const { t, i18n } = useTranslation('profile');
  const { countries } = useSettings();
  const named = countries.map(({ code }): Choice<CountryCode | ''> => ({ value: code, label: countryName(code) }));
  return [{ value: '', label: t('choose') }, ...named.sort((a, b) => a.label.localeCompare(b.label, i18n.language))];
}

export function PlaceSection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { geoip_country: guessed } = useSettings();
  const { profile } = user;
  const [country, setCountry] = useState<CountryCode | ''>(profile.country ?? guessed ?? '');
  const [region, setRegion] = useState(profile.countryregion ?? '');
  const [city, setCity] = useState(profile.city ?? '');
  const [isMissing, setMissing] = useState(false);
  const { save, isBusy, fields, failure } = useSave();
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
  const said = (name: 'country' | 'countryregion' | 'city') => (fields[name] ? fieldSentence(fields[name]) : null);
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
          options={useCountryChoices()}
          value={country}
          error={isMissing ? t('country_required') : said('country')}
          onChange={chooseCountry}
        />
        <SelectField
          label={t('region')}
          name="region"
          autoComplete="address-level1"
          options={regions}
          value={regions.some(({ value }) => value === region) ? region : ''}
          error={said('countryregion')}
          disabled={!country}
          onChange={setRegion}
        />
        <Field
          label={t('city')}
          name="city"
          autoComplete="address-level2"
          maxLength={CITY_MAX}
          value={city}
          error={said('city')}
          onChange={(event) => setCity(event.target.value)}
        />
      </SectionForm>
    </section>
  );
}
