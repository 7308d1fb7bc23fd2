import { type FormEvent, useState } from 'react';
import { requestPasswordReset } from '#contract/passwords';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { type EmailProblem, emailProblem } from '../../../ui/forms/email-problem.ts';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { EmailInputField } from '../../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../../ui/forms/focus-invalid-field.ts';

interface ResetRequestFormProps {
  email: string;
  onEmailChange: (email: string) => void;
  onSent: () => void;
}

/** Form that requests the mail with the reset link. The answer does not reveal whether the account exists. */
export function ResetRequestForm({ email, onEmailChange, onSent }: ResetRequestFormProps) {
  const { t } = useTranslation('account');
  const [problem, setProblem] = useState<EmailProblem | null>(null);
  const { form, focusInvalid: focusInvalidField } = useFocusInvalidField();
  const { run, isBusy, fields, failure } = useAction();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = emailProblem(email);
    setProblem(found);
    if (!found && (await run(() => call(requestPasswordReset, { email })))) onSent();
    else focusInvalidField();
  };
  const shownProblem = problem ?? (fields.email ? 'email_invalid' : null);
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FailureNote error={failure} />
      <EmailInputField
        label={t('email')}
        autoComplete="username"
        value={email}
        error={shownProblem ? t(shownProblem) : null}
        onChange={(event) => {
          setProblem(null);
          onEmailChange(event.target.value);
        }}
      />
      <div className="split-foot">
        <Button type="submit" wide busy={isBusy}>
          {t('reset_send')}
        </Button>
      </div>
    </form>
  );
}
