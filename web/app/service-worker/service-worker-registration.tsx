import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { isOfAnotherBuild, onRefusal } from '../../api/call.ts';
import { isSending } from '../../api/pending-writes.ts';
import { currentLocale, i18n } from '../../i18n/i18n.ts';
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

/** Then it gets out of the way: what was not asked for comes at an idle moment. */
const TOLD_MS = 30_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
let touchedAt = Date.now();
let hiddenAt: number | null = null;

/** What is on its way, and messages that wait to be; one that has failed waits for its member. */
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
  // Loading what the service worker keeps must not stand in the way of what the page is loading.
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

/** A notification that was pressed is shown here, without loading the page anew. */
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

/** All that goes on between this page and its service worker. */
export function WorkerLife() {
  const { t } = useTranslation('pwa');
  const { needRefresh } = useStore(updates.state);
  useOpenedNotes();
  useEffect(() => {
    started.catch((error: unknown) => console.warn(error));
  }, []);
  useEffect(() => {
    if (!needRefresh) return undefined;
    const reload = { label: t('update.reload'), act: () => updates.refresh(), takesFocus: false };
    return showToast({
      tone: 'info',
      icon: 'refresh-cw',
      title: t('update.title'),
      duration: TOLD_MS,
      action: reload,
    });
  }, [needRefresh, t]);
  return null;
}
