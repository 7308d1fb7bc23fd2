import { createPart, usePart } from '../../ui/lazy-module.ts';

const part = createPart(() => import('./service-worker-registration.tsx'), 'pwa');

function Slot() {
  const loaded = usePart(part, false);
  return loaded && <loaded.WorkerLife />;
}

/** The service worker comes when the first screen has long been there. In development there is none: what it keeps would hide what changes. */
export const WorkerSlot = import.meta.env.PROD && 'serviceWorker' in navigator ? Slot : () => null;
