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
          <span className="flex-grow" />
          {isSignupOpen && (
            <Link className="link top-bar-link" to={signupUrl}>
              {t('join')}
            </Link>
          )}
        </>
      }
    >
      <div>
        <h1 className="display display-40">{t('title')}</h1>
        <p className="muted split-lead">{t('lead')}</p>
      </div>
      {notice && (
        <div className="note note-success" role="status">
          <Icon name="circle-check" />
          <p>{notice}</p>
        </div>
      )}
      <LogInForm notice={endReason === 'expired' && !notice ? t('ended_expired') : null} />
    </SplitFrame>
  );
}
