import { Link } from 'react-router';
import type { User } from '#contract/account';
import type { PageName } from '#contract/pages/page-routes';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { Logo } from '../../ui/logo.tsx';
import { TABS, useDestinations } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';

/** The rail beside the page, from 1024 px on. */
export function Rail({ user, page }: { user: User; page: PageName | null }) {
  const { t } = useTranslation();
  const { name } = useSettings();
  const destinations = useDestinations();
  return (
    <aside className="navigation-rail">
      <Link className="logo" to={destinations[0].to} aria-label={t('navigation.to_home', { site: name })}>
        <Logo name={name} />
      </Link>
      <nav aria-label={t('navigation.label')}>
        {destinations.map((destination) => (
          <NavigationLink key={destination.to} destination={destination} page={page} className="navigation-rail-item" withIcon>
            <span className="flex-grow truncate">{t(`navigation.${destination.text}`)}</span>
          </NavigationLink>
        ))}
      </nav>
      <div className="navigation-rail-foot">
        <Link className="navigation-rail-item" to="/credits" aria-current={page?.startsWith('credits') ? 'page' : undefined}>
          <Icon name="coins" />
          <span className="flex-grow truncate">{t('navigation.credits', { count: user.credits, n: formatNumber(user.credits) })}</span>
        </Link>
        <Link className="navigation-rail-profile" to="/profile">
          <Avatar image={user.profile.main_image} name={user.profile.name} size={40} />
          <span className="bold flex-grow truncate">{user.profile.name}</span>
        </Link>
      </div>
    </aside>
  );
}

/** The bar above the page below 1024 px, where the rail is hidden: logo and home link. */
export function PhoneHead({ page }: { page: PageName | null }) {
  const { t } = useTranslation();
  const { name } = useSettings();
  const [home] = useDestinations();
  return (
    <header className="phone-head">
      <Link className="logo" to={home.to} aria-label={t('navigation.to_home', { site: name })}>
        <Logo name={name} />
      </Link>
      <NavigationLink destination={home} page={page} className="phone-home" withIcon>
        <span>{t(`navigation.${home.text}`)}</span>
      </NavigationLink>
    </header>
  );
}

/** The five tabs at the bottom of the page, below 1024 px. */
export function Tabs({ page }: { page: PageName | null }) {
  const { t } = useTranslation();
  return (
    <nav className="tabs" aria-label={t('navigation.label')}>
      {TABS.map((destination) => (
        <NavigationLink key={destination.to} destination={destination} page={page} className="tab" withIcon>
          <span className="tab-label">
            {t(destination.text === 'notifications' ? 'navigation.notifications_short' : `navigation.${destination.text}`)}
          </span>
        </NavigationLink>
      ))}
    </nav>
  );
}
