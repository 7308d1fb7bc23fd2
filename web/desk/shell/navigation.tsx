import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { WAITING_CASES_MAX } from '#contract/operator/operated-cases';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { waitingCasesQuery } from '../cases/case-queries.ts';
import { useOperator } from '../session/operator-query.ts';
import { type DeskKey, useTexts } from '../texts.ts';

interface Destination {
  readonly to: string;
  readonly label: DeskKey<'shell'>;
  readonly icon: IconName;
  readonly forAdmins?: true;
}

/** The pages of the desk, in the order of its navigation. */
const DESTINATIONS: readonly Destination[] = [
  { to: '/cases', label: 'cases', icon: 'flag' },
  { to: '/members', label: 'members', icon: 'users' },
  { to: '/figures', label: 'figures', icon: 'chart-line' },
  { to: '/discounts', label: 'discounts', icon: 'badge-percent', forAdmins: true },
  { to: '/settings', label: 'settings', icon: 'settings', forAdmins: true },
  { to: '/company', label: 'company', icon: 'briefcase', forAdmins: true },
  { to: '/access', label: 'access', icon: 'lock' },
];

/** How many cases wait: as a figure on screen, as a phrase for screen readers. Nothing for none, and until it is known. */
function WaitingBadge() {
  const t = useTexts('shell');
  const { data: count = 0 } = useQuery(waitingCasesQuery);
  if (count === 0) return null;
  const isMore = count >= WAITING_CASES_MAX;
  return (
    <span className="badge">
      <span aria-hidden="true">{isMore ? `${WAITING_CASES_MAX - 1}+` : count}</span>
      <span className="visually-hidden"> {t(isMore ? 'waiting_at_least' : 'waiting', { count })}</span>
    </span>
  );
}

const bringIntoView = (link: Element | null | undefined) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The pages of the desk. Where they do not fit side by side they scroll: the current one is in view, and whichever has the focus. */
export function Navigation() {
  const t = useTexts('shell');
  const { role } = useOperator();
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    bringIntoView(bar.current?.querySelector('[aria-current]'));
  }, [pathname]);
  return (
    <nav className="desk-navigation" aria-label={t('navigation')} ref={bar}>
      {DESTINATIONS.filter(({ forAdmins }) => role === 'admin' || !forAdmins).map(({ to, label, icon }) => (
        <NavLink key={to} to={to} onFocus={({ currentTarget }) => bringIntoView(currentTarget)}>
          <Icon name={icon} />
          <span>{t(label)}</span>
          {to === '/cases' && <WaitingBadge />}
        </NavLink>
      ))}
    </nav>
  );
}
