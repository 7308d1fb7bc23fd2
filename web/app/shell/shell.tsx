import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { isFramed, isLander, PAGES, type PageName } from '#contract/pages/page-routes';
import { SensitiveConsentSlot } from '../../cards/consent/sensitive-consent-slot.tsx';
import { BirthDateSlot } from '../../cards/profile/birth-date-slot.tsx';
import { SafetySlot } from '../../cards/safety/safety-dialog-slot.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { useSettings } from '../../session/settings.ts';
import { useUser } from '../../session/user.ts';
import { ReminderSlot } from '../reminder/reminder-slot.tsx';
import { MatchSlot } from './match-slot.tsx';
import { hasFooterBesideRail, hasOwnBar } from './navigation.ts';
import { OfflineBar } from './offline-bar.tsx';
import { PhoneHead, Rail, Tabs } from './rail.tsx';
import { SiteHead } from './site-head.tsx';
import { TopNavigation } from './top-navigation.tsx';
import './phone-head.css';
import './shell.css';
import './site-head.css';

/** The footer is loaded after the page; the page does without it if it cannot be loaded. */
const SiteFoot = lazy<ComponentType>(() =>
  import('./site-foot.tsx').then(({ SiteFoot }) => ({ default: SiteFoot })).catch(() => ({ default: () => null })),
);

type Frame = 'rail' | 'topnav' | 'visitor' | 'none';

/** Which navigation surrounds a page; `none` if the page brings its own. */
function useFrame(page: PageName | null): Frame {
  const user = useUser();
  const hasTopNavigation = useFeatureFlag('navigation', 'topNavigation');
  if (page && PAGES[page].layout !== 'chat' && !isFramed(page)) return 'none';
  if (!user) return 'visitor';
  return hasTopNavigation ? 'topnav' : 'rail';
}

/** Template, login and page as classes, for styles and tests (docs/product.md, "Page classes"). */
function useRootClasses(page: PageName | null, frame: Frame, layout: string): string {
  const user = useUser();
  const { template } = useSettings();
  const isBare = frame === 'none' || frame === 'visitor' || hasOwnBar(page);
  return [
    'app',
    template,
    user && 'logged-in',
    page === 'home' ? 'index' : `page-${page ?? 'error'}`,
    `has-${frame}`,
    `is-${layout}`,
    isBare && 'without-tabs',
    page && isLander(page) && 'is-wide',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Everything around a screen: offline bar, navigation, reminder and footer. Without children its screen is put into it (`KeepAliveScreens`). */
export function Shell({ page, children }: { page: PageName | null; children?: ReactNode }) {
  const { t } = useTranslation();
  const user = useUser();
  const frame = useFrame(page);
  const layout = page ? PAGES[page].layout : 'default';
  const isInFrame = !page || isFramed(page);
  const startsAtHome = useFeatureFlag('ui', 'homePathInUserActions');
  const hasHome = startsAtHome && frame === 'rail' && !hasOwnBar(page);
  const hasFoot = isInFrame && (frame !== 'rail' || hasFooterBesideRail(page));
  return (
    <div className={useRootClasses(page, frame, layout)}>
      <a className="skip-link btn" href="#content">
        {t('navigation.skip')}
      </a>
      <OfflineBar isMember={user !== null} />
      {frame === 'visitor' && isInFrame && <SiteHead />}
      {user && frame === 'rail' && <Rail user={user} page={page} />}
      {user && hasHome && <PhoneHead page={page} />}
      {user && frame === 'topnav' && <TopNavigation user={user} page={page} />}
      {user && page === 'members' && !startsAtHome && <ReminderSlot user={user} />}
      <Content isInFrame={isInFrame}>{children}</Content>
      {user && <SafetySlot />}
      {user && <MatchSlot />}
      {user?.profile.date_of_birth === null && <BirthDateSlot />}
      {user?.has_unconsented_answers && <SensitiveConsentSlot member={user.id} />}
      {user && frame === 'rail' && !hasOwnBar(page) && <Tabs page={page} />}
      {hasFoot && (
        <Suspense fallback={null}>
          <SiteFoot />
        </Suspense>
      )}
    </div>
  );
}

/** Wraps a screen in `main`, unless it brings its own `main`. */
function Content({ isInFrame, children }: { isInFrame: boolean; children: ReactNode }) {
  if (!isInFrame) {
    return (
      <div id="content" tabIndex={-1}>
        {children}
      </div>
    );
  }
  return (
    <main className="page" id="content" tabIndex={-1}>
      {children}
    </main>
  );
}
