import { useLocation } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import './signup-for-more.css';

interface JoinForMoreProps {
  /** True if the search has more results than a visitor is shown. */
  hasMore: boolean;
  /** The path of the sign-up; by default `/signup` with the parameters of this address. */
  signupPath?: string | undefined;
  /** True on a page whose one prominent button is elsewhere. */
  isQuiet?: boolean;
}

/** The end of a visitor's results: a link to the sign-up or, while sign-ups are closed, to the login. */
export function JoinForMore({ hasMore, signupPath, isQuiet = false }: JoinForMoreProps) {
  const { t } = useTranslation('visitor-results');
  const { search } = useLocation();
  const areSignupsOpen = useSignupsOpen();
  const to = areSignupsOpen ? (signupPath ?? `/signup${search}`) : '/login';
  const words = areSignupsOpen ? t(hasMore ? 'join_more' : 'join_write') : t(hasMore ? 'log_in_more' : 'log_in_write');
  return (
    <div className="signup-for-more">
      <p className="muted">{t(hasMore ? 'more' : 'all_shown')}</p>
      <ButtonLink to={to} tone={isQuiet ? 'quiet' : 'ember'}>
        {words}
      </ButtonLink>
    </div>
  );
}
