import { createStore } from '../../platform/store.ts';

/** What Chromium hands over where the site may be installed; it asks once. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
  }
}

/** The browser's offer, held back until a member asks for it: it may come before anything is drawn. */
export const installOffer = createStore<InstallOffer | null>(null);

addEventListener('beforeinstallprompt', (offer) => {
  offer.preventDefault();
  installOffer.set(offer);
});
