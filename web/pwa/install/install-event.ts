import { createStore } from '../../platform/store.ts';

/** The event by which Chromium reports that the site can be installed. `prompt` works once. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/**
 * The browser's install event, held back until a member asks for it. This module is imported first, as the event may come before the app is
 * drawn.
 */
export const installPromptEvent = createStore<InstallPromptEvent | null>(null);

addEventListener('beforeinstallprompt', (offer) => {
  offer.preventDefault();
  installPromptEvent.set(offer);
});
