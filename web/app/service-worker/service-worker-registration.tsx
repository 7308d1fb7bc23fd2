import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { isOfAnotherBuild, onRefusal } from '../../api/call.ts';
import { isSending } from '../../api/pending-writes.ts';
import { currentLocale, i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { untilPageIdle } from '../../platform/page-idle.ts';
import { reloadOnce } from '../../platform/reload-once.ts';
import { useStore } from '../../platform/store.ts';
import { MessageToPage } from '../../pwa/service-worker-messages.ts';
import { storeLocale } from '../../pwa/stored-locale.ts';
import { hasDirtyFields, trackDirtyFields } from '../../pwa/updates/dirty-fields.ts';
import type { PageActivity } from '../../pwa/updates/update-rules.ts';
import { Updates } from '../../pwa/updates/updates.ts';
import { safePath } from '../../session/login-redirect.ts';
import { currentUser } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';

/** How long the update toast stays, in milliseconds; after that the update waits for an idle moment. */
const TOAST_MS = 30_000;
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
let lastInputAt = Date.now();
let hiddenAt: number | null = null;

/** Whether a request is in flight or a message is queued. Failed messages do not count. */
async function isAnySending(): Promise<boolean> {
  const me = currentUser()?.id;
  if (isSending() || !me) return isSending();
  const { memberChat } = await import('../../features/chat/engine/member-chat.ts');
  return (await memberChat(me).sendQueue.readPending()).some(({ state }) => state === 'queued');
}

async function currentActivity(): Promise<PageActivity> {
  const now = Date.now();
  const hiddenMs = hiddenAt === null ? 0 : now - hiddenAt;
  return { hasDirtyFields: hasDirtyFields(), isSending: await isAnySending(), hiddenMs, untouchedMs: now - lastInputAt };
}

const updates = new Updates({ container: navigator.serviceWorker, activity: currentActivity, reload: reloadOnce });

function onVisibilityChange(): void {
  hiddenAt = document.visibilityState === 'hidden' ? (hiddenAt ?? Date.now()) : null;
  if (hiddenAt === null) updates.noteVisible();
}

const onInput = () => {
  lastInputAt = Date.now();
};

async function start(): Promise<void> {
  trackDirtyFields();
  for (const touch of INPUT_EVENTS) addEventListener(touch, onInput, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibilityChange);
  onVisibilityChange();
  // The service worker's downloads must not compete with those of the page.
  await untilPageIdle();
  await storeLocale(currentLocale());
  await updates.start();
  onRefusal((_, error) => isOfAnotherBuild(error) && updates.noteBuildMismatch());
  i18n.on('languageChanged', () => {
    const locale = currentLocale();
    void storeLocale(locale).then(() => updates.sendMessage({ type: 'texts', locale }));
  });
}

const started = start();

/** Navigates to the address of a pressed notification without reloading the page, and confirms that to the service worker. */
function useOpenedNotifications(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent) => {
      const path = v.is(MessageToPage, data) ? safePath(data.url) : null;
      if (!path) return;
      if (path !== `${location.pathname}${location.search}${location.hash}`) void navigate(path);
      ports[0]?.postMessage('shown');
    };
    serviceWorker.addEventListener('message', open);
    return () => serviceWorker.removeEventListener('message', open);
  }, [navigate]);
}

/** Registers the service worker, opens pressed notifications, and announces updates by a toast. */
export function ServiceWorkerEffects() {
  const { t } = useTranslation('pwa');
  const { needRefresh } = useStore(updates.state);
  useOpenedNotifications();
  useEffect(() => {
    started.catch((error: unknown) => console.warn(error));
  }, []);
  useEffect(() => {
    if (!needRefresh) return undefined;
    const action = { label: t('update.reload'), act: () => updates.refresh(), takesFocus: false };
    return showToast({
      tone: 'info',
      icon: 'refresh-cw',
      title: t('update.title'),
      duration: TOAST_MS,
      action,
    });
  }, [needRefresh, t]);
  return null;
}
