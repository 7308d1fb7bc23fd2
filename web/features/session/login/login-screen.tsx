import { Link, useLocation, useSearchParams } from 'react-router';
import nadia from '../../../../assets/portraits/site/nadia.webp';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { noticeIn } from '../../../session/login-notice.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { useSession } from '../../../session/user.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SplitFrame } from '../../../ui/split-frame/split-frame.tsx';
import { LogInForm } from './login-form.tsx';

export function Screen() {
  const { t } = useTranslation('session');
  const [search] = useSearchParams();
  const { ended } = useSession();
  const isOpen = useSignupsOpen();
  const good = noticeIn(useLocation().state);
  const join = `/signup${search.size ? `?${search}` : ''}`;
  return (
    <SplitFrame
      portrait={nadia}
      quote={t('quote')}
      top={
        <>
          <span className="grow" />
          {isOpen && (
            <Link className="link top-link" to={join}>
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
      {good && (
        <div className="note note-good" role="status">
          <Icon name="circle-check" />
          <p>{good}</p>
        </div>
      )}
      <LogInForm notice={ended === 'signed_out' && !good ? t('ended_signed_out') : null} />
    </SplitFrame>
  );
}
