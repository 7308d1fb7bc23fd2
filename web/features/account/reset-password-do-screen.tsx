import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button.tsx';
import nadia from '../pages/portraits/nadia.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { OutcomeFrame } from './outcome-frame.tsx';
import { ResetForm } from './reset-form.tsx';
import { useMailedLink } from './use-mailed-link.ts';
import { useWayOn } from './use-way-on.ts';

export function Screen() {
  const { t } = useTranslation('account');
  const { token, outcome, settle, drop } = useMailedLink(['token'], ['expired']);
  const goOn = useWayOn();
  const done = async () => {
    await goOn(t('reset_notice'));
    drop();
  };
  return (
    <SplitFrame portrait={nadia} quote={t('quote_password')}>
      {outcome || !token ? (
        <OutcomeFrame tone="late" title={t('error_title')} text={t('reset_expired')} isAnswer={outcome !== null}>
          <ButtonLink to="/reset-password" wide>
            {t('reset_ask')}
          </ButtonLink>
        </OutcomeFrame>
      ) : (
        <>
          <div>
            <h1 className="d d40">{t('reset_do_title')}</h1>
            <p className="soft split-lead">{t('reset_do_lead')}</p>
          </div>
          <ResetForm token={token} onDone={done} onExpired={() => settle('expired')} />
        </>
      )}
    </SplitFrame>
  );
}
