import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentUser, refreshUser, useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import ewa from '../pages/portraits/ewa.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { ActivationFrame } from './activation-frame.tsx';

export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();

  useEffect(() => {
    if (currentUser()?.activated === false) refreshUser().catch(() => null);
  }, []);

  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      <ActivationFrame isGood title={t('done_title')} text={t('done_text')}>
        {user ? (
          <ButtonLink to="/members" wide>
            {t('done_go')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/login?next=/members" wide>
            {t('done_log_in')}
          </ButtonLink>
        )}
      </ActivationFrame>
    </SplitFrame>
  );
}
