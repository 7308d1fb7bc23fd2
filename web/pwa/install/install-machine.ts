import { createStore, type Store } from '../../platform/store.ts';
import type { InstallOffer } from './install-event.ts';

/** By the browser's prompt, or by hand: by Share on an iPhone or iPad, into the Dock of a Mac, from the menu of Firefox on Android. */
export type InstallWay = 'prompt' | 'share' | 'dock' | 'menu';
export type InstallGuideWay = Exclude<InstallWay, 'prompt'>;

/** `none` if installing is impossible, `available`, `shown` while prompt or guide is open, and the outcome. */
export type InstallState = 'none' | 'available' | 'shown' | 'accepted' | 'cancelled';

export interface InstallView {
  readonly state: InstallState;
  readonly way: InstallWay | null;
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
export function guideFor({ userAgent, touchPoints, isStandalone }: Device): InstallGuideWay | null {
  if (isStandalone) return null;
  if (/Android.*\bFirefox\//.test(userAgent)) return 'menu';
  if (!/\bSafari\//.test(userAgent) || /\b(Chrome|Chromium|Android)\b/.test(userAgent)) return null;
  // An iPad calls itself a Mac, but no Mac has touch points.
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && touchPoints > 1)) return 'share';
  const version = Number(/\bVersion\/(\d+)/.exec(userAgent)?.[1] ?? 0);
  return /\bMacintosh\b/.test(userAgent) && version >= SAFARI_WITH_DOCK ? 'dock' : null;
}

interface InstallPorts {
  readonly offer: Store<InstallOffer | null>;
  readonly guide: InstallGuideWay | null;
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
export function createInstall({ offer, guide, isStandalone }: InstallPorts): Install {
  const currentWay = (): InstallWay | null => (isStandalone ? null : offer.get() ? 'prompt' : guide);
  const initialView = (): InstallView => ({ way: currentWay(), state: currentWay() ? 'available' : 'none' });
  const view = createStore<InstallView>(initialView());
  const setState = (state: InstallState) => view.set({ ...view.get(), state });

  offer.subscribe(() => {
    if (offer.get() && view.get().state !== 'shown') view.set(initialView());
  });

  async function showPrompt(event: InstallOffer): Promise<void> {
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
    if (offer.get() === event) offer.set(null);
  }
  return {
    view,
    async ask() {
      if (view.get().state !== 'available') return;
      setState('shown');
      const event = offer.get();
      if (event) await showPrompt(event);
    },
    close() {
      if (view.get().state === 'shown') setState('available');
    },
    noteInstalled() {
      if (view.get().state !== 'none') setState('accepted');
      offer.set(null);
    },
  };
}
