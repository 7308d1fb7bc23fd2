import { useState } from 'react';
import { GENDERS } from '#contract/primitives';
import { fieldSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { birthProblem } from '../../../ui/forms/birth-date.ts';
import { BirthField } from '../../../ui/forms/birth-field.tsx';
import { Segments } from '../../../ui/forms/field.tsx';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';
import { useStoredAnswers } from '../flow/use-stored-answers.ts';
import { AboutYou, aboutYouOf, changesOf } from './about-you-answers.ts';
import { MoreFields } from './profile-fields.tsx';

/** Date of birth and gender, without which no search finds a member, and optional profile fields. */
export function AboutYouStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const { user } = props;
  const { min_age: minAge } = useSettings();
  const { answers, answer, forget } = useStoredAnswers('signup-about-you', AboutYou, aboutYouOf(user));
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const [isTried, setTried] = useState(false);
  const wrongBirth = isTried ? birthProblem(answers.birth, minAge) : null;
  const genderError = fields.gender ? fieldSentence(fields.gender) : isTried && !answers.gender ? t('gender_required') : null;

  const save = async () => {
    setTried(true);
    const changes = changesOf(answers, minAge);
    if (changes && (await finish(changes))) forget();
  };
  const hasFieldErrors = Object.keys(fields).some((name) => name.startsWith('fields'));
  return (
    <>
      <StepHead title={t('birth_title')} lead={t('birth_lead')} />
      <StepForm isBusy={isBusy} failure={failure} onSave={save} onSkip={finish}>
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
          error={hasFieldErrors ? fieldSentence('unknown') : null}
          onChange={(id, value) => answer({ ...answers, fields: { ...answers.fields, [id]: value } })}
        />
      </StepForm>
    </>
  );
}
