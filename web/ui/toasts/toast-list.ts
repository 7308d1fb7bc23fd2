import { createStore } from '../../platform/store.ts';
import type { IconName } from '../icon.tsx';

export type ToastTone = 'success' | 'danger' | 'warning' | 'info';
export const TOAST_POSITIONS = [
  'top-start',
  'top-center',
  'top-end',
  'middle-start',
  'middle-center',
  'middle-end',
  'bottom-start',
  'bottom-center',
  'bottom-end',
] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];
/** The states of a toast (docs/product.md, "Toasts"). A destroyed one is no longer in the list. */
export type ToastState = 'shown' | 'hovered' | 'hidden';

/** The button of a toast. */
export interface ToastAction {
  label: string;
  act: () => void;
  /** The button takes the focus, as keyboard users could not reach it in time. When the toast leaves, the focus returns to where it was. */
  takesFocus: boolean;
}

export interface ToastOptions {
  tone: ToastTone;
  title: string;
  text?: string | undefined;
  /** Milliseconds on screen; with Infinity it stays until it is closed. */
  duration?: number | undefined;
  position?: ToastPosition | undefined;
  icon?: IconName | undefined;
  action?: ToastAction | undefined;
}

export interface Toast {
  id: number;
  tone: ToastTone;
  title: string;
  text: string | undefined;
  duration: number;
  position: ToastPosition;
  icon: IconName;
  action: ToastAction | undefined;
  state: ToastState;
}

const DURATION_MS = 5000;
/** Milliseconds for a toast with a button. */
const ACTION_MS = 10_000;
const ICONS: Record<ToastTone, IconName> = { success: 'circle-check', danger: 'triangle-alert', warning: 'clock', info: 'info' };

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a toast. The returned function hides it earlier. */
export function showToast({ tone, title, text, action, position = 'top-end', icon = ICONS[tone], ...rest }: ToastOptions): () => void {
  lastId += 1;
  const id = lastId;
  const duration = rest.duration ?? (action ? ACTION_MS : DURATION_MS);
  toasts.set([...toasts.get(), { id, tone, title, text, duration, position, icon, action, state: 'shown' }]);
  return () => moveToast(id, 'hidden');
}

/** Changes the state of a toast. A hidden toast stays hidden. */
export function moveToast(id: number, state: ToastState): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id && toast.state !== 'hidden' ? { ...toast, state } : toast)));
}

export function destroyToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
