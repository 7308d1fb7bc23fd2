import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';

const registrationModule = createLazyModule(() => import('./service-worker-registration.tsx'), 'pwa');

function Slot() {
  const loaded = useLazyModule(registrationModule, false);
  return loaded && <loaded.ServiceWorkerEffects />;
}

/** Loads the service worker's registration after the first screen. Draws nothing in development, where its caches would hide changes. */
export const ServiceWorkerSlot = import.meta.env.PROD && 'serviceWorker' in navigator ? Slot : () => null;
