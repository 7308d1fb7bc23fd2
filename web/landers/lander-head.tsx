import { Link } from 'react-router';
import { useSignUpPaths } from '../features/signup/form/signup-paths.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useSettings } from '../session/settings.ts';
import { useUser } from '../session/user.ts';
import { Logo } from '../ui/logo.tsx';
import './lander-head.css';

/** The head of a landing page that has no other: the site's mark, and for visitors a link to the login. */
export function LanderHead() {
  const { t } = useTranslation();
  const { name } = useSettings();
  const { logInPath } = useSignUpPaths();
  const user = useUser();
  return (
    <header className="lander-head">
      <Link className="logo" to="/" aria-label={t('navigation.to_home', { site: name })}>
        <Logo name={name} />
      </Link>
      {!user && (
        <Link className="link" to={logInPath}>
          {t('navigation.log_in')}
        </Link>
      )}
    </header>
  );
}
