import { useState } from 'react';
import { CITY_MAX } from '#contract/account-changes';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useRegionChoices } from '../../../ui/forms/place-choices.ts';
import { PlaceFields } from '../../../ui/forms/place-fields.tsx';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';
import { LocationLine } from './locate-button.tsx';
import { cityProblem, withCity, withCountry, withRegion } from './place-answers.ts';
import { usePlace } from './use-place.ts';

/** The step that asks for the place. The browser's location fills in what the member has not answered. */
export function PlaceStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const place = usePlace(props.user);
  const { answers, answer } = place;
  const { country, region, city } = answers;
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const [isTried, setTried] = useState(false);
  const isKnownRegion = useRegionChoices(country).some(({ value }) => value === region);

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
        <PlaceFields
          country={country}
          region={region}
          city={city}
          refused={fields}
          isCountryMissing={isTried && !country}
          cityError={isTried && cityProblem(city) ? t('city_too_long', { max: CITY_MAX }) : null}
          onCountry={(next) => answer(withCountry(answers, next))}
          onRegion={(next) => answer(withRegion(answers, next))}
          onCity={(next) => answer(withCity(answers, next))}
        />
      </StepForm>
    </>
  );
}
