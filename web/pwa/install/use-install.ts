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
/** Whether the offer was dismissed on this device. */
const dismissed = keptFlag(DISMISSED);
export const dismissInstall = (): void => dismissed.set(true);

interface Installing extends InstallView {
  /** Whether the site can be installed and the offer was not dismissed on this device. */
  readonly isOffered: boolean;
}

/** The state of installing on this device. */
export function useInstall(): Installing {
  const view = useStore(install.view);
  const isDismissed = dismissed.use();
  return { ...view, isOffered: !isDismissed && (view.state === 'available' || view.state === 'shown') };
}
