import { type FormEvent, useState } from 'react';
import { requestPasswordReset } from '#contract/session';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { type EmailProblem, emailProblem } from '../../../ui/forms/email-problem.ts';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { AddressField } from '../../../ui/forms/field.tsx';
import { useTriedForm } from '../../../ui/forms/focus-invalid-field.ts';

interface ResetRequestProps {
  email: string;
  onType: (email: string) => void;
  onSent: () => void;
}

/** Form that requests the mail with the reset link. The answer does not reveal whether the account exists. */
export function ResetRequest({ email, onType, onSent }: ResetRequestProps) {
  const { t } = useTranslation('account');
  const [problem, setProblem] = useState<EmailProblem | null>(null);
  const { form, tried: focusInvalidField } = useTriedForm();
  const { run, isBusy, fields, failure } = useAct();

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
      <AddressField
        label={t('email')}
        autoComplete="username"
        value={email}
        error={shownProblem ? t(shownProblem) : null}
        onChange={(event) => {
          setProblem(null);
          onType(event.target.value);
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
