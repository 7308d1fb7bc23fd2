import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MIN } from '#contract/account';
import { resetPassword } from '#contract/session';
import { call } from '../../api/call.ts';
import { useAct } from '../../api/use-act.ts';
import { passwordProblem } from '../../session/password-rules.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { useTriedForm } from '../../ui/use-wrong-field.ts';
import { followLink } from './follow-link.ts';
import { usePasswordSentence } from './use-password-sentence.ts';

interface ResetFormProps {
  token: string;
  onDone: () => Promise<void>;
  onExpired: () => void;
}

/** The password that takes the place of a forgotten one. */
export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const { t } = useTranslation('account');
  const sentence = usePasswordSentence();
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const { form, tried } = useTriedForm();
  const { run, isBusy, fields, failure, forget } = useAct();
  const problem = isTried ? passwordProblem(password) : null;

  const set = async () => {
    await call(resetPassword, { token, password });
    await onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (passwordProblem(password) || !(await run(() => followLink(set, { onExpired })))) tried();
  };
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <FailureNote error={failure} />
      <PasswordField
        label={t('password_chosen')}
        name="password"
        autoComplete="new-password"
        value={password}
        error={sentence(problem ?? fields.password)}
        hint={t('password_hint', { min: PASSWORD_MIN })}
        onChange={(event) => {
          forget();
          setPassword(event.target.value);
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
