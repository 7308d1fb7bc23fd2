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
  /** What skipping would mean; the button then skips all the same. */
  skipWarning?: string | null;
  children: ReactNode;
}

/** The form of one step: fields, error, submit button and, with `onSkip`, a skip button. */
export function StepForm({ isBusy, failure, onSave, onSkip, skipWarning, children }: StepFormProps) {
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
        <p className="step-skip-warning" role="status">
          {skipWarning}
        </p>
        {onSkip && <SkipButton isBusy={isBusy} onSkip={onSkip} isAnyway={Boolean(skipWarning)} />}
      </div>
    </form>
  );
}

export function SkipButton({ isBusy, onSkip, isAnyway = false }: { isBusy: boolean; onSkip: () => Promise<unknown>; isAnyway?: boolean }) {
  const { t } = useTranslation('signup');
  return (
    <Button tone="text" wide disabled={isBusy} onClick={() => void onSkip()}>
      {t(isAnyway ? 'skip_anyway' : 'skip')}
    </Button>
  );
}
