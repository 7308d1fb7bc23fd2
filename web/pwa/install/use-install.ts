import { useStore } from '../../platform/store.ts';
import { keptFlag } from '../../platform/stored-flag.ts';
import { installOffer } from './install-event.ts';
import { createInstall, guideFor, type InstallView } from './install-machine.ts';

const isStandalone = matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
const { userAgent, maxTouchPoints } = navigator;

export const install = createInstall({
  offer: installOffer,
  guide: guideFor({ userAgent, touchPoints: maxTouchPoints, isStandalone }),
  isStandalone,
});
addEventListener('appinstalled', install.noteInstalled);

const DISMISSED = 'install-dismissed';
/** "Not any more", said on this device. */
const dismissed = keptFlag(DISMISSED);
export const dismissInstall = (): void => dismissed.set(true);

interface Installing extends InstallView {
  /** There is a way, and nobody has been offered it yet or said no to it. */
  readonly isOffered: boolean;
}

/** Where installing stands on this device. */
export function useInstall(): Installing {
  const view = useStore(install.view);
  const isDismissed = dismissed.use();
  return { ...view, isOffered: !isDismissed && (view.state === 'available' || view.state === 'shown') };
}
