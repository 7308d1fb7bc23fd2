import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasSensitiveAnswers } from '#contract/consent';
import { GENDERS } from '#contract/primitives';
import { fieldSentence } from '../../../api/error-text.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { SensitiveConsentField } from '../../../cards/consent/sensitive-consent-field.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { UserChanges } from '../../../session/save-user.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { birthProblem } from '../../../ui/forms/birth-date.ts';
import { BirthField } from '../../../ui/forms/birth-field.tsx';
import { Segments } from '../../../ui/forms/field.tsx';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';
import { useStoredAnswers } from '../flow/use-stored-answers.ts';
import { AboutYou, aboutYouOf, changesOf, withoutSensitiveAnswers } from './about-you-answers.ts';
import { MoreFields } from './profile-fields.tsx';
import { WantedPeople } from './wanted-people.tsx';

/** Date of birth and gender, without which no search finds a member; optional profile fields; and whom the member wants to meet. */
export function AboutYouStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const { t: tConsent } = useTranslation('consent');
  const { user } = props;
  const { min_age: minAge } = useSettings();
  const { answers, answer, forget } = useStoredAnswers('signup-about-you', AboutYou, aboutYouOf(user, minAge));
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const client = useQueryClient();
  const [isTried, setTried] = useState(false);
  const [isSkipping, setSkipping] = useState(false);
  const wrongBirth = isTried ? birthProblem(answers.birth, minAge) : null;
  const genderError = fields.gender ? fieldSentence(fields.gender) : isTried && !answers.gender ? t('gender_required') : null;

  const changes = changesOf(answers, minAge);
  const lacksConsent = changes !== null && hasSensitiveAnswers(changes) && !user.sensitive_consent && !answers.consents;

  const send = async (complete: UserChanges) => {
    if (!(await finish(complete))) return;
    forget();
    // Answers of searches that were made without the preference.
    if (complete.search_preference) client.removeQueries({ queryKey: queryKeys.searches });
  };
  const save = async () => {
    setTried(true);
    if (changes && !lacksConsent) await send(changes);
  };
  /** Warns once, because without these answers no search finds the member. */
  const skip = async () => {
    if (isSkipping || (user.profile.gender && user.profile.date_of_birth)) await finish();
    else setSkipping(true);
  };
  const errorOf = (field: string) => Object.entries(fields).find(([name]) => name.split('.')[0] === field)?.[1];
  const wrongField = errorOf('fields');
  const wrongPreference = errorOf('search_preference');
  return (
    <>
      <StepHead title={t('birth_title')} lead={t('birth_lead')} />
      <StepForm isBusy={isBusy} failure={failure} onSave={save} onSkip={skip} skipWarning={isSkipping ? t('skip_unfindable') : null}>
        <BirthField
          parts={answers.birth}
          problem={wrongBirth ?? (fields.date_of_birth ? 'error' : null)}
          onChange={(birth) => answer({ ...answers, birth })}
        />
        <Segments
          legend={t('gender')}
          name="gender"
          options={GENDERS.map((value) => ({ value, label: t(`gender_${value}`) }))}
          value={answers.gender}
          error={genderError}
          onChange={(gender) => answer({ ...answers, gender })}
        />
        <MoreFields
          values={answers.fields}
          error={wrongField ? fieldSentence('unknown') : null}
          onChange={(id, value) => answer({ ...answers, fields: { ...answers.fields, [id]: value } })}
        />
        <WantedPeople
          answers={answers}
          error={wrongPreference ? fieldSentence(wrongPreference) : null}
          onChange={(wanted) => answer({ ...answers, ...wanted })}
        />
        {!user.sensitive_consent && (
          <SensitiveConsentField
            isGiven={answers.consents}
            error={(isTried && lacksConsent) || fields.sensitive_consent ? tConsent('required') : null}
            onChange={(consents) => answer({ ...answers, consents })}
          />
        )}
        {isTried && lacksConsent && changes && (
          <Button tone="soft" wide disabled={isBusy} onClick={() => void send(withoutSensitiveAnswers(changes))}>
            {tConsent('without')}
          </Button>
        )}
      </StepForm>
    </>
  );
}
