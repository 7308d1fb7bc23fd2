import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isLander, type PageName } from '#contract/pages/page-routes';
import { badgeCount, showAppBadge } from '../platform/app-badge.ts';
import { useSettings } from '../session/settings.ts';
import { useSignupsOpen } from '../session/signups-open.ts';
import { useUser } from '../session/user.ts';
import { useNamedTitle } from '../ui/navigation/page-title.ts';

/** Unread messages and new likes, in the title and on the app's icon: "(3) Chats · Vonk". */
export function useTitle(page: PageName | null): void {
  const { t, i18n } = useTranslation();
  const { name } = useSettings();
  const user = useUser();
  const named = useNamedTitle();
  const count = badgeCount(user);
  const isSignedIn = user !== null;
  const isOpen = useSignupsOpen();
  // A lander names itself, as soon as its texts are here.
  const titled = page && isLander(page) ? 'signup' : page;
  const isClosed = (titled === 'signup' || titled === 'members-memberId-signup') && !isOpen && !isSignedIn;
  const known = titled ? t(`titles.${isClosed ? 'signup-closed' : titled}`) : t('titles.error', { status: 404 });

  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ''}${named ?? known} · ${name}`;
  }, [count, named, known, name]);

  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);

  useEffect(() => showAppBadge(isSignedIn ? count : 0), [isSignedIn, count]);
}
