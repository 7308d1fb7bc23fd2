import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useErrorSentence } from '../../../api/error-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailInputField, PasswordField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UndeleteMail } from './undelete-mail.tsx';
import { type FieldName, useLogIn } from './use-login.ts';
import './login-form.css';

export function LogInForm({ notice }: { notice: string | null }) {
  const { t } = useTranslation('session');
  const sentence = useErrorSentence();
  const form = useRef<HTMLFormElement>(null);
  const { email, password, type, problems, failure, isDeleted, isBusy, submit } = useLogIn();
  const problemText = (name: FieldName) => (problems[name] ? t(problems[name]) : null);
  const alert = failure ? sentence(failure) : notice;

  useEffect(() => {
    if (problems.email || problems.password) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className="form" ref={form} onSubmit={onSubmit} noValidate>
      {alert && !isDeleted && (
        <div className="note" role="alert">
          <Icon name="triangle-alert" />
          <p>{alert}</p>
        </div>
      )}
      {isDeleted && <UndeleteMail email={email} password={password} />}
      <EmailInputField
        label={t('email')}
        autoComplete="username"
        value={email}
        error={problemText('email')}
        onChange={(event) => type('email', event.target.value)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={problemText('password')}
        onChange={(event) => type('password', event.target.value)}
      />
      <Link className="link forgot-password-link" to="/reset-password" state={{ email: email.trim() }}>
        {t('forgot')}
      </Link>
      <div className="split-foot">
        <Button type="submit" wide busy={isBusy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}
