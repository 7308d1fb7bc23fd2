import { type FormEvent, useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { useFocusInvalidField } from '../../../ui/forms/focus-invalid-field.ts';
import { passwordProblem } from '../../../ui/forms/password-problem.ts';
import { runLinkAction } from '../../../ui/mailed-link/follow-link.ts';
import { ReplacementPasswordField } from './replacement-password.tsx';

interface ResetFormProps {
  /** Saves the password and navigates on. May reject. */
  reset: (password: string) => Promise<void>;
  onExpired: () => void;
}

/** Form for the password that replaces a forgotten one. */
export function ResetForm({ reset, onExpired }: ResetFormProps) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { form, focusInvalid: focusInvalidField } = useFocusInvalidField();
  const { run, isBusy, fields, failure, clearError } = useAction();
  const problem = isSubmitted ? passwordProblem(password) : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (passwordProblem(password) || !(await run(() => runLinkAction(() => reset(password), { onExpired })))) focusInvalidField();
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FailureNote error={failure} />
      <ReplacementPasswordField
        value={password}
        problem={problem ?? fields.password}
        onChange={(chosen) => {
          clearError();
          setPassword(chosen);
        }}
      />
      <div className="split-foot">
        <Button type="submit" wide busy={isBusy}>
          {t('reset_do')}
        </Button>
      </div>
    </form>
  );
}
