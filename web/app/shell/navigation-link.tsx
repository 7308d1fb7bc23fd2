import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageName } from '#contract/pages/page-routes';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/user.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Destination } from './navigation.ts';

const MAX_SHOWN = 99;

/** The number of new items: as a figure on screen, as a phrase for screen readers. */
function NewBadge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="visually-hidden"> {t('badge.new', { count })}</span>
    </span>
  );
}

interface NavigationLinkProps {
  destination: Destination;
  page: PageName | null;
  className?: string;
  withIcon?: boolean;
  children: ReactNode;
}

/** A link of the navigation, with its badge; marked as current on the pages of its destination. */
export function NavigationLink({ destination, page, className, withIcon, children }: NavigationLinkProps) {
  const user = useUser();
  const isCurrent = page !== null && destination.pages.includes(page);
  return (
    <Link to={destination.to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {withIcon && <Icon name={destination.icon} />}
      {children}
      {user && destination.badge && <NewBadge count={destination.badge(user)} />}
    </Link>
  );
}
