import { useEffect } from 'react';
import { isLander, type PageName } from '#contract/pages/page-routes';
import { useTranslation } from '../i18n/use-translation.ts';
import { badgeCount, showAppBadge } from '../platform/app-badge.ts';
import { useSettings } from '../session/settings.ts';
import { useSignupsOpen } from '../session/signups-open.ts';
import { useUser } from '../session/user.ts';
import { useScreenTitle } from '../ui/navigation/page-title.ts';

/** Sets the document title, with the badge count ("(3) Chats · Vonk"), the app badge and the language of the document. */
export function useTitle(page: PageName | null): void {
  const { t, i18n } = useTranslation();
  const { name } = useSettings();
  const user = useUser();
  const ownTitle = useScreenTitle();
  const count = badgeCount(user);
  const isSignedIn = user !== null;
  const isOpen = useSignupsOpen();
  // A landing page sets its own title once its texts are loaded; until then it has the title of the sign-up.
  const titlePage = page && isLander(page) ? 'signup' : page;
  const isClosed = (titlePage === 'signup' || titlePage === 'members-memberId-signup') && !isOpen && !isSignedIn;
  const defaultTitle = titlePage ? t(`titles.${isClosed ? 'signup-closed' : titlePage}`) : t('titles.error', { status: 404 });

  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${ownTitle ?? defaultTitle} · ${name}`;
  }, [count, ownTitle, defaultTitle, name]);

  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);

  useEffect(() => showAppBadge(isSignedIn ? count : 0), [isSignedIn, count]);
}
