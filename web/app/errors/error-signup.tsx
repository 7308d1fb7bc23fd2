import { useLocation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loginPath } from '../../session/login-redirect.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SignupsClosed } from '../../ui/signup/signups-closed.tsx';

/** The way to the sign-up below an error; while sign-ups are closed, a link to the login. */
export function ErrorSignUp() {
  const { t } = useTranslation('signup');
  const { t: tCore } = useTranslation();
  const location = useLocation();
  const isOpen = useSignupsOpen();
  return (
    <section className="section error-screen-signup">
      <h2 className="display display-28">{t(isOpen ? 'title' : 'closed_title')}</h2>
      {isOpen ? <ButtonLink to="/signup">{tCore('navigation.join')}</ButtonLink> : <SignupsClosed logInPath={loginPath(location)} />}
    </section>
  );
}
