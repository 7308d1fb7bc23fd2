import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import * as v from 'valibot';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useStoredText } from '../../../ui/forms/form-draft.ts';
import { OutcomeFrame } from '../../../ui/mailed-link/outcome-frame.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { ResetRequestForm } from './reset-request.tsx';

/** State of the history entry: the email address that was typed at the login. It is not in the URL. */
const LoginLocationState = v.object({ email: v.string() });

function useEmailDraft(): [string, (email: string) => void] {
  const { state } = useLocation();
  const user = useUser();
  const [storedEmail, storeEmail] = useStoredText('login-email');
  const [email, setEmail] = useState(storedEmail || (v.is(LoginLocationState, state) ? state.email : '') || (user?.email ?? ''));
  const changeEmail = (next: string) => {
    setEmail(next);
    storeEmail(next);
  };
  return [email, changeEmail];
}

function ResetMailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation('account');
  const user = useUser();
  return (
    <OutcomeFrame tone="plain" title={t('reset_sent_title')} text={t('reset_sent_text', { email: email.trim() })} takesFocus>
      <ButtonLink to={user ? '/profile' : '/login'} wide>
        {t(user ? 'to_profile' : 'to_login')}
      </ButtonLink>
      <Button tone="quiet" wide onClick={onAgain}>
        {t('reset_again')}
      </Button>
    </OutcomeFrame>
  );
}

export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  const [email, changeEmail] = useEmailDraft();
  const [isSent, setSent] = useState(false);
  const top = user ? undefined : (
    <>
      <span className="flex-grow" />
      <Link className="link top-bar-link" to="/login">
        {t('log_in')}
      </Link>
    </>
  );
  return (
    <SplitFrame portrait={nadia} quote={t('quote_password')} top={top}>
      {isSent ? (
        <ResetMailSent email={email} onAgain={() => setSent(false)} />
      ) : (
        <>
          <div>
            <h1 className="display display-40">{t('reset_title')}</h1>
            <p className="muted split-lead">{t('reset_lead')}</p>
          </div>
          <ResetRequestForm email={email} onEmailChange={changeEmail} onSent={() => setSent(true)} />
        </>
      )}
    </SplitFrame>
  );
}
