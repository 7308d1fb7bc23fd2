import { PERSONAL_MAX } from '#contract/account';
import { fieldSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { TextAreaField } from '../../../ui/forms/field.tsx';
import { useStoredText } from '../../../ui/forms/form-draft.ts';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';

/** With fewer characters left than this, their number is shown. */
const NEARLY_FULL = 300;

/** The text about oneself. */
export function AboutMeStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const { t: tProfile } = useTranslation('profile');
  const { user } = props;
  const [text, setText] = useStoredText('signup-personal', user.profile.personal ?? '');
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const left = PERSONAL_MAX - [...text.normalize('NFC').trim()].length;
  const tooLong = left < 0 ? fieldSentence('too_long') : null;

  const save = async () => {
    if (left < 0) return;
    if (await finish({ personal: text.trim() || null })) setText('');
  };
  return (
    <>
      <StepHead title={t('personal_title')} lead={t('personal_lead')} />
      <StepForm isBusy={isBusy} failure={failure} onSave={save} onSkip={finish}>
        <TextAreaField
          label={t('personal')}
          name="personal"
          className="about-me-input"
          value={text}
          error={fields.personal ? fieldSentence(fields.personal) : tooLong}
          hint={left < NEARLY_FULL ? tProfile('about_left', { count: left }) : t('personal_hint')}
          onChange={(event) => setText(event.target.value)}
        />
      </StepForm>
    </>
  );
}
