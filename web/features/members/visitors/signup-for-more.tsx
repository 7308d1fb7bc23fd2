import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import './signup-for-more.css';

interface JoinForMoreProps {
  /** Whether there are more than visitors are shown. */
  hasMore: boolean;
  /** The sign-up with what is known of the visitor; else it is told the parameters of this address. */
  join?: string | undefined;
  /** On a page that has its one prominent action elsewhere. */
  isQuiet?: boolean;
}

/** Where a visitor's results end: the way to join or, where nobody can at the moment, to log in. */
export function JoinForMore({ hasMore, join, isQuiet = false }: JoinForMoreProps) {
  const { t } = useTranslation('visitor-results');
  const { search } = useLocation();
  const isOpen = useSignupsOpen();
  const to = isOpen ? (join ?? `/signup${search}`) : '/login';
  const words = isOpen ? t(hasMore ? 'join_more' : 'join_write') : t(hasMore ? 'log_in_more' : 'log_in_write');
  return (
    <div className="join-for-more">
      <p className="soft">{t(hasMore ? 'more' : 'all_shown')}</p>
      <ButtonLink to={to} tone={isQuiet ? 'quiet' : 'ember'}>
        {words}
      </ButtonLink>
    </div>
  );
}
