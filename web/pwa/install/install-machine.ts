import { createStore, type Store } from '../../platform/store.ts';
import type { InstallPromptEvent } from './install-event.ts';

/** By the browser's prompt, or by hand: by Share on an iPhone or iPad, into the Dock of a Mac, from the menu of Firefox on Android. */
export type InstallMethod = 'prompt' | 'share' | 'dock' | 'menu';
export type InstallGuideMethod = Exclude<InstallMethod, 'prompt'>;

/** `none` if installing is impossible, `available`, `shown` while prompt or guide is open, and the outcome. */
export type InstallState = 'none' | 'available' | 'shown' | 'accepted' | 'cancelled';

export interface InstallView {
  readonly state: InstallState;
  readonly method: InstallMethod | null;
}

interface Device {
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Whether the page runs as the installed app. */
  readonly isStandalone: boolean;
}

/** The first version of Safari with "Add to Dock" on a Mac. */
const SAFARI_WITH_DOCK = 17;

/**
 * The way to install by hand on a device; null if there is none. Browsers inside other apps cannot install; they do not call themselves
 * Safari.
 */
export function guideFor({ userAgent, touchPoints, isStandalone }: Device): InstallGuideMethod | null {
  if (isStandalone) return null;
  if (/Android.*\bFirefox\//.test(userAgent)) return 'menu';
  if (!/\bSafari\//.test(userAgent) || /\b(Chrome|Chromium|Android)\b/.test(userAgent)) return null;
  // An iPad calls itself a Mac, but no Mac has touch points.
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)) return 'share';
  const version = Number(/\bVersion\/(\d+)/.exec(userAgent)?.[1] ?? 0);
  return /\bMacintosh\b/.test(userAgent) && version >= SAFARI_WITH_DOCK ? 'dock' : null;
}

interface InstallPorts {
  readonly promptEvent: Store<InstallPromptEvent | null>;
  readonly guide: InstallGuideMethod | null;
  readonly isStandalone: boolean;
}

export interface Install {
  readonly view: Store<InstallView>;
  /** Shows the browser's prompt or the guide; does nothing while one is shown. */
  ask(): Promise<void>;
  /** To be called when the guide is closed. */
  close(): void;
  /** To be called at the browser's `appinstalled`, whatever way led to it. */
  noteInstalled(): void;
}

/**
 * The states of installing: none or available → shown → accepted or cancelled; a later offer makes it available again
 * (docs/product.md, "Offer to install").
 */
export function createInstall({ promptEvent, guide, isStandalone }: InstallPorts): Install {
  const currentWay = (): InstallMethod | null => (isStandalone ? null : promptEvent.get() ? 'prompt' : guide);
  const initialView = (): InstallView => ({ method: currentWay(), state: currentWay() ? 'available' : 'none' });
  const view = createStore<InstallView>(initialView());
  const setState = (state: InstallState) => view.set({ ...view.get(), state });

  promptEvent.subscribe(() => {
    if (promptEvent.get() && view.get().state !== 'shown') view.set(initialView());
  });

  async function showPrompt(event: InstallPromptEvent): Promise<void> {
    try {
      await event.prompt();
      const { outcome } = await event.userChoice;
      // `appinstalled` may have come before.
      if (view.get().state === 'shown') setState(outcome === 'accepted' ? 'accepted' : 'cancelled');
    } catch (error) {
      console.warn(error);
      setState('cancelled');
    }
    // A prompt works once; the browser may fire another event later.
    if (promptEvent.get() === event) promptEvent.set(null);
  }
  return {
    view,
    async ask() {
      if (view.get().state !== 'available') return;
      setState('shown');
      const event = promptEvent.get();
      if (event) await showPrompt(event);
    },
    close() {
      if (view.get().state === 'shown') setState('available');
    },
    noteInstalled() {
      if (view.get().state !== 'none') setState('accepted');
      promptEvent.set(null);
    },
  };
}
