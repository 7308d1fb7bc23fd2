import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isStillSigningUp } from '../../session/signing-up.ts';
import { currentUser, refreshUser, useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import ewa from '../pages/portraits/ewa.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { OutcomeFrame } from './outcome-frame.tsx';

export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  const isUnfinished = user !== null && isStillSigningUp(user);

  useEffect(() => {
    if (currentUser()?.activated === false) refreshUser().catch(() => null);
  }, []);

  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      <OutcomeFrame tone="good" title={t('done_title')} text={t(isUnfinished ? 'done_unfinished' : 'done_text')}>
        {isUnfinished && (
          <ButtonLink to="/complete-signup" wide>
            {t('done_finish')}
          </ButtonLink>
        )}
        <ButtonLink to={user ? '/members' : '/login?next=/members'} tone={isUnfinished ? 'quiet' : 'ember'} wide>
          {t(user ? 'done_go' : 'log_in')}
        </ButtonLink>
      </OutcomeFrame>
    </SplitFrame>
  );
}
