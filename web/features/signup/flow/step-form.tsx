import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { useInvalidFieldFocus } from '../../../ui/forms/focus-invalid-field.ts';

export function StepHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <h1 className="display display-40">{title}</h1>
      <p className="muted split-lead">{lead}</p>
    </div>
  );
}

interface StepFormProps {
  isBusy: boolean;
  failure: unknown;
  /** Resolves when saving has ended; then the first field that is wrong gets the focus. */
  onSave: () => Promise<unknown>;
  onSkip?: () => Promise<unknown>;
  children: ReactNode;
}

/** The form of one step: fields, error, submit button and, with `onSkip`, a skip button. */
export function StepForm({ isBusy, failure, onSave, onSkip, children }: StepFormProps) {
  const { t } = useTranslation('signup');
  const [tries, setTries] = useState(0);
  const form = useInvalidFieldFocus(tries);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await onSave();
    setTries((count) => count + 1);
  };
  return (
    <form className="form step-form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      {children}
      <div className="split-foot">
        <FailureNote error={failure} />
        <Button type="submit" wide busy={isBusy}>
          {t('submit')}
        </Button>
        {onSkip && <SkipButton isBusy={isBusy} onSkip={onSkip} />}
      </div>
    </form>
  );
}

export function SkipButton({ isBusy, onSkip }: { isBusy: boolean; onSkip: () => Promise<unknown> }) {
  const { t } = useTranslation('signup');
  return (
    <Button tone="text" wide disabled={isBusy} onClick={() => void onSkip()}>
      {t('skip')}
    </Button>
  );
}
