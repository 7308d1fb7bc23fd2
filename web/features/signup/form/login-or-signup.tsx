import { useLocation } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';

interface LogInOrSignUpProps {
  logInPath: string;
  wide?: boolean;
}

/** Buttons for visitors on pages of the sign-up: to the login and, while sign-ups are open, to the sign-up. */
export function LogInOrSignUp({ logInPath, wide = false }: LogInOrSignUpProps) {
  const { t } = useTranslation('signup');
  const { t: tCore } = useTranslation();
  const { search } = useLocation();
  const areSignupsOpen = useSignupsOpen();
  if (!areSignupsOpen) return <SignupsClosed logInPath={logInPath} wide={wide} />;
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
