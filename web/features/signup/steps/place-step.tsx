import { useState } from 'react';
import { CITY_MAX } from '#contract/account';
import { fieldSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Field, SelectField } from '../../../ui/forms/field.tsx';
import { useCountryChoices, useRegionChoices } from '../../../ui/forms/place-choices.ts';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';
import { LocationLine } from './locate-button.tsx';
import { cityProblem, withCity, withCountry, withRegion } from './place-answers.ts';
import { usePlace } from './use-place.ts';

/** Country, region and city. Only the country is required, because searches go by country. */
export function PlaceStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const { t: tProfile } = useTranslation('profile');
  const place = usePlace(props.user);
  const { answers, answer } = place;
  const { country, region, city } = answers;
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const [isTried, setTried] = useState(false);
  const countries = useCountryChoices();
  const regions = useRegionChoices(country);
  const isKnownRegion = regions.some(({ value }) => value === region);
  const fieldErrorOf = (name: 'country' | 'countryregion' | 'city') => (fields[name] ? fieldSentence(fields[name]) : null);

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
          label={tProfile('country')}
          name="country"
          autoComplete="country"
          required
          options={[{ value: '' as const, label: tProfile('choose') }, ...countries]}
          value={country}
          error={isTried && !country ? tProfile('country_required') : fieldErrorOf('country')}
          onChange={(next) => answer(withCountry(answers, next))}
        />
        <SelectField
          label={tProfile('region')}
          name="region"
          autoComplete="address-level1"
          options={[{ value: '', label: tProfile('no_region') }, ...regions]}
          value={isKnownRegion ? region : ''}
          error={fieldErrorOf('countryregion')}
          disabled={!country}
          onChange={(next) => answer(withRegion(answers, next))}
        />
        <Field
          label={tProfile('city')}
          name="city"
          autoComplete="address-level2"
          value={city}
          error={isTried && cityProblem(city) ? t('city_too_long', { max: CITY_MAX }) : fieldErrorOf('city')}
          onChange={(event) => answer(withCity(answers, event.target.value))}
        />
      </StepForm>
    </>
  );
}
