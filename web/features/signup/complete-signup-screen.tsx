import { useLocation } from 'react-router';
import marit from '../../../assets/portraits/site/marit.webp';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loginPath } from '../../session/login-redirect.ts';
import { useSignupsOpen } from '../../session/signups-open.ts';
import { useUser } from '../../session/user.ts';
import { Redirect } from '../../ui/navigation/screen-navigate.ts';
import { SplitFrame } from '../../ui/split-frame/split-frame.tsx';
import { isStillSigningUp } from './flow/signup-progress.ts';
import { LogInOrSignUp } from './form/login-or-signup.tsx';

function ForVisitors() {
  const { t } = useTranslation('signup');
  const location = useLocation();
  const areSignupsOpen = useSignupsOpen();
  return (
    <SplitFrame portrait={marit} quote={t('quote_account')}>
      <div>
        <h1 className="display display-40">{t('complete_title')}</h1>
        <p className="muted split-lead">{t('complete_text')}</p>
        {areSignupsOpen && <p className="muted split-lead">{t('complete_new')}</p>}
      </div>
      <div className="split-foot">
        <LogInOrSignUp logInPath={loginPath(location)} wide />
      </div>
    </SplitFrame>
  );
}

/** Leads a member with an unfinished sign-up back to it, any other member to `/members`. Visitors are offered login and sign-up. */
export function Screen() {
  const user = useUser();
  const { search } = useLocation();
  if (!user) return <ForVisitors />;
  return <Redirect to={isStillSigningUp(user) ? { pathname: '/signup', search } : '/members'} />;
}
