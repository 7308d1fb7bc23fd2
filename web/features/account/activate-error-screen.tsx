import { useTranslation } from 'react-i18next';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import ewa from '../pages/portraits/ewa.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { ActivationFrame } from './activation-frame.tsx';
import { ResendMail } from './resend-mail.tsx';

export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  if (user?.activated) {
    return (
      <SplitFrame portrait={ewa} quote={t('quote')}>
        <ActivationFrame isGood title={t('done_title')} text={t('error_already')}>
          <ButtonLink to="/members" wide>
            {t('done_go')}
          </ButtonLink>
        </ActivationFrame>
      </SplitFrame>
    );
  }
  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      <ActivationFrame
        isGood={false}
        title={t('error_title')}
        text={user ? t('error_text') : `${t('error_text')} ${t('error_signed_out')}`}
      >
        {user ? (
          <ResendMail email={user.email} wide tone="ember" />
        ) : (
          <ButtonLink to="/login?next=/activate/error" wide>
            {t('log_in')}
          </ButtonLink>
        )}
      </ActivationFrame>
    </SplitFrame>
  );
}
