import { useLocation } from 'react-router';
import { EmbeddedSignUpForm } from '../../features/signup/form/embedded-form.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loginPath } from '../../session/login-redirect.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { SignupsClosed } from '../../ui/signup/signups-closed.tsx';

/** The sign-up form below an error; while sign-ups are closed, a link to the login. */
export function ErrorSignUp() {
  const { t } = useTranslation('signup');
  const location = useLocation();
  const isOpen = useSignupsOpen();
  if (!isOpen) {
    return (
      <section className="section error-screen-signup">
        <h2 className="display display-28">{t('closed_title')}</h2>
        <SignupsClosed logInPath={loginPath(location)} />
      </section>
    );
  }
  return (
    <section className="section error-screen-signup">
      <h2 className="display display-28">{t('title')}</h2>
      <EmbeddedSignUpForm />
    </section>
  );
}
