import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { signOut, useSession } from '../../../session/user.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import './ban.css';

/** The reason as the operator wrote it. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation('pages');
  return (
    <figure className="panel ban-reason">
      <figcaption className="muted bold small">{t('ban_reason')}</figcaption>
      <blockquote className="display display-21">{reason}</blockquote>
    </figure>
  );
}

/** Shown to visitors and members who are not banned: what a ban is. */
function NoBan() {
  const { t } = useTranslation('pages');
  const { user } = useSession();
  return (
    <div className="ban">
      <h1 className="display display-40">{t('ban_title')}</h1>
      <p className="muted">{t('ban_none')}</p>
      <div className="ban-actions">
        <ButtonLink to={user ? '/home' : '/login'}>{t(user ? 'ban_to_home' : 'ban_log_in')}</ButtonLink>
      </div>
    </div>
  );
}

export function Screen() {
  const { t } = useTranslation('pages');
  const { ban, endReason, isLogoutShown } = useSession();
  if (!ban) return <NoBan />;
  return (
    <div className="ban">
      <h1 className="display display-40">{t('ban_title_own')}</h1>
      <p className="muted">{t('ban_text')}</p>
      {ban.reason && <Reason reason={ban.reason} />}
      <h2 className="display display-21">{t('ban_what_now')}</h2>
      <p className="muted">{t('ban_mistake')}</p>
      {endReason === 'banned' && (
        <p>
          <Link className="link" to="/pages/decisions">
            {t('ban_decision')}
          </Link>
        </p>
      )}
      <p>
        <Link className="link" to="/pages/terms">
          {t('ban_terms')}
        </Link>
      </p>
      <div className="ban-actions">
        <ButtonLink to="/complaints?subject=decision">{t('ban_complain')}</ButtonLink>
        {endReason === 'banned' ? (
          <Button tone="quiet" icon="log-out" busy={isLogoutShown} onClick={() => void signOut()}>
            {t('ban_log_out')}
          </Button>
        ) : (
          <ButtonLink tone="quiet" to="/login">
            {t('ban_other')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
