import { useState } from 'react';
import type { User } from '#contract/account';
import { requestEmailChange } from '#contract/account-changes';
import { CallError, call } from '../../../api/call.ts';
import { fieldSentence } from '../../../api/error-text.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { updateSignedInUser } from '../../../session/user.ts';
import { type EmailProblem, emailProblem } from '../../../ui/forms/email-problem.ts';
import { EmailInputField, PasswordField } from '../../../ui/forms/field.tsx';
import { SectionForm } from '../../../ui/forms/section-form.tsx';

interface EmailChangeFormProps {
  user: User;
  /** Called with the new address once the server has accepted the change. */
  onSent: (email: string) => void;
  onCancel: () => void;
}

interface Problems {
  email?: EmailProblem | 'email_same' | 'email_taken';
  password?: 'old_required';
}

function problemsOf(email: string, password: string, current: string): Problems {
  const wrongEmail = emailProblem(email) ?? (email.trim().toLowerCase() === current ? 'email_same' : null);
  return {
    ...(wrongEmail && { email: wrongEmail }),
    ...(password === '' && { password: 'old_required' }),
  };
}

/** Form for another e-mail address, with the password. It replaces the address of an unconfirmed account at once. */
export function EmailChangeForm({ user, onSent, onCancel }: EmailChangeFormProps) {
  const { t } = useTranslation('account');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const { run, isBusy, fields, failure } = useAction();
  const isTaken = failure instanceof CallError && failure.code === 'email_taken';

  const submit = async () => {
    const found = problemsOf(email, password, user.email);
    setProblems(found);
    if (found.email || found.password) return;
    const requestChange = async () => updateSignedInUser((await call(requestEmailChange, { email, password })).user);
    if (await run(requestChange)) onSent(email.trim());
  };
  const wrongEmail = problems.email ?? (isTaken ? 'email_taken' : fields.email ? 'email_invalid' : null);
  const wrongPassword = problems.password ? t(problems.password) : fields.password ? fieldSentence(fields.password) : null;
  return (
    <SectionForm
      isBusy={isBusy}
      failure={isTaken ? null : failure}
      onSave={submit}
      onCancel={onCancel}
      saveLabel={t(user.activated ? 'email_ask' : 'email_replace')}
    >
      <EmailInputField
        label={t('email_other')}
        autoFocus
        value={email}
        error={wrongEmail ? t(wrongEmail) : null}
        onChange={(event) => {
          setProblems(({ email: _, ...others }) => others);
          setEmail(event.target.value);
        }}
      />
      <PasswordField
        label={t('password_now')}
        name="current-password"
        autoComplete="current-password"
        value={password}
        error={wrongPassword}
        onChange={(event) => {
          setProblems(({ password: _, ...others }) => others);
          setPassword(event.target.value);
        }}
      />
    </SectionForm>
  );
}
