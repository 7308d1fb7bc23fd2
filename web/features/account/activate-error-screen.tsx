import { useTranslation } from 'react-i18next';
import { useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import ewa from '../pages/portraits/ewa.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { OutcomeFrame } from './outcome-frame.tsx';
import { ResendMail } from './resend-mail.tsx';

function AlreadyConfirmed() {
  const { t } = useTranslation('account');
  return (
    <OutcomeFrame tone="good" title={t('done_title')} text={t('error_already')}>
      <ButtonLink to="/members" wide>
        {t('done_go')}
      </ButtonLink>
    </OutcomeFrame>
  );
}

function RunOut({ email }: { email: string | null }) {
  const { t } = useTranslation('account');
  return (
    <OutcomeFrame tone="late" title={t('error_title')} text={t(email ? 'error_text' : 'error_text_signed_out')}>
      {email ? (
        <>
          <ResendMail email={email} wide tone="ember" />
          <ButtonLink to="/profile#email" tone="quiet" wide>
            {t('error_other_address')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to="/login?next=/activate/error" wide>
          {t('log_in')}
        </ButtonLink>
      )}
    </OutcomeFrame>
  );
}

export function Screen() {
  const { t } = useTranslation('account');
  const user = useUser();
  return (
    <SplitFrame portrait={ewa} quote={t('quote')}>
      {user?.activated ? <AlreadyConfirmed /> : <RunOut email={user?.email ?? null} />}
    </SplitFrame>
  );
}
