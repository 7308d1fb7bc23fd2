import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loginPath } from '../../session/login-redirect.ts';
import { useSettings } from '../../session/settings.ts';
import { useSession } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';

/** The header for visitors: logo and login. */
export function SiteHead() {
  const { t } = useTranslation();
  const { name } = useSettings();
  const location = useLocation();
  const { endReason } = useSession();
  return (
    <header className="site-head">
      <Link className="logo" to="/" aria-label={t('navigation.to_home', { site: name })}>
        <Logo name={name} />
      </Link>
      {endReason !== 'banned' && (
        <div className="row">
          <ButtonLink tone="quiet" small to={loginPath(location)}>
            {t('navigation.log_in')}
          </ButtonLink>
        </div>
      )}
    </header>
  );
}
