import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useStore } from '../../platform/store.ts';
import { IconButton } from '../button.tsx';
import { openModals } from '../dialogs/modal-stack.ts';
import { Icon } from '../icon.tsx';
import type { Toast, ToastAction, ToastTone } from './toast-list.ts';
import { destroyToast, moveToast, TOAST_POSITIONS, toasts } from './toast-list.ts';

const TONE_CLASS: Record<ToastTone, string> = { success: '', danger: 'toast-danger', warning: 'toast-warning', info: 'toast-info' };
const FADE_MS = 160;
/** Milliseconds for which an announcement stays: long enough for screen readers, too short to be read again when the host moves. */
const ANNOUNCED_MS = 1500;
/** Milliseconds before an announcement: screen readers ignore the first text of a live region that has just been inserted. */
const ANNOUNCE_DELAY_MS = 100;

const host = document.createElement('div');
host.className = 'toasts';
const liveRegions = { polite: liveRegion('polite'), assertive: liveRegion('assertive') };

function liveRegion(politeness: 'polite' | 'assertive'): HTMLElement {
  const region = document.createElement('p');
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', politeness);
  return host.appendChild(region);
}

/** Announces a toast to screen readers. The returned function cancels what has not been announced yet. */
function announce({ tone, title, text }: Toast): () => void {
  const region = tone === 'danger' ? liveRegions.assertive : liveRegions.polite;
  const line = document.createElement('span');
  line.textContent = [title, text].filter(Boolean).join('. ');
  const delay = setTimeout(() => region.append(line), ANNOUNCE_DELAY_MS);
  setTimeout(() => line.remove(), ANNOUNCED_MS);
  return () => clearTimeout(delay);
}

/** Draws all toasts: in the body, or inside the topmost modal dialog while there is one. */
export function Toasts() {
  const { t } = useTranslation();
  const list = useStore(toasts);
  const modals = useStore(openModals);
  const parent = modals.at(-1) ?? document.body;
  // A layout effect, because moving the host later would take the focus from a toast.
  useLayoutEffect(() => {
    parent.append(host);
  }, [parent]);
  return createPortal(
    TOAST_POSITIONS.map((position) => {
      const here = list.filter((toast) => toast.position === position);
      const [block, inline] = position.split('-');
      return here.length === 0 ? null : (
        <section key={position} className="toast-slot" aria-label={t('status.notices')} data-block={block} data-inline={inline}>
          {here.map((toast) => (
            <ToastBox key={toast.id} toast={toast} />
          ))}
        </section>
      );
    }),
    host,
  );
}

/** The button of a toast. If it takes the focus, the focus returns to where it was when the toast leaves. */
function ActionButton({ action, isLeaving, onDone }: { action: ToastAction; isLeaving: boolean; onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const { takesFocus } = action;
  useEffect(() => {
    if (!takesFocus) return;
    previousFocus.current ??= document.activeElement;
    button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    const hasFocus = button.current?.closest('.toast')?.contains(document.activeElement);
    if (isLeaving && hasFocus && previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
  }, [isLeaving]);
  const press = () => {
    if (isLeaving) return;
    onDone();
    action.act();
  };
  return (
    <button type="button" className="toast-action" ref={button} onClick={press}>
      {action.label}
    </button>
  );
}

function ToastBox({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const { id, state, tone, duration } = toast;
  const bar = useRef<HTMLElement>(null);
  const countdown = useRef<Animation | null>(null);
  const firstToast = useRef(toast);

  useEffect(() => announce(firstToast.current), []);

  useEffect(() => {
    if (!bar.current || !Number.isFinite(duration)) return undefined;
    const running = bar.current.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], { duration, fill: 'forwards' });
    running.onfinish = () => moveToast(id, 'hidden');
    countdown.current = running;
    return () => running.cancel();
  }, [id, duration]);

  useEffect(() => {
    if (state === 'hovered') countdown.current?.pause();
    if (state === 'shown' && countdown.current?.playState === 'paused') countdown.current.play();
    if (state !== 'hidden') return undefined;
    const fading = setTimeout(() => destroyToast(id), FADE_MS);
    return () => clearTimeout(fading);
  }, [id, state]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the countdown
    <div
      className={['toast', TONE_CLASS[tone], state === 'hidden' && 'is-hidden'].filter(Boolean).join(' ')}
      data-state={state}
      onPointerEnter={() => moveToast(id, 'hovered')}
      onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || moveToast(id, 'shown')}
      onFocus={() => moveToast(id, 'hovered')}
      onBlur={({ currentTarget }) => currentTarget.matches(':hover') || moveToast(id, 'shown')}
    >
      <span className="toast-icon">
        <Icon name={toast.icon} />
      </span>
      <div>
        <b>{toast.title}</b>
        {toast.text && <span className="muted">{toast.text}</span>}
        {toast.action && <ActionButton action={toast.action} isLeaving={state === 'hidden'} onDone={() => moveToast(id, 'hidden')} />}
      </div>
      <IconButton name="x" size="s" label={t('action.close')} onClick={() => moveToast(id, 'hidden')} />
      {Number.isFinite(duration) && <i ref={bar} className="toast-progress" />}
    </div>
  );
}
