import { useLocation } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { InviteOnly } from '../../../ui/signup/signups-closed.tsx';

interface VisitorWaysProps {
  logInPath: string;
  wide?: boolean;
}

/** Buttons for visitors on pages of the sign-up: to the login and, while sign-ups are open, to the sign-up. */
export function VisitorWays({ logInPath, wide = false }: VisitorWaysProps) {
  const { t } = useTranslation('signup');
  const { t: tCore } = useTranslation();
  const { search } = useLocation();
  const areSignupsOpen = useSignupsOpen();
  if (!areSignupsOpen) return <InviteOnly logInPath={logInPath} wide={wide} />;
  return (
    <>
      <ButtonLink to={logInPath} wide={wide}>
        {t('log_in')}
      </ButtonLink>
      <ButtonLink to={`/signup${search}`} tone="quiet" wide={wide}>
        {tCore('navigation.join')}
      </ButtonLink>
    </>
  );
}
