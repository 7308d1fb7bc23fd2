import { Link, useLocation, useSearchParams } from 'react-router';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loginNoticeIn } from '../../../session/login-notice.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { useSession } from '../../../session/user.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { LogInForm } from './login-form.tsx';

export function Screen() {
  const { t } = useTranslation('session');
  const [search] = useSearchParams();
  const { endReason } = useSession();
  const isSignupOpen = useSignupsOpen();
  const notice = loginNoticeIn(useLocation().state);
  const signupUrl = `/signup${search.size ? `?${search}` : ''}`;
  return (
    <SplitFrame
      portrait={nadia}
      quote={t('quote')}
      top={
        <>
          <span className="grow" />
          {isSignupOpen && (
            <Link className="link top-link" to={signupUrl}>
              {t('join')}
            </Link>
          )}
        </>
      }
    >
      <div>
        <h1 className="d d40">{t('title')}</h1>
        <p className="soft split-lead">{t('lead')}</p>
      </div>
      {notice && (
        <div className="note note-good" role="status">
          <Icon name="circle-check" />
          <p>{notice}</p>
        </div>
      )}
      <LogInForm notice={endReason === 'signed_out' && !notice ? t('ended_signed_out') : null} />
    </SplitFrame>
  );
}
