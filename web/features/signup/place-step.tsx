import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CITY_MAX } from '#contract/account';
import { fieldSentence } from '../../api/error-sentence.ts';
import { useCountryChoices, useRegionChoices } from '../../session/place-choices.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { LocationLine } from './location-line.tsx';
import { cityProblem, withCity, withCountry, withRegion } from './place-rules.ts';
import { StepForm, StepHead } from './step-form.tsx';
import { usePlace } from './use-place.ts';
import { type StepProps, useStepSave } from './use-step-save.ts';

/** Country, region and city; only the country has to be said, as search works by country. */
export function PlaceStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const { t: own } = useTranslation('profile');
  const place = usePlace(props.user);
  const { answers, answer } = place;
  const { country, region, city } = answers;
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const [isTried, setTried] = useState(false);
  const countries = useCountryChoices();
  const regions = useRegionChoices(country);
  const isKnownRegion = regions.some(({ value }) => value === region);
  const said = (name: 'country' | 'countryregion' | 'city') => (fields[name] ? fieldSentence(fields[name]) : null);

  const save = async () => {
    setTried(true);
    if (!country || cityProblem(city)) return;
    const isSaved = await finish({ country, countryregion: isKnownRegion ? region : null, city: city.trim() || null });
    if (isSaved) place.forget();
  };
  return (
    <>
      <StepHead title={t('place_title')} lead={t('place_lead')} />
      <StepForm isBusy={isBusy} failure={failure} onSave={save}>
        <LocationLine {...place} />
        <SelectField
          label={own('country')}
          name="country"
          autoComplete="country"
          required
          options={[{ value: '' as const, label: own('choose') }, ...countries]}
          value={country}
          error={isTried && !country ? own('country_required') : said('country')}
          onChange={(next) => answer(withCountry(answers, next))}
        />
        <SelectField
          label={own('region')}
          name="region"
          autoComplete="address-level1"
          options={[{ value: '', label: own('no_region') }, ...regions]}
          value={isKnownRegion ? region : ''}
          error={said('countryregion')}
          disabled={!country}
          onChange={(next) => answer(withRegion(answers, next))}
        />
        <Field
          label={own('city')}
          name="city"
          autoComplete="address-level2"
          value={city}
          error={isTried && cityProblem(city) ? t('city_too_long', { max: CITY_MAX }) : said('city')}
          onChange={(event) => answer(withCity(answers, event.target.value))}
        />
      </StepForm>
    </>
  );
}
