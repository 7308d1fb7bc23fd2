import { type ReactNode, useEffect } from 'react';
import { NavLink } from 'react-router';
import { boot } from '../../boot/boot.ts';
import { formatTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx';
import { LocaleChoice, ThemeChoice } from '../parts/preferences.tsx';
import { forgetOperator, signOut, useOperator } from '../session/operator-query.ts';
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

/** Clears the screen when the session is over, also if nobody touches it. */
function useEndOfSession(endsAt: string): void {
  useEffect(() => {
    const end = setTimeout(forgetOperator, Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(end);
  }, [endsAt]);
}

function Navigation() {
  const t = useTexts('shell');
  const { role } = useOperator();
  return (
    <nav className="desk-navigation" aria-label={t('navigation')}>
      {DESTINATIONS.filter(({ forAdmins }) => role === 'admin' || !forAdmins).map(({ to, label, icon }) => (
        <NavLink key={to} to={to}>
          <Icon name={icon} />
          <span>{t(label)}</span>
        </NavLink>
      ))}
    </nav>
  );
}

/** What is around every page of the desk: navigation, who is signed in, language and appearance. */
export function DeskShell({ children }: { readonly children: ReactNode }) {
  const t = useTexts('shell');
  const desk = useTexts('session')('desk');
  const operator = useOperator();
  useEndOfSession(operator.session_ends_at);
  return (
    <div className="desk-shell">
      <a className="desk-skip" href="#content">
        {t('skip')}
      </a>
      <header className="desk-rail">
        <div className="desk-brand">
          <span className="logo">
            <Logo name={boot.settings.name} />
          </span>
          <span className="desk-mark">{desk}</span>
        </div>
        <Navigation />
        <div className="desk-account">
          <p>
            <span className="visually-hidden">{t('signed_in_as', { name: operator.name })}</span>
            <span className="bold truncate" aria-hidden="true">
              {operator.name}
            </span>
            <span className="small muted">{t(`role_${operator.role}`)}</span>
            <span className="small muted">{t('session_ends', { time: formatTime(operator.session_ends_at) })}</span>
          </p>
          <div className="desk-preferences">
            <LocaleChoice />
            <ThemeChoice />
            <KeyboardHelp />
            <Button tone="quiet" small icon="log-out" onClick={() => void signOut()}>
              {t('sign_out')}
            </Button>
          </div>
        </div>
      </header>
      <main className="desk-content" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
