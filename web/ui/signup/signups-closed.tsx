import { useTranslation } from 'react-i18next';
import { useSettings } from '../../session/settings.ts';
import { ButtonLink } from '../button.tsx';
import './signups-closed.css';

interface InviteOnlyProps {
  logInPath: string;
  wide?: boolean;
}

/** Stands where a visitor would join, while the site takes nobody new: that it does not, and the login for who is a member. */
export function InviteOnly({ logInPath, wide = false }: InviteOnlyProps) {
  const { t } = useTranslation();
  const { name } = useSettings();
  return (
    <div className="invite-only">
      <p className="soft">{t('invite_only', { site: name })}</p>
      <ButtonLink to={logInPath} wide={wide}>
        {t('navigation.log_in')}
      </ButtonLink>
    </div>
  );
}
