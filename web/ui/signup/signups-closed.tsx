import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { ButtonLink } from '../button.tsx';
import './signups-closed.css';

interface SignupsClosedProps {
  logInPath: string;
  wide?: boolean;
}

/** Replaces the sign-up while sign-ups are closed: a text that says so, and a link to the login. */
export function SignupsClosed({ logInPath, wide = false }: SignupsClosedProps) {
  const { t } = useTranslation();
  const { name } = useSettings();
  return (
    <div className="invite-only">
      <p className="muted">{t('invite_only', { site: name })}</p>
      <ButtonLink to={logInPath} wide={wide}>
        {t('navigation.log_in')}
      </ButtonLink>
    </div>
  );
}
