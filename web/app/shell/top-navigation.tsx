import { Link } from 'react-router';
import type { User } from '#contract/account';
import type { PageName } from '#contract/pages/page-routes';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useDestinations } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';
import './top-navigation.css';

/** The navigation as one bar above the page, in place of rail and tabs. */
export function TopNavigation({ user, page }: { user: User; page: PageName | null }) {
  const { t } = useTranslation();
  const { name } = useSettings();
  const destinations = useDestinations();
  const credits = formatNumber(user.credits);
  return (
    <header className="top-nav">
      <div className="top-nav-inner">
        <Link className="logo" to={destinations[0].to} aria-label={t('navigation.to_home', { site: name })}>
          <Logo name={name} />
        </Link>
        <nav className="top-nav-links" aria-label={t('navigation.label')}>
          {destinations.map((destination) => (
            <NavigationLink key={destination.to} destination={destination} page={page}>
              {t(`navigation.${destination.text}`)}
            </NavigationLink>
          ))}
        </nav>
        <Link className="credit-chip" to="/credits" aria-label={t('navigation.credits', { count: user.credits, n: credits })}>
          <Icon name="coins" size="s" />
          {credits}
        </Link>
        <Link className="top-nav-profile" to="/profile" aria-label={user.profile.name}>
          <Avatar image={user.profile.main_image} name={user.profile.name} size={36} />
        </Link>
      </div>
    </header>
  );
}
