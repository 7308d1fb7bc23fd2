import { createPart, usePart } from '../../ui/lazy-module.ts';

const part = createPart(() => import('./service-worker-registration.tsx'), 'pwa');

function Slot() {
  const loaded = usePart(part, false);
  return loaded && <loaded.WorkerLife />;
}

/** Loads the service worker's registration after the first screen. Draws nothing in development, where its caches would hide changes. */
export const WorkerSlot = import.meta.env.PROD && 'serviceWorker' in navigator ? Slot : () => null;
