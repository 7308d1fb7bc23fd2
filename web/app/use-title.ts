import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageName } from '#contract/pages';
import { useSettings } from '../session/settings.ts';
import { useUser } from '../session/user.ts';

/** What a screen called itself with `<title>`, under what stands there now. */
const named = new WeakMap<Element, { name: string; shown: string }>();

/** React puts a screen's title before the one the page came with, so that a first of several is a screen's. */
function titleOnTop(): { title: Element | null; name: string | null } {
  const [title = null, ...others] = document.head.querySelectorAll('title');
  if (!title || others.length === 0) return { title, name: null };
  const kept = named.get(title);
  return { title, name: kept?.shown === title.textContent ? kept.name : title.textContent };
}

function showTitle(frame: (name: string) => string, known: string): void {
  const { title, name } = titleOnTop();
  if (!title) return;
  const shown = frame(name || known);
  if (title.textContent !== shown) title.textContent = shown;
  if (name) named.set(title, { name, shown });
}

function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

/** Unread messages and new likes, in the title and on the app's icon: "(3) Chats · Vonk". */
export function useTitle(page: PageName | null): void {
  const { t, i18n } = useTranslation();
  const { name } = useSettings();
  const user = useUser();
  const count = user ? user.badge.unread_messages + user.badge.new_likes : 0;
  const isSignedIn = user !== null;
  const known = page ? t(`titles.${page}`) : t('titles.error', { status: 404 });

  useEffect(() => {
    const show = () => showTitle((page) => `${count ? `(${count}) ` : ''}${page} · ${name}`, known);
    show();
    const changes = new MutationObserver(show);
    changes.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => changes.disconnect();
  }, [count, known, name]);

  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);

  useEffect(() => showAppBadge(isSignedIn ? count : 0), [isSignedIn, count]);
}
