import { createStore, type Store } from '../../platform/store.ts';
import type { InstallOffer } from './install-event.ts';

/** By the browser's own question, or by hand: over Share on an iPhone or iPad, into the Dock of a Mac, from the menu of Firefox on Android. */
export type InstallWay = 'prompt' | 'share' | 'dock' | 'menu';
export type InstallGuideWay = Exclude<InstallWay, 'prompt'>;

/** Available, shown (question or guide), and what came of it. */
export type InstallState = 'none' | 'available' | 'shown' | 'accepted' | 'cancelled';

export interface InstallView {
  readonly state: InstallState;
  readonly way: InstallWay | null;
}

interface Device {
  readonly userAgent: string;
  readonly touchPoints: number;
  /** It is the installed app already. */
  readonly isStandalone: boolean;
}

/** From here on Safari on a Mac has "Add to Dock". */
const SAFARI_WITH_DOCK = 17;

/** Where there is no question to ask but a way by hand: which. A browser inside another app has none, and does not call itself Safari. */
export function guideFor({ userAgent, touchPoints, isStandalone }: Device): InstallGuideWay | null {
  if (isStandalone) return null;
  if (/Android.*\bFirefox\//.test(userAgent)) return 'menu';
  if (!/\bSafari\//.test(userAgent) || /\b(Chrome|Chromium|Android)\b/.test(userAgent)) return null;
  // An iPad calls itself a Mac, but no Mac is touched.
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
  /** Asks the browser's question or opens the guide; once at a time. */
  ask(): Promise<void>;
  /** The guide is closed. */
  close(): void;
  /** The browser says that the site is an app now, by whatever way. */
  noteInstalled(): void;
}

/**
 * The states of installing: none or available → shown → accepted or cancelled; a later offer makes it available again
 * (docs/product.md, "Offer to install").
 */
export function createInstall({ offer, guide, isStandalone }: InstallPorts): Install {
  const wayNow = (): InstallWay | null => (isStandalone ? null : offer.get() ? 'prompt' : guide);
  const beginning = (): InstallView => ({ way: wayNow(), state: wayNow() ? 'available' : 'none' });
  const view = createStore<InstallView>(beginning());
  const become = (state: InstallState) => view.set({ ...view.get(), state });

  offer.subscribe(() => {
    if (offer.get() && view.get().state !== 'shown') view.set(beginning());
  });

  async function putQuestion(held: InstallOffer): Promise<void> {
    try {
      await held.prompt();
      const { outcome } = await held.userChoice;
      // An installed app may have said so before.
      if (view.get().state === 'shown') become(outcome === 'accepted' ? 'accepted' : 'cancelled');
    } catch (error) {
      console.warn(error);
      become('cancelled');
    }
    // It asks once; another one comes by itself where the browser likes.
    if (offer.get() === held) offer.set(null);
  }
  return {
    view,
    async ask() {
      if (view.get().state !== 'available') return;
      become('shown');
      const held = offer.get();
      if (held) await putQuestion(held);
    },
    close() {
      if (view.get().state === 'shown') become('available');
    },
    noteInstalled() {
      if (view.get().state !== 'none') become('accepted');
      offer.set(null);
    },
  };
}
