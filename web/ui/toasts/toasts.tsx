import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import { IconButton } from '../button.tsx';
import { openModals } from '../dialogs/modal-stack.ts';
import { Icon } from '../icon.tsx';
import type { Toast, ToastAction, ToastTone } from './toast-list.ts';
import { destroyToast, moveToast, TOAST_POSITIONS, toasts } from './toast-list.ts';

const TONE_CLASS: Record<ToastTone, string> = { success: '', danger: 'bad', warning: 'care', info: 'plain' };
const FADE_MS = 160;
/** Long enough for a screen reader to take it up, short enough not to be read again when the host moves. */
const SAID_MS = 1500;
/** A live region must stand in the page before it says something. */
const HEED_MS = 100;

const host = document.createElement('div');
host.className = 'toasts';
const voices = { polite: liveRegion('polite'), assertive: liveRegion('assertive') };

function liveRegion(politeness: 'polite' | 'assertive'): HTMLElement {
  const region = document.createElement('p');
  region.className = 'vh';
  region.setAttribute('aria-live', politeness);
  return host.appendChild(region);
}

function say({ tone, title, text }: Toast): () => void {
  const voice = tone === 'danger' ? voices.assertive : voices.polite;
  const line = document.createElement('span');
  line.textContent = [title, text].filter(Boolean).join('. ');
  const heed = setTimeout(() => voice.append(line), HEED_MS);
  setTimeout(() => line.remove(), SAID_MS);
  return () => clearTimeout(heed);
}

/** Where all toasts are drawn; inside the topmost modal dialog while there is one. */
export function Toasts() {
  const { t } = useTranslation();
  const list = useStore(toasts);
  const modals = useStore(openModals);
  const home = modals.at(-1) ?? document.body;
  // Before a toast takes the focus, which a move in the page would take from it.
  useLayoutEffect(() => {
    home.append(host);
  }, [home]);
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

/** Its focus, where it takes it, goes back to where it came from when the toast leaves. */
function ActionButton({ action, isLeaving, onDone }: { action: ToastAction; isLeaving: boolean; onDone: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<Element | null>(null);
  const { takesFocus } = action;
  useEffect(() => {
    if (!takesFocus) return;
    before.current ??= document.activeElement;
    button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    const isHere = button.current?.closest('.toast')?.contains(document.activeElement);
    if (isLeaving && isHere && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }, [isLeaving]);
  const press = () => {
    if (isLeaving) return;
    onDone();
    action.act();
  };
  return (
    <button type="button" className="toast-act" ref={button} onClick={press}>
      {action.label}
    </button>
  );
}

function ToastBox({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const { id, state, tone, duration } = toast;
  const bar = useRef<HTMLElement>(null);
  const timer = useRef<Animation | null>(null);
  const first = useRef(toast);

  useEffect(() => say(first.current), []);

  useEffect(() => {
    if (!bar.current || !Number.isFinite(duration)) return undefined;
    const running = bar.current.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], { duration, fill: 'forwards' });
    running.onfinish = () => moveToast(id, 'hidden');
    timer.current = running;
    return () => running.cancel();
  }, [id, duration]);

  useEffect(() => {
    if (state === 'hovered') timer.current?.pause();
    if (state === 'shown' && timer.current?.playState === 'paused') timer.current.play();
    if (state !== 'hidden') return undefined;
    const fading = setTimeout(() => destroyToast(id), FADE_MS);
    return () => clearTimeout(fading);
  }, [id, state]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the countdown
    <div
      className={['toast', TONE_CLASS[tone], state === 'hidden' && 'is-hidden'].filter(Boolean).join(' ')}
      data-state={state}
      onPointerEnter={() => moveToast(id, 'hovered')}
      onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || moveToast(id, 'shown')}
      onFocus={() => moveToast(id, 'hovered')}
      onBlur={({ currentTarget }) => currentTarget.matches(':hover') || moveToast(id, 'shown')}
    >
      <span className="k">
        <Icon name={toast.icon} />
      </span>
      <div>
        <b>{toast.title}</b>
        {toast.text && <span className="soft">{toast.text}</span>}
        {toast.action && <ActionButton action={toast.action} isLeaving={state === 'hidden'} onDone={() => moveToast(id, 'hidden')} />}
      </div>
      <IconButton name="x" size="s" label={t('action.close')} onClick={() => moveToast(id, 'hidden')} />
      {Number.isFinite(duration) && <i ref={bar} className="bar" />}
    </div>
  );
}
