import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CITY_MAX } from '#contract/account';
import { fieldSentence } from '../../../api/error-text.ts';
import { Field, SelectField } from '../../../ui/forms/field.tsx';
import { useCountryChoices, useRegionChoices } from '../../../ui/forms/place-choices.ts';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';
import { LocationLine } from './locate-button.tsx';
import { cityProblem, withCity, withCountry, withRegion } from './place-answers.ts';
import { usePlace } from './use-place.ts';

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
