import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { InviteOnly } from '../../../ui/signup/signups-closed.tsx';

interface VisitorWaysProps {
  logInPath: string;
  wide?: boolean;
}

/** What a page of the sign-up offers to whoever is not logged in: the login and, while one may join, the form. */
export function VisitorWays({ logInPath, wide = false }: VisitorWaysProps) {
  const { t } = useTranslation('signup');
  const { t: core } = useTranslation();
  const { search } = useLocation();
  const isOpen = useSignupsOpen();
  if (!isOpen) return <InviteOnly logInPath={logInPath} wide={wide} />;
  return (
    <>
      <ButtonLink to={logInPath} wide={wide}>
        {t('log_in')}
      </ButtonLink>
      <ButtonLink to={`/signup${search}`} tone="quiet" wide={wide}>
        {core('navigation.join')}
      </ButtonLink>
    </>
  );
}
