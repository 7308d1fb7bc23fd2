import { type FormEvent, useState } from 'react';
import { useAct } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { useTriedForm } from '../../../ui/forms/focus-invalid-field.ts';
import { passwordProblem } from '../../../ui/forms/password-problem.ts';
import { followLink } from '../../../ui/mailed-link/follow-link.ts';
import { ChosenPassword } from './replacement-password.tsx';

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
  const { form, tried: focusInvalidField } = useTriedForm();
  const { run, isBusy, fields, failure, forget } = useAct();
  const problem = isSubmitted ? passwordProblem(password) : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (passwordProblem(password) || !(await run(() => followLink(() => reset(password), { onExpired })))) focusInvalidField();
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FailureNote error={failure} />
      <ChosenPassword
        value={password}
        problem={problem ?? fields.password}
        onChange={(chosen) => {
          forget();
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
