import { useState } from 'react';
import { PERSONAL_MAX } from '#contract/account-changes';
import { PROMPT_ANSWER_MAX } from '#contract/profile';
import { fieldSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { CountedArea, charactersLeft } from '../../../ui/forms/counted-area.tsx';
import { useStoredText } from '../../../ui/forms/form-draft.ts';
import { StepForm, StepHead } from '../flow/step-form.tsx';
import { type StepProps, useStepSave } from '../flow/use-step-save.ts';
import { usePromptAnswer } from './use-prompt-answer.ts';

/** With fewer characters left than this, their number is shown. */
const NEARLY_FULL = 300;
const PROMPT_NEARLY_FULL = 100;

type PromptAnswer = NonNullable<ReturnType<typeof usePromptAnswer>>;

/** The field for the answer to a prompt, and the button that suggests another one. */
function PromptField({ prompt, error }: { prompt: PromptAnswer; error: string | null }) {
  const { t } = useTranslation('signup');
  const { label, showNext } = prompt;
  const [hasChanged, setChanged] = useState(false);
  return (
    <div className="about-me-prompt">
      <p className="muted">{t('prompt_lead')}</p>
      <CountedArea
        label={label}
        name="prompt_answer"
        rows={2}
        value={prompt.text}
        max={PROMPT_ANSWER_MAX}
        shownBelow={PROMPT_NEARLY_FULL}
        error={error}
        onChange={(event) => prompt.type(event.target.value)}
      />
      {showNext && (
        <Button
          tone="soft"
          small
          icon="refresh-cw"
          onClick={() => {
            setChanged(true);
            showNext();
          }}
        >
          {t('prompt_another')}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {hasChanged && label}
      </p>
    </div>
  );
}

/** The text about oneself, and one prompt. */
export function AboutMeStep(props: StepProps) {
  const { t } = useTranslation('signup');
  const { user } = props;
  const [text, setText] = useStoredText('signup-personal', user.profile.personal ?? '');
  const prompt = usePromptAnswer(user);
  const { finish, isBusy, fields, failure } = useStepSave(props);
  const refused = Object.entries(fields).find(([name]) => name.startsWith('prompts'))?.[1];

  const save = async () => {
    if (charactersLeft(text, PERSONAL_MAX) < 0 || prompt?.isTooLong) return;
    if (!(await finish({ personal: text.trim() || null, ...prompt?.changes }))) return;
    setText('');
    prompt?.forget();
  };
  return (
    <>
      <StepHead title={t('personal_title')} lead={t('personal_lead')} />
      <StepForm isBusy={isBusy} failure={failure} onSave={save} onSkip={finish}>
        <CountedArea
          label={t('personal')}
          name="personal"
          className="about-me-input"
          value={text}
          max={PERSONAL_MAX}
          shownBelow={NEARLY_FULL}
          error={fields.personal ? fieldSentence(fields.personal) : null}
          hint={t('personal_hint')}
          onChange={(event) => setText(event.target.value)}
        />
        {prompt && <PromptField prompt={prompt} error={refused ? fieldSentence(refused) : null} />}
      </StepForm>
    </>
  );
}
