import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { logIn } from '#contract/session';
import { CallError, call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { useKeptText } from '../../session/kept-text.ts';
import { signIn } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

type FieldName = 'email' | 'password';
type Problem = 'email_required' | 'email_invalid' | 'password_required' | 'wrong_credentials';

function problemsOf(email: string, password: string): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {};
  if (email.trim() === '') problems.email = 'email_required';
  else if (!v.is(EmailAddress, email)) problems.email = 'email_invalid';
  if (password === '') problems.password = 'password_required';
  return problems;
}

/** Address and password; what is typed stays, whatever the answer is. */
function useLogIn() {
  const [email, setEmail] = useKeptText('login-email');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Partial<Record<FieldName, Problem>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    const found = problemsOf(email, password);
    setFailure(null);
    setProblems(found);
    if (isBusy || Object.keys(found).length) return;
    setBusy(true);
    try {
      const { user } = await call(logIn, { email, password });
      setEmail('');
      signIn(user);
    } catch (error) {
      setBusy(false);
      if (error instanceof CallError && error.code === 'wrong_credentials') setProblems({ password: 'wrong_credentials' });
      else setFailure(error);
    }
  };
  const type = (name: FieldName, text: string) => {
    (name === 'email' ? setEmail : setPassword)(text);
    setProblems(({ [name]: _, ...others }) => others);
  };
  return { email, password, type, problems, failure, isBusy, submit };
}

export function LogInForm({ notice }: { notice: string | null }) {
  const { t } = useTranslation('session');
  const sentence = useErrorSentence();
  const form = useRef<HTMLFormElement>(null);
  const { email, password, type, problems, failure, isBusy, submit } = useLogIn();
  const said = (name: FieldName) => (problems[name] ? t(problems[name]) : null);
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
      {alert && (
        <div className="note" role="alert">
          <Icon name="triangle-alert" />
          <p>{alert}</p>
        </div>
      )}
      <Field
        label={t('email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={said('email')}
        onChange={(event) => type('email', event.target.value)}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={said('password')}
        onChange={(event) => type('password', event.target.value)}
      />
      <div className="split-foot">
        <Button type="submit" wide busy={isBusy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}
