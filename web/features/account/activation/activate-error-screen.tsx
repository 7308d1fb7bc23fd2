import ewa from '../../../../assets/portraits/site/ewa.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { OutcomeFrame } from '../../../ui/mailed-link/outcome-frame.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { ResendOrChangeAddress } from './resend-mail.tsx';

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

function ExpiredLink({ email }: { email: string | null }) {
  const { t } = useTranslation('account');
  return (
    <OutcomeFrame tone="late" title={t('error_title')} text={t(email ? 'error_text' : 'error_text_signed_out')}>
      {email ? (
        <ResendOrChangeAddress email={email} />
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
      {user?.activated ? <AlreadyConfirmed /> : <ExpiredLink email={user?.email ?? null} />}
    </SplitFrame>
  );
}
