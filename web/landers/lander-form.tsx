import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { AcceptLine } from '../features/signup/form/accept-terms.tsx';
import { FictionalWarning } from '../features/signup/form/fictional-warning.tsx';
import { useSignUpPaths } from '../features/signup/form/signup-paths.ts';
import { useAccountDraft } from '../features/signup/form/use-account-draft.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useSettings } from '../session/settings.ts';
import { useSignupsOpen } from '../session/signups-open.ts';
import { useUser } from '../session/user.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { emailProblem } from '../ui/forms/email-problem.ts';
import { EmailInputField } from '../ui/forms/field.tsx';
import './lander-form.css';

const loadJoinHere = async () => ({ default: (await import('../features/signup/form/embedded-form.tsx')).EmbeddedSignUpForm });
const JoinHere = lazy(loadJoinHere);

/** First a field for the e-mail address; once that is valid, the whole sign-up form takes its place. */
function TwoStepSignup({ submit }: { submit: string }) {
  const { t } = useTranslation('signup');
  const { email, setEmail } = useAccountDraft();
  const [hasEmail, setHasEmail] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const problem = emailProblem(email);
    if (!problem) return setHasEmail(true);
    setError(t(problem));
    field.current?.focus();
  };
  if (hasEmail) {
    return (
      <Suspense fallback={<span className="spinner" />}>
        <JoinHere />
      </Suspense>
    );
  }
  return (
    <form className="lander-email-form" onSubmit={onSubmit} noValidate>
      <EmailInputField
        ref={field}
        label={t('email')}
        value={email}
        error={error}
        required
        onFocus={() => void loadJoinHere().catch(() => undefined)}
        onChange={(event) => {
          setError(null);
          setEmail(event.target.value);
        }}
      />
      <Button type="submit">{submit}</Button>
      <AcceptLine />
    </form>
  );
}

/**
 * The form of a landing page (docs/product.md, "Form of a landing page"): the sign-up, for members a button that leads on, and while
 * sign-ups are closed a link to the login.
 */
export function LanderForm({ submit }: { submit: string }) {
  const { t } = useTranslation('signup');
  const { name } = useSettings();
  const { logInPath, nextPath } = useSignUpPaths();
  const isOpen = useSignupsOpen();
  if (useUser()) return <ButtonLink to={nextPath}>{t('go_on')}</ButtonLink>;
  if (!isOpen) {
    return (
      <div className="lander-form">
        <p>{t('closed_text', { site: name })}</p>
        <ButtonLink to={logInPath}>{t('log_in')}</ButtonLink>
      </div>
    );
  }
  return (
    <div className="lander-form">
      <TwoStepSignup submit={submit} />
      <FictionalWarning />
    </div>
  );
}
