import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { isOfAnotherBuild, onRefusal } from '../../api/call.ts';
import { isSending } from '../../api/pending-writes.ts';
import { currentLocale, i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { pageAtRest } from '../../platform/page-idle.ts';
import { reloadOnce } from '../../platform/reload-guard.ts';
import { useStore } from '../../platform/store.ts';
import { keepLocale } from '../../pwa/stored-locale.ts';
import { followTyping, isTyped } from '../../pwa/updates/dirty-fields.ts';
import type { Moment } from '../../pwa/updates/update-rules.ts';
import { Updates } from '../../pwa/updates/updates.ts';
import { ToPage } from '../../pwa/worker-messages.ts';
import { safePath } from '../../session/login-redirect.ts';
import { currentUser } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';

/** How long the update toast stays, in milliseconds; after that the update waits for an idle moment. */
const TOLD_MS = 30_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
let touchedAt = Date.now();
let hiddenAt: number | null = null;

/** Whether a request is in flight or a message is queued. Failed messages do not count. */
async function isAnySending(): Promise<boolean> {
  const me = currentUser()?.id;
  if (isSending() || !me) return isSending();
  const { memberChat } = await import('../../features/chat/engine/member-chat.ts');
  return (await memberChat(me).outbox.unsent()).some(({ state }) => state === 'queued');
}

async function momentNow(): Promise<Moment> {
  const now = Date.now();
  const hiddenMs = hiddenAt === null ? 0 : now - hiddenAt;
  return { isTyped: isTyped(), isSending: await isAnySending(), hiddenMs, untouchedMs: now - touchedAt };
}

const updates = new Updates({ container: navigator.serviceWorker, moment: momentNow, reload: reloadOnce });

function noteSight(): void {
  hiddenAt = document.visibilityState === 'hidden' ? (hiddenAt ?? Date.now()) : null;
  if (hiddenAt === null) updates.seen();
}

const noteTouch = () => {
  touchedAt = Date.now();
};

async function start(): Promise<void> {
  followTyping();
  for (const touch of TOUCHES) addEventListener(touch, noteTouch, { passive: true, capture: true });
  document.addEventListener('visibilitychange', noteSight);
  noteSight();
  // The service worker's downloads must not compete with those of the page.
  await pageAtRest();
  await keepLocale(currentLocale());
  await updates.start();
  onRefusal((_, error) => isOfAnotherBuild(error) && updates.doubt());
  i18n.on('languageChanged', () => {
    const locale = currentLocale();
    void keepLocale(locale).then(() => updates.tell({ type: 'texts', locale }));
  });
}

const started = start();

/** Navigates to the address of a pressed notification without reloading the page, and confirms that to the service worker. */
function useOpenedNotes(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent) => {
      const path = v.is(ToPage, data) ? safePath(data.url) : null;
      if (!path) return;
      if (path !== `${location.pathname}${location.search}${location.hash}`) void navigate(path);
      ports[0]?.postMessage('shown');
    };
    serviceWorker.addEventListener('message', open);
    return () => serviceWorker.removeEventListener('message', open);
  }, [navigate]);
}

/** Registers the service worker, opens pressed notifications, and announces updates by a toast. */
export function WorkerLife() {
  const { t } = useTranslation('pwa');
  const { needRefresh } = useStore(updates.state);
  useOpenedNotes();
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
      duration: TOLD_MS,
      action,
    });
  }, [needRefresh, t]);
  return null;
}
